import { countTerms, excessOf, type Term, textOf } from './terms.ts'

/** What an author wrote in a lead. */
export interface Wording {
  author: string
  leadId: string
  terms: readonly Term[]
}

/** A word or a pair of words that authors use much more often than posts at large. */
export interface OwnWords {
  key: string
  text: string
  /** All forms of it, in lower case. */
  texts: string[]
  authors: number
  leads: number
  /** In the order given. */
  leadIds: string[]
}

/** The fewest authors, and the least share of all of them. */
const authorsLeast = 3
const shareLeast = 0.01
/** A word that is mostly used in a pair isn't listed by itself. */
const partOfPair = 0.6
/** Chance alone rarely makes an excess this large, even of one among thousands of terms. */
const excessLeast = 15

/** Returns the words and pairs of words that stand out, most telling first. */
export function ownWordsOf(wordings: readonly Wording[], most: number): OwnWords[] {
  const counts = countTerms(wordings)
  const all = new Set(wordings.map(({ author }) => author)).size
  const least = Math.max(authorsLeast, all * shareLeast)
  const frequent = [...counts.values()].filter(({ authors }) => authors.size >= least)
  const inPairs = new Set<string>()
  for (const { key, authors } of frequent) {
    for (const word of key.includes(' ') ? key.split(' ') : []) {
      if (authors.size >= partOfPair * (counts.get(word)?.authors.size ?? 0)) inPairs.add(word)
    }
  }
  return frequent
    .filter(({ key }) => !inPairs.has(key))
    .map((count) => ({ count, worth: excessOf(count, all) }))
    .filter(({ worth }) => worth >= excessLeast)
    .sort((a, b) => b.worth - a.worth || (a.count.key < b.count.key ? -1 : 1))
    .slice(0, most)
    .map(({ count }) => ({
      key: count.key,
      text: textOf(count),
      texts: [...count.texts.keys()],
      authors: count.authors.size,
      leads: count.leadIds.length,
      leadIds: count.leadIds,
    }))
}
