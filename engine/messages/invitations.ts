import type { Item } from '../item.ts'
import type { Span } from '../spans.ts'
import {
  allowed,
  alternatives,
  commandStarts,
  condition,
  doers,
  inUsualWords,
  laterAlternatives,
  others,
  prohibitions,
  questions,
  reports,
  requests,
  subject,
  welcomes,
} from './invitation-words.ts'

/** A sentence in which an author invites messages. */
export interface FoundInvitation {
  /** As written; of a long sentence, the part around the invitation. */
  quote: string
  span: Span
}

const quoteMost = 400

/**
 * Returns the sentences in which the author of a post or comment invites private messages on Reddit, in their own words.
 * Whoever also asks not to be messaged invites nobody. In doubt, a sentence is no invitation, since a public reply is
 * always possible. Only English is read.
 */
export function invitationsIn(item: Pick<Item, 'kind' | 'title' | 'body'>): FoundInvitation[] {
  // The title of a comment is that of its thread, which somebody else wrote.
  const fields = item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)
  const sentences = fields.flatMap((field) => sentencesIn(withoutQuotes(item[field])).map((one) => ({ field, ...one })))
  const read = sentences.map((sentence) => ({ ...sentence, words: inUsualWords(sentence.text) }))
  if (read.some(({ words }) => words.search(prohibitions) >= 0)) return []
  return read
    .filter(({ words }) => invites(words))
    .map(({ field, start, end }) => ({ quote: item[field].slice(start, end), span: { field, start, end } }))
}

/** Returns whether a sentence, in usual words, invites messages. */
function invites(words: string): boolean {
  if (words.search(welcomes) >= 0) return true
  return [...words.matchAll(requests)].some(({ index }) => isCommand(words.slice(0, index)))
}

/** Returns whether a verb behind these words is a command to the reader. */
function isCommand(before: string): boolean {
  const clause = before.slice(lastBreak(before)).trimStart()
  if (doers.test(before) || reports.test(before) || questions.test(clause)) return false
  const isConditional = condition.test(clause)
  if (!commandStarts.test(before)) return isConditional && !subject.test(clause)
  if (/(?:\b(?:and|or)|\/) ?$/.test(before)) {
    // Behind a comma, what it joins is before that.
    const joined = /^(?:and|or) ?$/.test(clause) ? before : clause
    return !others.test(clause) && (alternatives.test(joined) || (isConditional && laterAlternatives.test(clause)))
  }
  return isConditional || !/\b(?:can|may|could|should) ?$/.test(before) || allowed.test(before)
}

/** Returns where the last clause begins. */
function lastBreak(text: string): number {
  return Math.max(...[',', ';', ':', '(', ')', '?', '!', '-', '–', '—'].map((mark) => text.lastIndexOf(mark))) + 1
}

interface Sentence {
  text: string
  start: number
  end: number
}

const sentenceEnd = /[.!?…]+(?=["”')\]*_]*(?:\s|$))["”')\]*_]*|\n+/g

function sentencesIn(text: string): Sentence[] {
  const sentences: Sentence[] = []
  let start = 0
  for (const { index, 0: mark } of [...text.matchAll(sentenceEnd), { index: text.length, 0: '' }]) {
    const end = index + mark.length
    sentences.push(...piecesOf(text, start, end))
    start = end
  }
  return sentences
}

/** Returns a sentence without white space around it, in pieces that can be quoted. */
function piecesOf(text: string, start: number, end: number): Sentence[] {
  const own = text.slice(start, end)
  const from = start + own.length - own.trimStart().length
  const to = start + own.trimEnd().length
  if (to <= from) return []
  if (to - from <= quoteMost) return [{ text: text.slice(from, to), start: from, end: to }]
  const gap = text.lastIndexOf(' ', from + quoteMost)
  const cut = gap > from ? gap : from + quoteMost
  return [...piecesOf(text, from, cut), ...piecesOf(text, cut, to)]
}

/** Lines and words that are quoted from others, and code. */
const quoted =
  /^[ \t]*(?:>|&gt;)[^\n]*|^(?:```|~~~)[\s\S]*?(?:^(?:```|~~~)|(?![\s\S]))|(?<=^|[\s(])"[^"\n]{1,200}"(?=[\s.,;:!?)]|$)|“[^”\n]{1,200}”|(?<=^|[\s(])['‘][^'’\n]{1,80}['’](?=[\s.,;:!?)]|$)/gm

/** Replaces the words of others by spaces, so that offsets stay. */
function withoutQuotes(text: string): string {
  return text.replace(quoted, (words) => words.replace(/[^\n]/g, ' '))
}
