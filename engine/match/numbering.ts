import { copyInto } from '../arrays.ts'
import { none } from '../kernel-constants.ts'
import { spreadHash } from '../text/hashes.ts'

/**
 * Numbers distinct texts from 0 in order of appearance. For millions of texts, it takes less than half the time of a
 * Map, which looks up each new text twice and holds at most 16 million.
 */
export class Numbering {
  readonly texts: string[] = []
  private hashes = new Int32Array(1024)
  private slots = new Int32Array(1024).fill(none)

  /** Returns the number of the text. Assigns one if the text is new. */
  of(text: string): number {
    const hash = hashText(text)
    let slot = hash & (this.slots.length - 1)
    for (let number = this.slots[slot]!; number !== none; number = this.slots[slot]!) {
      if (this.hashes[number] === hash && this.texts[number] === text) return number
      slot = (slot + 1) & (this.slots.length - 1)
    }
    const number = this.texts.push(text) - 1
    if (number === this.hashes.length) this.hashes = copyInto(this.hashes, new Int32Array(number * 2))
    this.hashes[number] = hash
    this.slots[slot] = number
    if (this.texts.length * 2 > this.slots.length) this.grow()
    return number
  }

  /** Releases the memory used for numbering. Nothing can be numbered afterwards. */
  trim(): void {
    this.hashes = new Int32Array()
    this.slots = new Int32Array()
  }

  private grow(): void {
    const slots = new Int32Array(this.slots.length * 2).fill(none)
    const mask = slots.length - 1
    for (let number = 0; number < this.texts.length; number++) {
      let slot = this.hashes[number]! & mask
      while (slots[slot] !== none) slot = (slot + 1) & mask
      slots[slot] = number
    }
    this.slots = slots
  }
}

function hashText(text: string): number {
  let hash = text.length
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash, 31) + text.charCodeAt(i)
  return spreadHash(hash)
}
