/**
 * A stream's position, in the form of a PostgreSQL snapshot (`xmin:xmax:xip,xip`). The stream has received exactly the
 * changes committed by then.
 */
export interface Position {
  /** All earlier transactions had ended. */
  xmin: bigint
  /** No transaction from this one on had ended. */
  xmax: bigint
  /** The transactions in between that had not ended. */
  running: ReadonlySet<bigint>
}

const pattern = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/
/** Longer than any list of concurrent transactions, in characters. */
const lengthMax = 10_000
const transactionMax = 2n ** 63n - 1n

/** Parses a Last-Event-ID. Returns null if it is malformed. */
export function readPosition(text: string): Position | null {
  const [, low, high, list] = text.length <= lengthMax ? (pattern.exec(text) ?? []) : []
  if (low === undefined || high === undefined || list === undefined) return null
  const [xmin, xmax] = [BigInt(low), BigInt(high)]
  const running = list === '' ? [] : list.split(',').map(BigInt)
  const ordered = [xmin, ...running].every((each, index, all) => index === 0 || (all[index - 1] ?? 0n) <= each)
  const sound = xmin > 0n && xmin <= xmax && xmax <= transactionMax && ordered && running.every((each) => each < xmax)
  return sound ? { xmin, xmax, running: new Set(running) } : null
}

/** Formats a position as a message's id. */
export function positionText({ xmin, xmax, running }: Position): string {
  return `${xmin}:${xmax}:${[...running].join(',')}`
}

/** Returns whether this transaction had committed at the position. */
export function includes({ xmin, xmax, running }: Position, transaction: bigint): boolean {
  return transaction < xmin || (transaction < xmax && !running.has(transaction))
}
