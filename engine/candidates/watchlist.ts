import type { Profile } from '../item.ts'
import type { CompiledQuery } from '../query/compile.ts'
import type { ProductKind } from '../score/kinds/kinds.ts'
import { gate } from '../score/weights.ts'
import { forms } from '../text/stem.ts'
import { type Vector, wordAt, wordCount } from '../text/words.ts'
import { brandName, knownMakers, profileEmbedding, profilePhrases, profileWords } from './profile.ts'

/** The forms of each word in the table, by number. Very many projects share them. */
const tableForms = Array.from({ length: wordCount }, (_, number) => forms(wordAt(number)))

/** One phrase on a project's watchlist, and its role. */
export interface WatchedPhrase {
  /** The project's own wording (keyword, competitor, brand) or a derived word (profile). */
  phrase: string
  kind: 'keyword' | 'competitor' | 'brand' | 'profile'
  /** The forms to search for. */
  spellings: readonly string[]
  /** The weight that its first occurrence adds to the candidate's sum. 0 for a keyword that is too common. */
  weight: number
  /** True if it counts only with a capital. */
  capital: boolean
  /** A further condition for an item with it; null for none. */
  query: CompiledQuery | null
  /** A community, in lower case, whose posts count even without the phrase; null for none. */
  subreddit?: string | null
}

/** Everything a finder needs of a project. Computed once per version, since it takes about 0.5 ms. */
export interface Watchlist {
  phrases: readonly WatchedPhrase[]
  vector: Vector
  /** The kinds of products that it belongs to. */
  kinds: readonly ProductKind[]
}

/**
 * Returns a project's watchlist (DESIGN 4): its keywords and competitors, its own name, and words that indicate the
 * product. Adds known makers of the same kind if the project lists few competitors.
 */
export function watchlistOf(profile: Profile): Watchlist {
  const phrases: WatchedPhrase[] = []
  const { vector, kinds } = profileEmbedding(profile)
  for (const { phrase, kind, spellings, ambiguous, tooCommon, query, subreddit } of [
    ...profilePhrases(profile),
    ...brandName(profile),
  ]) {
    const weight = tooCommon ? 0 : ambiguous ? gate.ambiguous : gate.named
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
  return { phrases, vector, kinds }
}
