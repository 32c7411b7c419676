import type { Item, Profile } from '../item.ts'
import { cues } from '../score/cues.ts'
import { stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import { rarityAt, similarities, wordNumber } from '../text/words.ts'
import { profileVector } from './profile.ts'

/** A lead that somebody decided on, in its own words. */
export interface DecidedText extends Pick<Item, 'title' | 'body' | 'subreddit'> {
  accepted: boolean
}

/** A suggestion for the watchlist, and in how many accepted and rejected leads it stands. */
interface Proposal {
  text: string
  accepted: number
  rejected: number
}

export interface Proposals {
  keywords: Proposal[]
  competitors: Proposal[]
  communities: Proposal[]
}

/** What comes later in a text says less about why it was accepted. */
const readChars = 2_000
const proposalsMost = 6
/** In so many accepted leads a phrase has to stand, and in this share of all that were decided on. */
const acceptedLeast = { keywords: 2, competitors: 1, communities: 2 } as const
const shareLeast = 0.6
const phraseWordsMost = 3
/** How rare the words of a phrase must be: one of them, and those at its ends; and a word that stands alone. */
const rarity = { one: 2, ends: 0.5, alone: 3 } as const
/** How near to the product one of its words must be: people who accept a lead share more than what they need. */
const nearLeast = 0.25

/** Suggests watchlist entries from accepted leads, without those the project has. */
export function proposalsFrom(decided: readonly DecidedText[], profile: Profile): Proposals {
  const texts = decided.map((each) => ({ ...each, text: `${each.title}\n${each.body.slice(0, readChars)}` }))
  const aliases = profile.competitorNames?.flatMap((names) => names.aliases) ?? []
  const known = new Set([...profile.keywords, ...profile.competitors, ...aliases, profile.name].map(normalForm))
  const telling = tellingFor(profile)
  const phrases = count(texts, phrasesIn).filter(({ text }) => telling(text) > 0 && !isCovered(text, known))
  const names = count(texts, namesIn).filter(({ text }) => !isKnownName(text, profile))
  const communities = count(texts, ({ subreddit }) => [subreddit])
  return {
    keywords: withoutParts(best(phrases, 'keywords', telling)).slice(0, proposalsMost),
    competitors: best(names, 'competitors').slice(0, proposalsMost),
    communities: best(communities, 'communities').slice(0, proposalsMost),
  }
}

type Text = DecidedText & { text: string }

/** In how many leads each stands, however it is written; shown as it was written first. */
function count(texts: readonly Text[], found: (text: Text) => readonly string[]): Proposal[] {
  const counts = new Map<string, Proposal>()
  for (const text of texts) {
    const own = new Map(found(text).map((each) => [normalForm(each), each]))
    for (const [key, written] of own) {
      const proposal = counts.get(key) ?? { text: written, accepted: 0, rejected: 0 }
      counts.set(key, proposal)
      if (text.accepted) proposal.accepted++
      else proposal.rejected++
    }
  }
  return [...counts.values()]
}

/** Those with enough behind them, the best first; of phrases the more telling ones, not only the more frequent. */
function best(proposals: readonly Proposal[], kind: keyof Proposals, telling = (_text: string) => 1): Proposal[] {
  const share = ({ accepted, rejected }: Proposal) => accepted / (accepted + rejected)
  return proposals
    .filter((each) => each.accepted >= acceptedLeast[kind] && share(each) >= shareLeast)
    .map((proposal) => ({ proposal, weight: (proposal.accepted - proposal.rejected) * telling(proposal.text) }))
    .sort((a, b) => b.weight - a.weight || (a.proposal.text < b.proposal.text ? -1 : 1))
    .map(({ proposal }) => proposal)
}

/** How much a phrase tells of what the product is about: the rarity of its words, 0 where none of them is near. */
function tellingFor(profile: Profile): (text: string) => number {
  const closeness = similarities(profileVector(profile))
  return (text) => {
    const numbers = wordsOf(text).map((word) => wordNumber(stem(word)))
    const near = Math.max(...numbers.map((number) => closeness[number] ?? 0))
    return near < nearLeast ? 0 : near * numbers.reduce((sum, number) => sum + rarityAt(number), 0)
  }
}

/** Words with which people ask, complain or offer, whatever it is about. */
export const cueWords: ReadonlySet<string> = new Set(
  Object.values(cues)
    .flatMap(({ phrases }) => phrases.flatMap((line) => line.split('|')))
    .flatMap((phrase) => phrase.split(' '))
    .map(stem),
)

/** Runs of up to three words of one sentence that tell what it is about. */
function phrasesIn({ text }: Text): string[] {
  const phrases: string[] = []
  for (const sentence of text.split(/[.!?;:,()"\n/|]+/)) {
    const words = wordsOf(sentence)
    for (let from = 0; from < words.length; from++) {
      for (let size = 1; size <= phraseWordsMost && from + size <= words.length; size++) {
        const phrase = words.slice(from, from + size)
        if (isTelling(phrase)) phrases.push(phrase.join(' '))
      }
    }
  }
  return phrases
}

/** Only words that many people use: what is rare is a name, or a slip. */
function isTelling(words: readonly string[]): boolean {
  const rarities = words.map(rarityOf)
  if (words.some((word) => wordNumber(stem(word)) < 0 || word.length < 3)) return false
  const content = words.filter((word) => !cueWords.has(stem(word)))
  if (words.length === 1) return content.length === 1 && rarities[0]! >= rarity.alone
  const most = Math.max(0, ...content.map(rarityOf))
  return content.length > 0 && most >= rarity.one && Math.min(rarities[0]!, rarities.at(-1)!) >= rarity.ends
}

function rarityOf(word: string): number {
  return rarityAt(wordNumber(stem(word)))
}

/** True where a keyword finds it already, or is made of the same words. */
function isCovered(text: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(text).map(stem)
  for (const phrase of known) {
    const own = wordsOf(phrase).map(stem)
    if (own.length > 0 && own.every((word) => words.includes(word))) return true
    if (words.every((word) => own.includes(word))) return true
  }
  return false
}

/** Of phrases that have most words in common, the first. */
function withoutParts(proposals: readonly Proposal[]): Proposal[] {
  const kept: { proposal: Proposal; words: Set<string> }[] = []
  for (const proposal of proposals) {
    const words = new Set(wordsOf(proposal.text).map(stem))
    const isNew = kept.every((other) => 2 * sharedBy(words, other.words) <= Math.min(words.size, other.words.size))
    if (isNew) kept.push({ proposal, words })
  }
  return kept.map(({ proposal }) => proposal)
}

function sharedBy(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length
}

/** After these people name what they use, leave or compare, and before the others. */
const before = [
  ...['alternative to', 'alternatives to', 'instead of', 'better than', 'cheaper than', 'compared to', 'tired of'],
  ...['switch from', 'switching from', 'switched from', 'move from', 'moving from', 'moved from', 'moving away from'],
  ...[
    'migrate from',
    'migrating from',
    'migrated from',
    'away from',
    'leave',
    'leaving',
    'ditch',
    'ditched',
    'ditching',
  ],
  ...['replace', 'replacing', 'replacement for', 'cancel', 'cancel my', 'cancelled my', 'cancelling', 'canceled my'],
  ...['we use', 'i use', 'currently using', 'been using', 'are using', 'am using', 'vs', 'vs.', 'versus'],
]
const behind = ['vs', 'versus', 'alternative', 'alternatives']
const name = String.raw`([A-Z][\p{L}\p{N}]*(?:[.&+-][\p{L}\p{N}]+)*(?: [A-Z][\p{L}\p{N}]+)?)`
const naming = [
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${before.map(eitherCase).join('|')}) ${name}`, 'gu'),
  new RegExp(String.raw`${name} (?:${behind.map(eitherCase).join('|')})(?![\p{L}\p{N}])`, 'gu'),
]

/** A name is told by its capital, so case counts; what leads to it may begin a sentence. */
function eitherCase(phrase: string): string {
  return `[${phrase[0]!.toUpperCase()}${phrase[0]}]${phrase.slice(1).replace('.', String.raw`\.`)}`
}

/** Names beside which somebody compares or leaves; a word that everybody uses is none. */
function namesIn({ text }: Text): string[] {
  return naming.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, found = '']) => found).filter((found) => !isEverydayName(found)),
  )
}

function isEverydayName(found: string): boolean {
  if (found.length < 2) return true
  return wordsOf(found).every((word) => wordNumber(stem(word)) >= 0 || cueWords.has(stem(word)))
}

function isKnownName(text: string, { name: own, competitors, keywords }: Profile): boolean {
  const form = normalForm(text)
  return [own, ...competitors, ...keywords].some((known) => {
    const other = normalForm(known)
    return other !== '' && (form === other || form.startsWith(`${other} `) || other.startsWith(`${form} `))
  })
}
