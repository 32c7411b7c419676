import { stem } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'
import { rarityAt, wordNumber } from '../text/words.ts'
import type { Statement, Website } from './pages/statements.ts'
import { type Phrase, phrasesIn, wordsMax, worthOf } from './phrases.ts'
import type { Proposal } from './profile.ts'
import { foldProposals } from './proposals.ts'

const most = 10
const least = 3
const charsMost = 60
const painsMost = 2
const singlesMost = 5
const termsMost = 2
/** A word rarer than this on Reddit shows the topic of a post on its own. */
const tellingAlone = 3
/** The highest rarity that counts: even rarer words are likely misspellings. */
const rarityMost = 5
/** The customers, students, and tenants of a product's customers: too general on their own. */
const served = [
  'patient',
  'client',
  'customer',
  'guest',
  'tenant',
  'pupil',
  'student',
  'donor',
  'visitor',
  'shopper',
  'buyer',
]

/** The rarity assumed for a word that hardly occurs on Reddit. */
const unknownRarity = 1.5

interface Candidate {
  words: string[]
  statement: Statement
  score: number
  /** The number of statements that contain it. */
  times: number
  /** Whether a title starts with just this phrase: `CRM for small teams`. */
  isTerm: boolean
}

/**
 * Returns phrases that people would write when they need such a product: one to three words that are frequent and
 * prominent on the website and used on Reddit, though not about everything (engine/text/words.ts). Adds the shortest
 * pains.
 */
export function keywordsOf(
  { statements, structured, pages }: Website,
  { name, audience, pains }: { name: string; audience: readonly Proposal[]; pains: readonly Proposal[] },
): Proposal[] {
  const metaKeywords = [...structured.keywords, ...(pages[0]?.meta.get('keywords')?.split(',') ?? [])].slice(0, 30)
  const page = statements[0]?.page ?? '/'
  const listed = metaKeywords.map((text): Statement => ({ text, origin: 'keywords', page, weight: 2, level: 0 }))
  const candidates = new Map<string, Candidate>()
  const names = new Set(wordsOf(name))
  // The table of words is based on English text.
  const isEnglish = /^en\b/i.test(pages[0]?.language ?? 'en')
  for (const statement of [...statements, ...listed]) {
    if (statement.origin === 'navigation' || statement.origin === 'noscript') continue
    const isCalling = statement.origin === 'title'
    for (const [at, phrase] of phrasesIn(statement.text, names).entries()) {
      count(candidates, phrase, statement, isCalling && at === 0 && phrase.worth === worthOf.whole)
    }
  }
  // Neither the audience nor its own customers say anything about a need.
  for (const { text } of audience) {
    for (const words of [wordsOf(text), wordsOf(text).slice(-1)]) candidates.delete(keyOf(words))
  }
  for (const word of served) candidates.delete(keyOf([word]))
  const ordered = [...candidates.values()]
    .map((each) => scored(each, isEnglish))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, rank, [first]) => rank < least || score >= first!.score / 10)
  // A single word finds too much. It is used only if no phrase contains it, or if it is the title's whole term.
  const isPhrase = ({ words }: Candidate) => words.length > 1
  const singles = ordered.filter((each) => !isPhrase(each))
  const terms = singles.filter(({ isTerm, words }) => isTerm && rarityOf(words[0]!) >= tellingAlone).slice(0, termsMost)
  const others = withoutParts([...ordered.filter(isPhrase), ...singles.slice(0, singlesMost)])
  const phrases = [...terms, ...others.filter((each) => !terms.includes(each))].slice(0, most)
  const proposals = phrases.map(({ words, statement }) => ({
    text: words.join(' '),
    origin: statement.origin,
    page: statement.page,
  }))
  const sayable = pains.filter(({ text }) => wordsOf(text).length <= wordsMax && text.length <= charsMost)
  const room = Math.max(0, most - painsMost)
  return foldProposals([...proposals.slice(0, room), ...sayable.slice(0, painsMost), ...proposals.slice(room)]).slice(
    0,
    most,
  )
}

function keyOf(words: readonly string[]): string {
  return words.map(stem).join(' ')
}

function count(
  candidates: Map<string, Candidate>,
  { words, worth }: Phrase,
  statement: Statement,
  isTerm: boolean,
): void {
  const key = keyOf(words)
  const existing = candidates.get(key)
  if (!existing) {
    if (candidates.size < 20_000)
      candidates.set(key, { words, statement, score: statement.weight * worth, times: 1, isTerm })
    return
  }
  // A repetition counts too, but less than the first occurrence.
  existing.score += (statement.weight * worth) / (1 + existing.times)
  existing.times++
  existing.isTerm ||= isTerm
  if (statement.weight > existing.statement.weight) existing.statement = statement
}

function rarityOf(word: string): number {
  const number = wordNumber(stem(word))
  return number < 0 ? unknownRarity : Math.min(rarityMost, rarityAt(number))
}

function scored(candidate: Candidate, isEnglish: boolean): Candidate {
  const rarities = candidate.words.map((word) => {
    if (!isEnglish) return tellingAlone
    return rarityOf(word)
  })
  const sum = rarities.reduce((total, rarity) => total + rarity, 0)
  const telling = Math.max(...rarities)
  const { length } = candidate.words
  const byLength = length === 1 ? (telling >= tellingAlone ? 0.3 : 0.05) : length === 2 ? 1 : 0.8
  const often = candidate.times > 1 ? 2 : 1
  return { ...candidate, score: candidate.score * (sum / Math.sqrt(length)) * byLength * often }
}

/** Keeps the better of overlapping phrases, so that ten keywords are ten different ones. */
function withoutParts(ordered: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = []
  for (const candidate of ordered) {
    if (kept.length === most) break
    const stems = candidate.words.map(stem)
    const overlaps = kept.filter(({ words }) => {
      const others = words.map(stem)
      const shared = stems.filter((word) => others.includes(word)).length
      return shared === Math.min(stems.length, others.length) || (shared > 1 && shared >= stems.length - 1)
    })
    if (overlaps.length === 0) kept.push(candidate)
  }
  return kept
}
