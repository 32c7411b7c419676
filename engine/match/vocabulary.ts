import { copyInto, powerOfTwo } from '../arrays.ts'
import { none } from '../kernel-constants.ts'
import { spreadHash } from '../text/hashes.ts'
import { type Folder, hashToken } from '../text/text.ts'

/** The head of a token's record: its number and its length, each of which takes two of the pool's units. */
const headUnits = 4
/** The record for no token, which begins the pool. No token has its length, so it ends every search. */
const noRecord = 0
/** The number of characters compared at once. The pool pads tokens to a multiple of it. */
const step = 4

/**
 * Numbers the distinct tokens of the phrases. A slot points directly to a token's record in one pool, so that a lookup
 * touches two places in a memory far larger than any cache.
 */
export class Vocabulary {
  count = 0
  slots: Int32Array = new Int32Array(1024)
  pool: Uint16Array = new Uint16Array(4096).fill(0xffff, 0, headUnits)
  private used = headUnits

  /** Returns the number of a folder's token, or -1 if no phrase has it. */
  find({ codes, tokenStarts, tokenEnds, tokenHashes }: Folder, token: number): number {
    const { slots, pool } = this
    const mask = slots.length - 1
    const start = tokenStarts[token]!
    const length = tokenEnds[token]! - start
    let slot = spreadHash(tokenHashes[token]!) & mask
    for (;;) {
      const at = slots[slot]!
      if (at === noRecord) return none
      if (isToken(pool, at, codes, start, length)) return numberAt(pool, at)
      slot = (slot + 1) & mask
    }
  }

  findOrAdd(folder: Folder, index: number): number {
    const existing = this.find(folder, index)
    if (existing !== none) return existing
    const start = folder.tokenStarts[index]!
    const end = folder.tokenEnds[index]!
    const length = end - start
    const at = this.used
    this.used += unitsOf(length)
    if (this.used > this.pool.length) {
      this.pool = copyInto(this.pool, new Uint16Array(Math.max(this.used, this.pool.length * 2)))
    }
    const token = this.count++
    this.write(at, token, length)
    this.pool.set(folder.codes.subarray(start, end), at + headUnits)
    if (this.count * 2 >= this.slots.length) this.rehash(this.slots.length * 2)
    else this.place(at, folder.tokenHashes[index]!)
    return token
  }

  /** Renumbers all tokens, sorts them by number and releases spare capacity. Nothing can be added afterwards. */
  seal(numbers: Int32Array): void {
    const { pool, used, count } = this
    const offsets = new Int32Array(count)
    for (let at = headUnits; at < used; at += unitsOf(lengthAt(pool, at))) offsets[numbers[numberAt(pool, at)]!] = at
    this.pool = new Uint16Array(used)
    this.pool.fill(0xffff, 0, headUnits)
    let to = headUnits
    for (let token = 0; token < count; token++) {
      const from = offsets[token]!
      const length = lengthAt(pool, from)
      const units = unitsOf(length)
      this.write(to, token, length)
      for (let unit = headUnits; unit < units; unit++) this.pool[to + unit] = pool[from + unit]!
      to += units
    }
    this.rehash(powerOfTwo(count * 1.5))
  }

  private write(at: number, token: number, length: number): void {
    this.pool[at] = token
    this.pool[at + 1] = token >>> 16
    this.pool[at + 2] = length
    this.pool[at + 3] = length >>> 16
  }

  private place(at: number, hash: number): void {
    const mask = this.slots.length - 1
    let slot = spreadHash(hash) & mask
    while (this.slots[slot] !== noRecord) slot = (slot + 1) & mask
    this.slots[slot] = at
  }

  private rehash(capacity: number): void {
    this.slots = new Int32Array(capacity)
    const { pool, used } = this
    for (let at = headUnits; at < used; ) {
      const length = lengthAt(pool, at)
      this.place(at, hashToken(pool, at + headUnits, at + headUnits + length))
      at += unitsOf(length)
    }
  }
}

function numberAt(pool: Uint16Array, at: number): number {
  return (pool[at + 1]! << 16) | pool[at]!
}

function lengthAt(pool: Uint16Array, at: number): number {
  return (pool[at + 3]! << 16) | pool[at + 2]!
}

/** Returns whether the record at `at` is the token of `length` characters from `start` on. */
function isToken(pool: Uint16Array, at: number, codes: Uint16Array, start: number, length: number): boolean {
  return lengthAt(pool, at) === length && isSame(codes, start, pool, at + headUnits, length)
}

/** Returns the number of pool units for a token of this length. */
function unitsOf(length: number): number {
  return headUnits + Math.ceil(length / step) * step
}

/**
 * Returns whether two runs of characters are equal. Compares four at a time and masks those beyond the end, since
 * processors can't predict where tokens end.
 */
function isSame(codes: Uint16Array, start: number, pool: Uint16Array, from: number, length: number): boolean {
  let difference = 0
  for (let at = 0; at < length; at += step) {
    const [here, there] = [start + at, from + at]
    difference |=
      (codes[here]! ^ pool[there]!) |
      ((codes[here + 1]! ^ pool[there + 1]!) & before(at + 1, length)) |
      ((codes[here + 2]! ^ pool[there + 2]!) & before(at + 2, length)) |
      ((codes[here + 3]! ^ pool[there + 3]!) & before(at + 3, length))
  }
  return difference === 0
}

/** Returns a number with all bits set if an offset is before an end, or else 0. */
function before(offset: number, end: number): number {
  return (offset - end) >> 31
}
