import { createHash } from 'node:crypto'

/** How a post's outside id is kept (DESIGN 3): a bigint, and the id itself where the number does not give it back. */
export interface OutsideId {
  outsideId: bigint
  outsideName: string | null
}

const base = 36
const limit = 2n ** 63n
/** A base-36 number, also by its full name with the kind before it. */
const numberPattern = /^(?:t[13]_)?(0|[1-9a-z][0-9a-z]{0,12})$/i

/**
 * The number behind a Reddit id, which is base 36 in lower case. An id that is no such number below 2^63 (archives
 * make up their own) becomes a negative 63-bit hash, so that the two kinds never meet.
 */
export function outsideIdOf(id: string): OutsideId {
  const digits = numberPattern.exec(id)?.[1]
  if (digits !== undefined) {
    const number = parseBase36(digits)
    if (number < limit) return { outsideId: number, outsideName: null }
  }
  return { outsideId: hashOf(id), outsideName: id }
}

/** The id as its source writes it. */
export function outsideIdText({ outsideId, outsideName }: OutsideId): string {
  return outsideName ?? outsideId.toString(base)
}

function parseBase36(digits: string): bigint {
  let number = 0n
  for (const digit of digits) number = number * BigInt(base) + BigInt(Number.parseInt(digit, base))
  return number
}

function hashOf(id: string): bigint {
  const bits = createHash('sha256').update(id).digest().readBigUInt64BE()
  return -1n - (bits % limit)
}
