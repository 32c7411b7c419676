import type { Item, Profile } from '../item.ts'
import { isOnReddit } from '../places/places.ts'
import { cues } from '../score/cues.ts'
import { stem } from '../text/stem.ts'
import { normalForm, wordsOf } from '../text/text.ts'
import { rarityAt, similarities, wordNumber } from '../text/words.ts'
import { profileVector } from './profile.ts'

/** The text of a lead that was accepted or rejected. */
export interface DecidedText extends Pick<Item, 'title' | 'body' | 'subreddit'> {
  accepted: boolean
}

/** A suggested watchlist entry, and how many accepted and rejected leads contain it. */
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

/** Later parts of a text say less about why it was accepted. */
const readChars = 2_000
const proposalsMost = 6
/** The minimum number of accepted leads with a proposal, and their minimum share of all decided leads with it. */
const acceptedLeast = { keywords: 2, competitors: 1, communities: 2 } as const
const shareLeast = 0.6
const phraseWordsMost = 3
/** The minimum rarity of a phrase's rarest word, of the words at its ends, and of a word on its own. */
const rarity = { one: 2, ends: 0.5, alone: 3 } as const
/** The minimum closeness of one of its words to the product, since accepted leads share unrelated words too. */
const nearLeast = 0.25

/** Suggests watchlist entries from accepted leads, except those that the project already has. */
export function proposalsFrom(decided: readonly DecidedText[], profile: Profile): Proposals {
  const texts = decided.map((each) => ({ ...each, text: `${each.title}\n${each.body.slice(0, readChars)}` }))
  const aliases = profile.competitorNames?.flatMap((names) => names.aliases) ?? []
  const known = new Set([...profile.keywords, ...profile.competitors, ...aliases, profile.name].map(normalForm))
  const specificity = specificityFor(profile)
  const phrases = count(texts, phrasesIn).filter(({ text }) => specificity(text) > 0 && !isCovered(text, known))
  const names = count(texts, namesIn).filter(({ text }) => !isKnownName(text, profile))
  const communities = count(texts, ({ subreddit }) => (isOnReddit(subreddit) ? [subreddit] : []))
  return {
    keywords: withoutParts(best(phrases, 'keywords', specificity)).slice(0, proposalsMost),
    competitors: best(names, 'competitors').slice(0, proposalsMost),
    communities: best(communities, 'communities').slice(0, proposalsMost),
  }
}

type Text = DecidedText & { text: string }

/** Counts the leads with each text, whatever its spelling. Shows the first spelling found. */
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

/** Returns proposals with enough support, best first. Specific phrases rank above merely frequent ones. */
function best(proposals: readonly Proposal[], kind: keyof Proposals, specificity = (_text: string) => 1): Proposal[] {
  const share = ({ accepted, rejected }: Proposal) => accepted / (accepted + rejected)
  return proposals
    .filter((each) => each.accepted >= acceptedLeast[kind] && share(each) >= shareLeast)
    .map((proposal) => ({ proposal, weight: (proposal.accepted - proposal.rejected) * specificity(proposal.text) }))
    .sort((a, b) => b.weight - a.weight || (a.proposal.text < b.proposal.text ? -1 : 1))
    .map(({ proposal }) => proposal)
}

/** Returns a function that rates a phrase by the rarity of its words. The rate is 0 if none is near the product. */
function specificityFor(profile: Profile): (text: string) => number {
  const closeness = similarities(profileVector(profile))
  return (text) => {
    const numbers = wordsOf(text).map((word) => wordNumber(stem(word)))
    const near = Math.max(...numbers.map((number) => closeness[number] ?? 0))
    return near < nearLeast ? 0 : near * numbers.reduce((sum, number) => sum + rarityAt(number), 0)
  }
}

/** Words that people use to ask, complain or offer, whatever the subject. */
export const cueWords: ReadonlySet<string> = new Set(
  Object.values(cues)
    .flatMap(({ phrases }) => phrases.flatMap((line) => line.split('|')))
    .flatMap((phrase) => phrase.split(' '))
    .map(stem),
)

/** Returns runs of up to three words of one sentence that indicate its subject. */
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

/** Returns whether words indicate a subject. All must be in common use: rare ones are names or typos. */
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

/** Returns whether a keyword already finds the text or consists of the same words. */
function isCovered(text: string, known: ReadonlySet<string>): boolean {
  const words = wordsOf(text).map(stem)
  for (const phrase of known) {
    const own = wordsOf(phrase).map(stem)
    if (own.length > 0 && own.every((word) => words.includes(word))) return true
    if (words.every((word) => own.includes(word))) return true
  }
  return false
}

/** Keeps the first of phrases that share most of their words. */
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

/** Phrases before the name of a product that people use, leave or compare. Those in `behind` follow the name. */
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

/** Returns a pattern that ignores case in the first letter only. Names need their capital, so `i` can't be used. */
function eitherCase(phrase: string): string {
  return `[${phrase[0]!.toUpperCase()}${phrase[0]}]${phrase.slice(1).replace('.', String.raw`\.`)}`
}

/** Returns names that are compared or left behind. Everyday words don't count. */
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
