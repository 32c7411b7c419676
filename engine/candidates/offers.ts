import type { Profile } from '../item.ts'
import { rootOf, stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import { rarityAt, wordNumber } from '../text/words.ts'

/** A part of the product in the owner's words: a clause of the summary. */
export interface Offer {
  text: string
  /** Its telling words by root, and how much each of them tells, 0 to 1. */
  words: ReadonlyMap<string, number>
}

/** The longest clause that is quoted, and the rarity from which a word tells fully. */
const clauseMost = 60
const fullRarity = 4

/**
 * Returns what a product offers: the clauses of its summary's first line, since audience and pain points follow on
 * lines of their own. `generic` are stemmed words that say nothing about one product.
 */
export function offersOf({ summary }: Pick<Profile, 'summary'>, generic: ReadonlySet<string>): Offer[] {
  const line = summary.trim().split('\n', 1)[0]!
  const clauses = line.split(/[,;:()!?–—]|\.(?:\s|$)|\s-\s/).map(shortened)
  // A clause of several parts also counts by part: `security training and breach monitoring`.
  const parts = clauses
    .flatMap((clause) => clause.split(/\s(?:and|or)\s/))
    .map((part) => shortened(part.replace(/\swith\s.*$/, '')))
    .filter((part) => part.includes(' '))
  return [...new Set([...clauses, ...parts])]
    .filter((text) => text.length <= clauseMost && !/^(?:without|so|get|by)\s/i.test(text))
    .map((text) => ({ text, words: tellingWords(text, generic) }))
    .filter(({ words }) => words.size > 0)
}

/** Returns the telling words of a text by root. */
export function tellingWords(text: string, generic: ReadonlySet<string>): Map<string, number> {
  const found = new Map<string, number>()
  for (const word of wordsOf(text)) {
    const worth = Math.min(1, rarityAt(wordNumber(stem(word))) / fullRarity)
    if (word.length > 2 && worth > 0 && !generic.has(stem(word))) found.set(rootOf(word), worth)
  }
  return found
}

function shortened(clause: string): string {
  const text = clause.trim().replace(/^(?:(?:and|or|with|plus|an?|the)\s+)+/i, '')
  return text.length <= clauseMost ? text : text.replace(/\s(?:for|without|so that|from|in|on|that|of)\s.*$/i, '')
}
