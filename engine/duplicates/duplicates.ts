import { wordsOf } from '../text/text.ts'

/** So many numbers tell how much of two texts is the same: each is the least of all shingles under its own hash. */
const sketchSize = 32
const shingleWords = 3
/** Numbers that are looked up together: pairs find nearly all texts that are alike enough. */
const bandSize = 2
/** From this share of equal numbers on, one text is the other: a crosspost, a repost, a campaign with small changes. */
const alike = 0.65
const sketchChars = 6_000

/** What is remembered of a text to know it again when it is repeated, also with small changes. */
export type Sketch = Uint32Array

/** The sketch of title and body taken together, whatever their case, spacing and punctuation. */
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
 * For a ranking, best first: by id, the better ranked item that says the same. A copy always names the first of its
 * kind, never another copy.
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
      const known = firsts.get(key)
      if (known) known.push(item)
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
  return equal >= alike * sketchSize
}

/** A number of 32 bits for a word. */
export function hashOf(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return hash
}

/** A number of 32 bits in which every bit of the value counts; `factor` says which of many such functions. */
export function mixHash(value: number, factor: number): number {
  const once = Math.imul(value ^ (value >>> 15), factor)
  return once ^ (once >>> 13)
}
