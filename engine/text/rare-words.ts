import { plainText } from './plain-text.ts'
import { stem } from './stem.ts'
import { wordsOf } from './text.ts'
import { rarityAt, wordNumber } from './words.ts'

/** A stemmed word, and how much it says: about 1 to 6. */
export interface RareWord {
  word: string
  rarity: number
}

/** Shorter words are parts of too many others. */
const lettersLeast = 3
const rarityLeast = 1

/**
 * Returns the rarest words of a post, rarest first, by how common words are on Reddit. Of equally rare ones, those that
 * the post uses more often come first, as names and typing errors are all equally rare.
 */
export function rareWords({ title, body }: { title: string; body: string }, most: number): RareWord[] {
  const found = new Map<string, RareWord & { uses: number }>()
  for (const part of [title, title, plainText(body).text]) {
    for (const written of wordsOf(part)) {
      const word = stem(written)
      if (word.length < lettersLeast || !/^\p{L}+$/u.test(word)) continue
      const rarity = rarityAt(wordNumber(word))
      if (rarity < rarityLeast) continue
      found.set(word, { word, rarity, uses: (found.get(word)?.uses ?? 0) + 1 })
    }
  }
  return [...found.values()]
    .sort((one, other) => other.rarity - one.rarity || other.uses - one.uses)
    .slice(0, most)
    .map(({ word, rarity }) => ({ word, rarity }))
}
