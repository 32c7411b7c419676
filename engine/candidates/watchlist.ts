import type { Profile } from '../item.ts'
import type { CompiledQuery } from '../query/compile.ts'
import { gate } from '../score/weights.ts'
import { forms } from '../text/stem.ts'
import { type Vector, wordAt, wordCount } from '../text/words.ts'
import { brandName, knownMakers, profileEmbedding, profilePhrases, profileWords } from './profile.ts'

/** By number, the forms of the words of the table, which very many projects share. */
const tableForms = Array.from({ length: wordCount }, (_, number) => forms(wordAt(number)))

/** One phrase on a project's watchlist, and what it does there. */
export interface WatchedPhrase {
  /** As the project has it (keyword, competitor; brand: its own name) or as it was derived (profile). */
  phrase: string
  kind: 'keyword' | 'competitor' | 'brand' | 'profile'
  /** The forms under which it is looked for. */
  spellings: readonly string[]
  /** What its first occurrence adds towards being a candidate. */
  weight: number
  /** True where it counts only when written with a capital. */
  capital: boolean
  /** What an item with it must be besides; null where that is enough. */
  query: CompiledQuery | null
  /** A community, in lower case, in which it counts without being said; null for none. */
  subreddit?: string | null
}

/** All that a finder needs of a project; worked out once per version, since it takes about half a millisecond. */
export interface Watchlist {
  phrases: readonly WatchedPhrase[]
  vector: Vector
}

/**
 * A project's watchlist: its keywords and competitors, its own name, makers known for the same kind of product where it names
 * hardly any, and the words that speak for its product (DESIGN 4).
 */
export function watchlistOf(profile: Profile): Watchlist {
  const phrases: WatchedPhrase[] = []
  const { vector, kinds } = profileEmbedding(profile)
  for (const { phrase, kind, spellings, ambiguous, query, subreddit } of [
    ...profilePhrases(profile),
    ...brandName(profile),
  ]) {
    const weight = ambiguous ? gate.ambiguous : gate.named
    phrases.push({ phrase, kind, spellings, weight, capital: ambiguous, query, subreddit })
  }
  for (const { phrase, spellings, ambiguous } of knownMakers(profile, kinds)) {
    const weight = ambiguous ? gate.ambiguous : gate.named
    phrases.push({ phrase, kind: 'profile', spellings, weight, capital: ambiguous, query: null })
  }
  for (const { text, number, gate: weight } of profileWords(profile, vector)) {
    const spellings = number < 0 ? forms(text) : tableForms[number]!
    phrases.push({ phrase: text, kind: 'profile', spellings, weight, capital: false, query: null })
  }
  return { phrases, vector }
}
