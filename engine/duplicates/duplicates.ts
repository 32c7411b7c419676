import { wordsOf } from '../text/text.ts'

/** The size of a sketch. Each number is the minimum of all shingles under its own hash, to estimate similarity. */
const sketchSize = 32
const shingleWords = 3
/** The numbers that are looked up together. Pairs find nearly all texts that are similar enough. */
const bandSize = 2
/** The share of equal numbers from which texts are duplicates: a crosspost, a repost, a campaign with small changes. */
const duplicateShare = 0.65
const sketchChars = 6_000

/** A fingerprint that recognizes a repeated text, even with small changes. */
export type Sketch = Uint32Array

/** Returns the sketch of title and body together, ignoring case, spacing and punctuation. */
export function sketchOf(title: string, body: string): Sketch {
  const sketch = new Uint32Array(sketchSize).fill(0xffffffff)
  const words = wordsOf(`${title}\n${body.slice(0, sketchChars)}`).map(hashOf)
  for (let at = 0; at < Math.max(1, words.length - shingleWords + 1); at++) {
    let shingle = 0
    const end = Math.min(words.length, at + shingleWords)
    for (let word = at; word < end; word++) shingle = mixHash(shingle ^ words[word]!, 0x9e3779b1)
    for (let k = 0; k < sketchSize; k++) {
      const value = mixHash(shingle + k * 0x632be5ab, 0x85ebca6b) >>> 0
      if (value < sketch[k]!) sketch[k] = value
    }
  }
  return sketch
}

/**
 * Returns the primary of each duplicate, by id, for a ranking with the best item first. A primary is never a duplicate
 * itself.
 */
export function duplicatesIn(ranking: readonly { id: string; sketch: Sketch }[]): Map<string, string> {
  const firsts = new Map<number, { id: string; sketch: Sketch }[]>()
  const duplicates = new Map<string, string>()
  for (const item of ranking) {
    const keys = bandsOf(item.sketch)
    const first = keys.flatMap((key) => firsts.get(key) ?? []).find(({ sketch }) => isAlike(sketch, item.sketch))
    if (first) {
      duplicates.set(item.id, first.id)
      continue
    }
    for (const key of keys) {
      const existing = firsts.get(key)
      if (existing) existing.push(item)
      else firsts.set(key, [item])
    }
  }
  return duplicates
}

function bandsOf(sketch: Sketch): number[] {
  const keys: number[] = []
  for (let at = 0; at < sketchSize; at += bandSize) {
    let key = at
    for (let k = at; k < at + bandSize; k++) key = mixHash(key ^ sketch[k]!, 0xc2b2ae35)
    keys.push(key)
  }
  return keys
}

function isAlike(a: Sketch, b: Sketch): boolean {
  let equal = 0
  for (let k = 0; k < sketchSize; k++) if (a[k] === b[k]) equal++
  return equal >= duplicateShare * sketchSize
}

/** Returns a 32-bit hash of a word. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** Returns a 32-bit hash that depends on every bit of the value. Each `factor` gives a different hash function. */
export function mixHash(value: number, factor: number): number {
  const once = Math.imul(value ^ (value >>> 15), factor)
  return once ^ (once >>> 13)
}
