import type { Proposal } from '@earshot/contract/website'
import { stem } from '../stem.ts'
import { normalForm, wordsOf } from '../text.ts'
import { rarityAt, wordNumber } from '../words.ts'
import { functionWords, praise } from './function-words.ts'
import { foldProposals } from './proposals.ts'
import type { Statement, Website } from './statements.ts'

const most = 10
const least = 3
const wordsMost = 3
const charsMost = 60
const painsMost = 2
const singlesMost = 5
/** A word that is rarer on Reddit than this tells by itself what a post is about. */
const tellingAlone = 3
/** Rarity counts up to here: what is rarer still is as likely a misspelling. */
const rarityMost = 5
/** A word that hardly anybody on Reddit writes. */
const unknownRarity = 1.5

interface Candidate {
  words: string[]
  statement: Statement
  score: number
  /** In how many different statements it stands. */
  times: number
}

/**
 * What people would write when they need such a product: phrases of one to three words that the website says often and
 * prominently, whose words people do use on Reddit, but not about everything (engine/words.ts); and its shortest pains.
 */
export function keywordsOf(
  { statements, structured, pages }: Website,
  own: string,
  pains: readonly Proposal[],
): Proposal[] {
  const given = [...structured.keywords, ...(pages[0]?.meta.get('keywords')?.split(',') ?? [])].slice(0, 30)
  const page = statements[0]?.page ?? '/'
  const listed = given.map((text): Statement => ({ text, origin: 'keywords', page, weight: 2, level: 0 }))
  const candidates = new Map<string, Candidate>()
  const names = new Set(wordsOf(own))
  // The table of words is of what is written in English.
  const isEnglish = /^en\b/i.test(pages[0]?.language ?? 'en')
  for (const statement of [...statements, ...listed]) {
    if (statement.origin === 'navigation' || statement.origin === 'noscript') continue
    for (const words of phrasesIn(statement.text, names)) count(candidates, words, statement)
  }
  const ordered = [...candidates.values()]
    .map((each) => scored(each, isEnglish))
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, rank, [first]) => rank < least || score >= first!.score / 10)
  // One word finds too much: it is taken where no phrase has it.
  const isPhrase = ({ words }: Candidate) => words.length > 1
  const phrases = withoutParts([
    ...ordered.filter(isPhrase),
    ...ordered.filter((each) => !isPhrase(each)).slice(0, singlesMost),
  ])
  const proposals = phrases.map(({ words, statement }) => ({
    text: words.join(' '),
    origin: statement.origin,
    page: statement.page,
  }))
  const sayable = pains.filter(({ text }) => wordsOf(text).length <= wordsMost && text.length <= charsMost)
  const room = Math.max(0, most - painsMost)
  return foldProposals([...proposals.slice(0, room), ...sayable.slice(0, painsMost), ...proposals.slice(room)]).slice(
    0,
    most,
  )
}

/** After these comes what somebody does, before those what is done to it: `you drink`, `matches it`. */
const doers = new Set("can i it let let's never not please that they to we which who will you".split(' '))
const objects = new Set('him her it me them us you'.split(' '))
const determiners = new Set('a an her his its my our that the their this your'.split(' '))
/** With these alone before it, a thing is none that people ask for by this name. */
const sizes = new Set('big daily full high large long low new old short small weekly whole'.split(' '))
const ofSomeSize = /^(?:business(?:es)?|compan(?:y|ies)|teams?|agenc(?:y|ies)|origin|mom|sale|term)$/

/** Stretches between punctuation and function words, and their parts of up to three words. */
export function phrasesIn(text: string, names: ReadonlySet<string>): string[][] {
  const found: string[][] = []
  for (const stretch of text.split(/[^\p{L}\p{M}\p{N}\s&'’+#-]+|\s[-–—&]\s/u)) {
    let run: string[] = []
    let before = ''
    for (const word of [...normalForm(stretch).split(' '), '']) {
      const isOpen = word !== '' && !functionWords.has(word) && !names.has(word) && /\p{L}/u.test(word)
      if (isOpen) run.push(word.replace(/^['-]+|['-]+$/g, ''))
      else {
        // "Vendors book their stall", "vendors pay the fee": the last word is what they do.
        const isDoing = run.length > 1 && determiners.has(word)
        const isDone = doers.has(before) || (names.has(before) && /[^s]s$/.test(run[0] ?? ''))
        found.push(...partsOf(run.slice(isDone ? 1 : 0, isDoing || objects.has(word) ? -1 : undefined)))
        run = []
        before = word
      }
    }
  }
  return found
}

function partsOf(run: readonly string[]): string[][] {
  const parts: string[][] = []
  for (let from = 0; from < run.length; from++) {
    for (let count = 1; count <= wordsMost && from + count <= run.length; count++) {
      const words = run.slice(from, from + count)
      const isOfSize = sizes.has(words[0]!) && !ofSomeSize.test(words[1] ?? '')
      if (!isOfSize && !words.some((word) => praise.has(word) || word.length < 2) && words.join('').length > 2)
        parts.push(words)
    }
  }
  return parts
}

function count(candidates: Map<string, Candidate>, words: string[], statement: Statement): void {
  const key = words.map(stem).join(' ')
  const known = candidates.get(key)
  if (!known) {
    if (candidates.size < 20_000) candidates.set(key, { words, statement, score: statement.weight, times: 1 })
    return
  }
  // The same said again by the same words is one more sign, but not as much as the first.
  known.score += statement.weight / (1 + known.times)
  known.times++
  if (statement.weight > known.statement.weight) known.statement = statement
}

function scored(candidate: Candidate, isEnglish: boolean): Candidate {
  const rarities = candidate.words.map((word) => {
    if (!isEnglish) return tellingAlone
    const number = wordNumber(stem(word))
    return number < 0 ? unknownRarity : Math.min(rarityMost, rarityAt(number))
  })
  const sum = rarities.reduce((total, rarity) => total + rarity, 0)
  const telling = Math.max(...rarities)
  const { length } = candidate.words
  const byLength = length === 1 ? (telling >= tellingAlone ? 0.3 : 0.05) : length === 2 ? 1 : 0.8
  const often = candidate.times > 1 ? 2 : 1
  return { ...candidate, score: candidate.score * (sum / Math.sqrt(length)) * byLength * often }
}

/** Of phrases that hold one another the better stays, so that ten keywords are ten different ones. */
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
