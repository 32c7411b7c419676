import { stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import { rarityAt, wordNumber } from '../text/words.ts'
import { cueWords } from './proposals.ts'

/** A phrase on a project's watchlist, as hits refer to it. */
export interface PhraseName {
  kind: 'keyword' | 'competitor'
  phrase: string
}

/** Candidates of one day with the same phrases and the same outcome. */
export interface Finds {
  phrases: readonly PhraseName[]
  /** 0 is today. */
  daysAgo: number
  outcome: 'none' | 'lead' | 'accepted' | 'rejected'
  count: number
}

/** A decided lead, with the phrases that found it and the words of its subject. */
export interface DecidedFind {
  phrases: readonly PhraseName[]
  accepted: boolean
  words: readonly string[]
}

/** A word that would have excluded rejected leads, and the accepted leads it would have cost. */
export interface Exclusion {
  word: string
  rejected: number
  accepted: number
}

export interface PhraseHealth extends PhraseName {
  /** Candidates that contain it, per day, today last. */
  days: number[]
  hits: number
  /** Of these hits, those shown as leads; of the leads, those accepted (replied to or saved) and rejected. */
  leads: number
  accepted: number
  rejected: number
  /** Hits that no other phrase found, apart from keywords that are too common. */
  alone: number
  /** The narrowest other phrase that finds all of these hits, and the number of its own. */
  within: (PhraseName & { hits: number }) | null
  exclusions: Exclusion[]
}

/** The minimum number of hits before a phrase is reported as redundant. */
const tellingHits = 5
/** The minimum number of rejected leads that an exclusion hides: in total, and per accepted lead. */
const rejectedLeast = 3
const rejectedPerAccepted = 10
const exclusionsMost = 3
/** The minimum rarity of words that indicate a subject. */
const subjectRarity = 1

/**
 * Returns the statistics of each phrase with hits, most hits first, over `dayCount` days. Keywords in `tooCommon` make
 * no other phrase redundant, since they find nothing by themselves.
 */
export function keywordHealth(
  finds: readonly Finds[],
  decided: readonly DecidedFind[],
  dayCount: number,
  tooCommon: ReadonlySet<string> = new Set(),
): PhraseHealth[] {
  const isTelling = ({ kind, phrase }: PhraseName) => kind !== 'keyword' || !tooCommon.has(phrase)
  const phrases = new Map<string, PhraseHealth>()
  const shared = new Map<string, Map<string, number>>()
  for (const { phrases: names, daysAgo, outcome, count } of finds) {
    const telling = names.filter(isTelling)
    for (const name of names) {
      const key = keyOf(name)
      const health = phrases.get(key) ?? empty(name, dayCount)
      phrases.set(key, health)
      const day = dayCount - 1 - daysAgo
      if (day >= 0 && day < dayCount) health.days[day]! += count
      health.hits += count
      if (outcome !== 'none') health.leads += count
      if (outcome === 'accepted' || outcome === 'rejected') health[outcome] += count
      if (telling.length === 1 && isTelling(name)) health.alone += count
      const others = shared.get(key) ?? new Map<string, number>()
      shared.set(key, others)
      for (const other of telling) if (keyOf(other) !== key) add(others, keyOf(other), count)
    }
  }
  const watched = new Set([...phrases.values()].flatMap(({ phrase }) => wordsOf(phrase).map(stem)))
  for (const [key, health] of phrases) {
    if (isTelling(health)) health.within = withinOf(health, shared.get(key)!, phrases)
    health.exclusions = exclusionsOf(
      decided.filter((find) => find.phrases.some((name) => keyOf(name) === key)),
      watched,
    )
  }
  return [...phrases.values()].sort((a, b) => b.hits - a.hits || (a.phrase < b.phrase ? -1 : 1))
}

/** Returns the distinct words, stemmed, that indicate the subject of a text: neither everyday ones nor names. */
export function subjectWords(text: string): string[] {
  return [...new Set(wordsOf(text).map(stem))].filter((word) => {
    const number = wordNumber(word)
    return number >= 0 && rarityAt(number) >= subjectRarity
  })
}

/** Returns the narrowest phrase that makes this one redundant. Of two with the same hits, only the later is. */
function withinOf(
  health: PhraseHealth,
  others: ReadonlyMap<string, number>,
  all: ReadonlyMap<string, PhraseHealth>,
): PhraseHealth['within'] {
  if (health.hits < tellingHits || health.alone > 0) return null
  const wider = [...others]
    .filter(([, count]) => count === health.hits)
    .map(([key]) => all.get(key)!)
    .filter((other) => other.hits > health.hits || (other.hits === health.hits && other.phrase < health.phrase))
    .sort((a, b) => a.hits - b.hits || (a.phrase < b.phrase ? -1 : 1))
  const [least] = wider
  return least ? { kind: least.kind, phrase: least.phrase, hits: least.hits } : null
}

/**
 * Returns words that occur in rejected leads but in almost no accepted ones, most rejected leads first. Each counts
 * only leads that earlier words don't exclude. Words in `watched` are skipped: they are on the project's watchlist.
 */
export function exclusionsOf(
  decided: readonly Pick<DecidedFind, 'accepted' | 'words'>[],
  watched: ReadonlySet<string>,
): Exclusion[] {
  const exclusions: Exclusion[] = []
  for (let left = decided; exclusions.length < exclusionsMost; ) {
    const [best] = tallied(left, watched)
      .filter(({ rejected, accepted }) => rejected >= rejectedLeast && rejected >= accepted * rejectedPerAccepted)
      .sort((a, b) => b.rejected - a.rejected || a.accepted - b.accepted || (a.word < b.word ? -1 : 1))
    if (!best) break
    exclusions.push(best)
    left = left.filter(({ words }) => !words.includes(best.word))
  }
  return exclusions
}

function tallied(
  decided: readonly Pick<DecidedFind, 'accepted' | 'words'>[],
  watched: ReadonlySet<string>,
): Exclusion[] {
  const words = new Map<string, Exclusion>()
  for (const { accepted, words: own } of decided) {
    for (const word of new Set(own)) {
      if (watched.has(word) || cueWords.has(word)) continue
      const found = words.get(word) ?? { word, rejected: 0, accepted: 0 }
      words.set(word, found)
      if (accepted) found.accepted++
      else found.rejected++
    }
  }
  return [...words.values()]
}

function empty({ kind, phrase }: PhraseName, dayCount: number): PhraseHealth {
  const counts = { hits: 0, leads: 0, accepted: 0, rejected: 0, alone: 0 }
  return { kind, phrase, days: new Array<number>(dayCount).fill(0), ...counts, within: null, exclusions: [] }
}

function keyOf({ kind, phrase }: PhraseName): string {
  return `${kind} ${phrase}`
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count)
}
