import { writeFileSync } from 'node:fs'
import type { Item } from '#engine/item.ts'
import { stem } from '#engine/text/stem.ts'
import { wordsOf } from '#engine/text/text.ts'
import { loadJudged } from './judged.ts'
import { factorize, removeCommonDirections } from './vectors.ts'

/** The minimum number of items and communities with a word before it is shipped (DESIGN 4). Names never are. */
export const itemsMin = 20
export const communitiesMin = 10
/** The share of capitals within sentences from which a word counts as a name. */
const nameShare = 0.7
const dimensions = 256
/** The number of directions that most words share, and that say little about any topic. */
const commonDirections = 12
/** The steps of a vector's component on each side of 0. Half a byte can store them. */
const steps = 7
/** The number of mean deviations beyond which a component is clipped. */
const clipAt = 2.7

const target = new URL('../../engine/data/words.json', import.meta.url)

/** Makes engine/data/words.json: how common each word is, and a vector of the words that it occurs with. */
export async function run(): Promise<number> {
  const judged = await loadJudged()
  if (!judged) {
    console.log('words: skipped, ../shared/data/posts.ndjson.gz not found')
    return 0
  }
  const { items } = judged
  const texts = items.map((item) => [...new Set(wordsOf(`${item.title}\n${item.body}`).map(stem))])
  const { words, documents } = vocabulary(items, texts)
  console.log(`words: ${words.length} words from ${items.length} items`)
  const vectors = factorize(coOccurrence(words, texts), words.length, dimensions)
  removeCommonDirections(vectors, words.length, dimensions, commonDirections)
  const json = {
    items: items.length,
    dimensions,
    words: words.join(' '),
    documents: documents.join(' '),
    vectors: quantized(vectors).toString('base64'),
  }
  writeFileSync(target, `${JSON.stringify(json)}\n`)
  return 0
}

function vocabulary(items: readonly Item[], texts: readonly string[][]): { words: string[]; documents: number[] } {
  const documents = new Map<string, number>()
  const communities = new Map<string, Set<string>>()
  for (const [index, words] of texts.entries()) {
    for (const word of words) {
      documents.set(word, (documents.get(word) ?? 0) + 1)
      const seen = communities.get(word) ?? new Set()
      if (seen.size < communitiesMin) communities.set(word, seen.add(items[index]!.subreddit.toLowerCase()))
    }
  }
  const names = namesIn(items)
  const words = [...documents.keys()].filter(
    (word) =>
      documents.get(word)! >= itemsMin &&
      communities.get(word)!.size >= communitiesMin &&
      /^[a-z][a-z0-9]+$/.test(word) &&
      !names.has(word),
  )
  words.sort((a, b) => documents.get(b)! - documents.get(a)! || (a < b ? -1 : 1))
  return { words, documents: words.map((word) => documents.get(word)!) }
}

export function namesIn(items: readonly Item[]): Set<string> {
  const counts = new Map<string, { capital: number; lowercase: number }>()
  for (const { body } of items) {
    // Only inside a sentence: after a lowercase letter or a comma.
    for (const [, token] of body.matchAll(/(?<=[a-z,] )([A-Za-z][A-Za-z0-9]+)/g)) {
      if (token === undefined || token === token.toUpperCase()) continue
      const word = stem(token.toLowerCase())
      const count = counts.get(word) ?? { capital: 0, lowercase: 0 }
      if (/^[A-Z]/.test(token)) count.capital++
      else count.lowercase++
      counts.set(word, count)
    }
  }
  const isName = ({ capital, lowercase }: { capital: number; lowercase: number }) =>
    capital >= nameShare * (capital + lowercase)
  return new Set([...counts].filter(([, count]) => isName(count)).map(([word]) => word))
}

/** Returns how often two words share an item, less per pair in long items, as a full symmetric matrix by rows. */
function coOccurrence(words: readonly string[], texts: readonly string[][]): Float32Array {
  const size = words.length
  const index = new Map(words.map((word, position) => [word, position]))
  const matrix = new Float32Array(size * size)
  for (const text of texts) {
    const present = text.map((word) => index.get(word)).filter((position) => position !== undefined)
    const weight = 1 / Math.log(2 + present.length)
    for (const a of present) for (const b of present) if (a !== b) matrix[a * size + b]! += weight
  }
  return matrix
}

/** Packs two numbers into a byte, the first in the upper half. Each is 1 to 15 for -steps to steps. */
function quantized(vectors: Float64Array): Buffer {
  const bytes = Buffer.alloc(vectors.length / 2)
  for (let from = 0; from < vectors.length; from += dimensions) {
    const vector = vectors.subarray(from, from + dimensions)
    const step = (clipAt * Math.hypot(...vector)) / Math.sqrt(dimensions) / steps
    for (let k = 0; k < dimensions; k += 2) {
      const [high, low] = [vector[k]!, vector[k + 1]!].map((value) => {
        return Math.max(-steps, Math.min(steps, Math.round(value / step))) + steps + 1
      })
      bytes[(from + k) / 2] = high! * 16 + low!
    }
  }
  return bytes
}
