import { createHash } from 'node:crypto'

/** A post's id as stored (DESIGN 3): a bigint, and the id itself if the number can't be converted back. */
export interface OutsideId {
  outsideId: bigint
  outsideName: string | null
}

const base = 36
const limit = 2n ** 63n
/** A base-36 number, optionally prefixed with the kind of a full name. */
const numberPattern = /^(?:t[13]_)?(0|[1-9a-z][0-9a-z]{0,12})$/i

/**
 * Returns the number of a Reddit id, which is lower-case base 36. Any other id (archives invent their own) becomes a
 * negative 63-bit hash, so that the two never collide.
 */
export function outsideIdOf(id: string): OutsideId {
  const digits = numberPattern.exec(id)?.[1]
  if (digits !== undefined) {
    const number = parseBase36(digits)
    if (number < limit) return { outsideId: number, outsideName: null }
  }
  return { outsideId: hashOf(id), outsideName: id }
}

/**
 * Returns the number of an id that means something only within a scope: the same id in two scopes, such as those of two
 * projects, is two posts.
 */
export function scopedIdOf(scope: string, id: string): OutsideId {
  return { outsideId: hashOf(`${scope}\n${id}`), outsideName: id }
}

/** Returns the id as its source writes it. */
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
