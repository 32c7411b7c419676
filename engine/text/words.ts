import table from '../data/words.json' with { type: 'json' }
import { rowSums } from './word-sums.ts'

/**
 * Statistics of common words (built by `bench words`): how many of the counted items contain each, and a vector close
 * to those of related words. A word missing from the table is rare.
 */
const words = table.words.split(' ')
const index = new Map(words.map((word, number) => [word, number]))
const documents = table.documents.split(' ').map(Number)

const dimensions = table.dimensions
export const wordCount = words.length

/** The vectors as small integers, which fit in the processor's cache, and the factors that scale them to length 1. */
const sums = rowSums(unpack(table.vectors), dimensions)
const steps = sums.rows
const scales = Float64Array.from({ length: wordCount }, (_, number) => 1 / (lengthOf(number) || 1))

/** The rarity of a word beyond the table, which is the highest. */
const rarest = Math.log(table.items / 12)
/** Words in a larger share of items say nothing about a topic. */
export const everydayShare = 1 / 12
const everyday = Math.log(1 / everydayShare)

const rarities = Float64Array.from(documents, (count) => Math.max(0, Math.log(table.items / count) - everyday))

/** Returns the number of a stemmed word, or -1 if it isn't in the table. */
export function wordNumber(stemmed: string): number {
  return index.get(stemmed) ?? -1
}

export function wordAt(number: number): string {
  return words[number]!
}

/**
 * Returns how much a word says: 0 for everyday words, up to about 6 (the natural logarithm of a ratio of item shares).
 */
export function rarityAt(number: number): number {
  return number < 0 ? rarest - everyday : rarities[number]!
}

/** Returns the share of items with a word, 0 to 1; 0 for a word that is too rare for the table. */
export function shareAt(number: number): number {
  return number < 0 ? 0 : documents[number]! / table.items
}

export type Vector = Float32Array

export function emptyVector(): Vector {
  return new Float32Array(dimensions)
}

/** Adds a word to a sum, four numbers at a time, since sums of texts consist of very many words. */
export function addWord(sum: Vector, number: number, weight: number): void {
  const factor = weight * scales[number]!
  let at = number * dimensions
  for (let k = 0; k < dimensions; k += 4, at += 4) {
    sum[k] = sum[k]! + steps[at]! * factor
    sum[k + 1] = sum[k + 1]! + steps[at + 1]! * factor
    sum[k + 2] = sum[k + 2]! + steps[at + 2]! * factor
    sum[k + 3] = sum[k + 3]! + steps[at + 3]! * factor
  }
}

/** Sums up the first `count` words, each times its weight. Overwrites `into` and `weights`. */
export function sumWords(into: Vector, words: ArrayLike<number>, weights: Float64Array, count: number): void {
  for (let at = 0; at < count; at++) weights[at] = weights[at]! * scales[words[at]!]!
  sums.sum(into, words, weights, count)
}

/** The inner product of each finished vector with itself. */
const squaresOf = new WeakMap<Vector, number>()

function squareOf(vector: Vector): number {
  const cached = squaresOf.get(vector)
  if (cached !== undefined) return cached
  const square = innerProduct(vector, vector)
  squaresOf.set(vector, square)
  return square
}

/** Returns the cosine of two vectors, which must not change afterwards; 0 if one of them is empty. */
export function similarity(a: Vector, b: Vector): number {
  const squares = squareOf(a) * squareOf(b)
  return squares === 0 ? 0 : innerProduct(a, b) / Math.sqrt(squares)
}

/** Scales a vector to length 1, in place; an empty one stays empty. */
export function unit(vector: Vector): Vector {
  const norm = Math.hypot(...vector) || 1
  for (let k = 0; k < dimensions; k++) vector[k]! /= norm
  return vector
}

/** Returns the inner product. Uses four sums, since each addition to a single sum would wait for the one before it. */
export function innerProduct(a: Vector, b: Vector): number {
  let first = 0
  let second = 0
  let third = 0
  let fourth = 0
  for (let k = 0; k < dimensions; k += 4) {
    first += a[k]! * b[k]!
    second += a[k + 1]! * b[k + 1]!
    third += a[k + 2]! * b[k + 2]!
    fourth += a[k + 3]! * b[k + 3]!
  }
  return first + second + (third + fourth)
}

/** Returns the similarity of every word of the table to a vector. */
export function similarities(to: Vector): Float64Array {
  const norm = Math.hypot(...to)
  const result = new Float64Array(wordCount)
  if (norm === 0) return result
  for (let number = 0; number < wordCount; number++) {
    let first = 0
    let second = 0
    let third = 0
    let fourth = 0
    for (let k = 0, at = number * dimensions; k < dimensions; k += 4, at += 4) {
      first += steps[at]! * to[k]!
      second += steps[at + 1]! * to[k + 1]!
      third += steps[at + 2]! * to[k + 2]!
      fourth += steps[at + 3]! * to[k + 3]!
    }
    result[number] = ((first + second + (third + fourth)) * scales[number]!) / norm
  }
  return result
}

function lengthOf(number: number): number {
  return Math.hypot(...steps.subarray(number * dimensions, (number + 1) * dimensions))
}

/** Unpacks two numbers per byte, with 8 as 0. */
function unpack(base64: string): Int8Array {
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  const result = new Int8Array(bytes.length * 2)
  for (let at = 0; at < bytes.length; at++) {
    result[at * 2] = (bytes[at]! >> 4) - 8
    result[at * 2 + 1] = (bytes[at]! & 15) - 8
  }
  return result
}
