import { copied, none } from './arrays.ts'
import type { Folder } from './text.ts'

/** Numbers the distinct tokens of the phrases; a token that no phrase has gets none. */
export class Vocabulary {
  private slots = new Int32Array(1024).fill(none)
  private mask = 1023
  private starts = new Int32Array(256)
  private pool = new Uint16Array(4096)
  count = 0

  /** The number of the token in folder.codes[start, end), or -1. */
  find(folder: Folder, start: number, end: number): number {
    const { slots, mask } = this
    let slot = hashToken(folder.codes, start, end) & mask
    for (;;) {
      const id = slots[slot]!
      if (id === none || this.equals(id, folder.codes, start, end)) return id
      slot = (slot + 1) & mask
    }
  }

  findOrAdd(folder: Folder, start: number, end: number): number {
    const known = this.find(folder, start, end)
    if (known !== none) return known
    const id = this.count++
    const from = this.starts[id]!
    const to = from + end - start
    if (id + 2 > this.starts.length) this.starts = copied(this.starts, new Int32Array(this.starts.length * 2))
    if (to > this.pool.length) this.pool = copied(this.pool, new Uint16Array(Math.max(to, this.pool.length * 2)))
    this.pool.set(folder.codes.subarray(start, end), from)
    this.starts[id + 1] = to
    if (this.count * 2 > this.mask) this.rehash()
    else this.place(id, hashToken(folder.codes, start, end))
    return id
  }

  private equals(id: number, codes: Uint16Array, start: number, end: number): boolean {
    const from = this.starts[id]!
    if (this.starts[id + 1]! - from !== end - start) return false
    for (let i = start, k = from; i < end; i++, k++) if (codes[i] !== this.pool[k]) return false
    return true
  }

  private place(id: number, hash: number): void {
    let slot = hash & this.mask
    while (this.slots[slot] !== none) slot = (slot + 1) & this.mask
    this.slots[slot] = id
  }

  private rehash(): void {
    const capacity = (this.mask + 1) * 2
    this.mask = capacity - 1
    this.slots = new Int32Array(capacity).fill(none)
    for (let id = 0; id < this.count; id++) {
      this.place(id, hashToken(this.pool, this.starts[id]!, this.starts[id + 1]!))
    }
  }
}

function hashToken(codes: Uint16Array, start: number, end: number): number {
  let hash = end - start
  for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + codes[i]!
  hash ^= hash >>> 16
  return Math.imul(hash, 0x45d9f3b) ^ (hash >>> 7)
}
