/**
 * How far a stream has come, as PostgreSQL writes a snapshot (`xmin:xmax:xip,xip`): it has heard of what was committed
 * by then, and of nothing else.
 */
export interface Position {
  /** All transactions before this one had ended. */
  xmin: bigint
  /** No transaction from this one on had. */
  xmax: bigint
  /** Those between them that had not. */
  running: ReadonlySet<bigint>
}

const pattern = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/
/** Longer than any list of transactions that run at once. */
const lengthMax = 10_000
const transactionMax = 2n ** 63n - 1n

/** The position that a Last-Event-ID names; null where it is none of ours. */
export function readPosition(text: string): Position | null {
  const [, low, high, list] = text.length <= lengthMax ? (pattern.exec(text) ?? []) : []
  if (low === undefined || high === undefined || list === undefined) return null
  const [xmin, xmax] = [BigInt(low), BigInt(high)]
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const ordered = [xmin, ...running].every((each, index, all) => index === 0 || (all[index - 1] ?? 0n) <= each)
  const sound = xmin > 0n && xmin <= xmax && xmax <= transactionMax && ordered && running.every((each) => each < xmax)
  return sound ? { xmin, xmax, running: new Set(running) } : null
}

/** As a message's id. */
export function positionText({ xmin, xmax, running }: Position): string {
  return `${xmin}:${xmax}:${[...running].join(',')}`
}

/** Whether what this transaction committed was there by then. */
export function includes({ xmin, xmax, running }: Position, transaction: bigint): boolean {
  return transaction < xmin || (transaction < xmax && !running.has(transaction))
}
