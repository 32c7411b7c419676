import { stem } from '../text/stem.ts'
import { addWord, emptyVector, rarityAt, type Vector, wordNumber } from '../text/words.ts'

/** The longest known word that a name is split into, in letters. */
const longestWord = 16
const shortestWord = 3
const unknownLetterCost = 4

const known = new Map<string, Vector>()
const knownMax = 50_000

/** The last community requested; an item is scored for one product after another. */
let last = { name: '', vector: emptyVector() }

/** Returns the word vector of a community: its name split into words, `smallbusiness` into small and business. */
export function communityVector(name: string): Vector {
  if (last.name !== name) last = { name, vector: knownVector(name.toLowerCase()) }
  return last.vector
}

function knownVector(key: string): Vector {
  const found = known.get(key)
  if (found) return found
  const vector = emptyVector()
  for (const word of wordsOfName(key)) {
    const number = wordNumber(stem(word))
    if (number >= 0) addWord(vector, number, rarityAt(number) + 0.1)
  }
  if (known.size >= knownMax) known.clear()
  known.set(key, vector)
  return vector
}

/** Splits a name into the fewest known words and drops leftover letters. */
export function wordsOfName(name: string): string[] {
  const letters = name.toLowerCase()
  const costs = [0]
  const cuts: { from: number; word: string | null }[] = []
  for (let end = 1; end <= letters.length; end++) {
    let best = costs[end - 1]! + unknownLetterCost
    let cut: { from: number; word: string | null } = { from: end - 1, word: null }
    for (let from = Math.max(0, end - longestWord); from <= end - shortestWord; from++) {
      const word = letters.slice(from, end)
      if (costs[from]! + 1 < best && wordNumber(stem(word)) >= 0) {
        best = costs[from]! + 1
        cut = { from, word }
      }
    }
    costs.push(best)
    cuts.push(cut)
  }
  const words: string[] = []
  for (let end = letters.length; end > 0; ) {
    const { from, word } = cuts[end - 1]!
    if (word !== null) words.unshift(word)
    end = from
  }
  return words
}
