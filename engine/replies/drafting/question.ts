import type { Item } from '../../item.ts'
import { readItem } from '../../score/reading.ts'
import { sentencesOf } from '../../score/sentences.ts'
import { plainText } from '../../text/plain-text.ts'
import { rootOf, stem } from '../../text/stem.ts'
import { wordsOf } from '../../text/text.ts'
import { addWord, emptyVector, rarityAt, type Vector, wordNumber } from '../../text/words.ts'
import { isInstruction } from '../instructions.ts'
import { type Topic, topics } from './topics.ts'

/** A sentence of the post, and how much it says about what its author wants to know, up to about 1. */
interface Passage {
  text: string
  weight: number
  isAsked: boolean
  /** Whether it says what a product must do. */
  isRequired: boolean
}

/** A topic that the post asks about, and the name that an answer must contain: `Gmail` for "Does it sync with Gmail?" */
export interface AskedTopic {
  topic: Topic
  entity: string | null
}

/** What a post asks, as far as rules can tell. */
export interface Question {
  passages: Passage[]
  /** The sum of the words, each by its weight. */
  vector: Vector
  topics: AskedTopic[]
  /** The name of the community, as the root of a word. */
  place: string
  /** Whether it looks for a product or service. */
  seeks: boolean
  /** The sentence that asks most, as its reader sees it; null if none asks. */
  asks: string | null
}

const weights = { asked: 1, need: 0.8, other: 0.4, title: 1.4 } as const
/** The strength from which a sentence without a question mark asks. */
const askLeast = 0.75
const seeking =
  /\b(?:looking (?:for|into|to)|recommend\w*|recs|suggest\w*|alternatives?|best|which|software|tools?|apps?|platforms?|services?|provider|vs)\b/i
const requiring =
  /\b(?:must|needs? (?:to|it|something|a|an)|(?:has|have) to (?!be honest)|should|requires?|required|ideally|we want|i want|important)\b/i
const passagesMost = 60
const quoteMost = 160

/** Reads what a post asks. Sentences that read like instructions to a program are left out. */
export function questionOf(item: Item): Question {
  const passages = passagesOf(item)
  const vector = emptyVector()
  for (const { text, weight, isAsked } of passages) {
    for (const word of isAsked ? wordsOf(text) : []) {
      const number = wordNumber(stem(word))
      if (number >= 0) addWord(vector, number, rarityAt(number) * weight)
    }
  }
  const asked = passages.filter(({ isAsked }) => isAsked)
  const best = asked.reduce<Passage | null>((a, b) => (a !== null && a.weight >= b.weight ? a : b), null)
  return {
    passages,
    vector,
    place: rootOf(item.subreddit.toLowerCase()),
    topics: topicsIn(passages.filter(({ isAsked, isRequired }) => isAsked || isRequired)),
    seeks: asked.some(({ text }) => seeking.test(text)),
    asks: best === null ? null : quotable(best.text),
  }
}

function passagesOf(item: Item): Passage[] {
  const readings = readItem(item)
  // The title above a comment is another user's.
  const fields = item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)
  return fields
    .flatMap((field) => {
      const sentences = sentencesOf(field, readings[field])
      return Array.from({ length: sentences.count }, (_, at): Passage => {
        const text = plainText(item[field].slice(sentences.from[at]!, sentences.to[at]!)).text.trim()
        const isQuestion = text.endsWith('?')
        const isAsked = isQuestion || sentences.ask[at]! >= askLeast || (field === 'title' && sentences.ask[at]! > 0)
        const isRequired = requiring.test(text)
        const kind = isAsked ? 'asked' : isRequired || sentences.pain[at]! > 0 ? 'need' : 'other'
        return { text, isAsked, isRequired, weight: weights[kind] * (field === 'title' ? weights.title : 1) }
      })
    })
    .filter(({ text }) => text !== '' && !isInstruction(text))
    .slice(0, passagesMost)
}

function topicsIn(passages: readonly Passage[]): AskedTopic[] {
  return topics.flatMap((topic) => {
    const passage = passages.find(({ text }) => topic.asked.test(text))
    return passage ? [{ topic, entity: entityIn(topic, passage.text) }] : []
  })
}

const afterIntegration =
  /\b(?:integrat\w+|syncs?|syncing|works?|connects?|compatible|import\w*|migrat\w+|mov\w+)\s(?:\w+\s){0,3}?(?:with|to|from|off)\s(?:my |our |the )?(\p{Lu}[\p{L}\p{N}.&]{1,20})/u
const places = /\b(?:in|outside|outside of|from)(?: the)? (\p{Lu}[\p{L}]{1,20})/u
const platforms: readonly [RegExp, string][] = [
  [/\b(?:ios|iphone|ipad)\b/i, 'iOS'],
  [/\bandroid\b/i, 'Android'],
  [/\b(?:macos|mac)\b/i, 'Mac'],
  [/\blinux\b/i, 'Linux'],
  [/\bwindows\b/i, 'Windows'],
  [/\bapple watch\b/i, 'Apple Watch'],
]

function entityIn({ key }: Topic, text: string): string | null {
  if (key === 'integration' || key === 'import') return afterIntegration.exec(text)?.[1]?.replace(/[.&]+$/, '') ?? null
  if (key === 'region') return places.exec(text)?.[1] ?? null
  return key === 'platform' ? (platforms.find(([pattern]) => pattern.test(text))?.[1] ?? null) : null
}

/** Returns a sentence to quote, cut between words. */
function quotable(text: string): string {
  const line = text.replace(/^[\s"“'‘*>#-]+/, '').trim()
  if (line.length <= quoteMost) return line
  return `${line
    .slice(0, quoteMost)
    .replace(/[\s,;:(-]*\s\S*$/, '')
    .toWellFormed()}…`
}
