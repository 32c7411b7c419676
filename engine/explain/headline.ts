import { z } from 'zod'
import { type Hit, isListed } from '../candidates/candidates.ts'
import type { Offer } from '../candidates/offers.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { type CueKind, cueNumber } from '../score/cues.ts'
import { spansOf } from '../score/evidence.ts'
import type { Spans } from '../score/findings.ts'
import { guardOf } from '../score/guard.ts'
import { readItem } from '../score/reading.ts'
import { sentencesOf } from '../score/sentences.ts'
import { headlineLimits as limits } from '../score/weights.ts'
import { Span } from '../spans.ts'
import { plainText } from '../text/plain-text.ts'
import { rootOf } from '../text/stem.ts'
import { wordsOf } from '../text/text.ts'

/** The sentence that a lead starts with, and the quoted words in the post. */
export const Headline = z.object({ text: z.string(), span: Span.nullable() })
export type Headline = z.infer<typeof Headline>

/** A sentence of a post with what it says about a product. */
interface Passage {
  field: 'title' | 'body'
  start: number
  end: number
  text: string
  isQuestion: boolean
  /** How strongly it asks, 0 to 1, and how much of a problem it describes. */
  ask: number
  pain: number
  /** How much of the product it names. */
  fit: number
  hits: readonly Hit[]
  /** What a quote must contain: the first word and the last one that speak for it. */
  anchors: { start: number; end: number }
  isPersonal: boolean
}

/**
 * Returns what a post asks for or complains about in its author's words, and which part of the product answers it; null
 * if no sentence of it does either.
 */
export function headlineOf(compiled: CompiledProfile, item: Item, found: readonly Hit[]): Headline | null {
  const hits = found.filter(({ kind, phrase }) => kind !== 'keyword' || !compiled.tooCommon.has(phrase))
  const guard = guardOf(compiled, item, hits)
  if (guard) return guard.kind === 'language' ? { text: `${guard.text}.`, span: null } : null
  const passages = passagesOf(compiled, item, hits)
  const candidates = passages.flatMap((passage) => statementsOf(compiled, item, passage))
  const [best] = candidates.sort((a, b) => b.worth - a.worth)
  return best ? { text: best.text, span: best.span } : null
}

/** A possible headline and how well it explains the lead. */
interface Statement extends Headline {
  worth: number
}

function statementsOf(compiled: CompiledProfile, item: Item, passage: Passage): Statement[] {
  const { field, ask, pain, fit, isQuestion, isPersonal } = passage
  const span = quoteOf(item, passage)
  const quote = plainText(item[field].slice(span.start, span.end)).text.trim()
  if (wordsOf(quote).length < (field === 'title' ? limits.titleWords : limits.words)) return []
  const [before, after] = [span.start > passage.start ? '…' : '', span.end < passage.end ? '…' : '']
  const said = `“${before}${quote}${after}”${after !== '' || /[?!…]$/.test(quote) ? '' : '.'}`
  const hits = passage.hits.filter(({ start, end }) => start >= span.start && end <= span.end)
  const left = competitorLeft(passage, hits)
  if (left) return [{ text: `${left}: ${said}`, span, worth: limits.ranks.leave + fit }]
  if (code.test(quote)) return []
  const answer = answerTo(compiled, passage, hits, quote)
  if (answer === null) return []
  const verb = isQuestion ? 'Asks' : 'Says'
  const statement = (worth: number) => [{ text: `${verb} ${said} ${answer.text}`, span, worth: worth - answer.doubt }]
  const inTitle = field === 'title' ? limits.titleBonus : 0
  const isOfOthers = !isQuestion && ofOthers.test(passage.text)
  if (ask >= limits.ask && fit >= limits.fit && !isOfOthers) return statement(limits.ranks.ask + ask * fit + inTitle)
  if (pain > 0 && isPersonal && fit >= limits.fit) return statement(limits.ranks.pain + pain * fit)
  if (isQuestion && (field === 'title' || isPersonal)) return statement(limits.ranks.question + fit + inTitle)
  const isMention = (isPersonal && fit >= limits.fit) || (field === 'title' && hits.length > 0)
  return isMention ? statement(limits.ranks.mention + fit) : []
}

/** Several signs in a row that no sentence has. */
const code = /[(){}[\]=<>"]{2,}.*[(){}[\]=<>"]{2,}/

/** Words of sentences about what others do. */
const ofOthers = /\b(?:they|their|he|she|his|people|companies)\b/i

/** Which part of a product answers a quote, and how doubtful that is. */
interface Answer {
  text: string
  doubt: number
}

/** Returns a keyword, a clause of the summary, or a competitor's place; null if no part of the product answers. */
function answerTo(
  { keywords, offers }: CompiledProfile,
  { ask, pain, isQuestion }: Passage,
  hits: readonly Hit[],
  quote: string,
): Answer | null {
  const sure = (text: string) => ({ text, doubt: 0 })
  const keyword = longest(hits.filter(({ kind }) => kind === 'keyword').map(({ phrase }) => phrase))
  if (keyword) return sure(`It matches your keyword “${keyword}”.`)
  const competitors = new Set(hits.filter(({ kind }) => kind === 'competitor').map(({ phrase }) => phrase))
  const words = new Map(wordsOf(quote).map((word) => [rootOf(word), word]))
  const isAsked = ask >= limits.ask || isQuestion
  // A sentence that neither asks nor complains must share more.
  const offer = closest(offers, words, limits.sharedOfOffer, isAsked || pain > 0 ? 1 : 2)
  if (offer) return sure(`You offer “${offer.text}”.`)
  if (competitors.size > 0) return sure(`You compete with ${listOf.format([...competitors].slice(0, 3))}.`)
  if (!isAsked) return null
  const close = closest(keywords, words, limits.sharedOfKeyword, 1)
  if (close) return sure(`It is close to your keyword “${close.text}”.`)
  const related = closest(keywords, words, 0, 1)
  if (!related) return null
  return { text: `It shares “${related.words[0]}” with your keyword “${related.text}”.`, doubt: limits.doubt }
}

const listOf = new Intl.ListFormat('en')

function longest(phrases: readonly string[]): string | undefined {
  return phrases.toSorted((a, b) => b.length - a.length)[0]
}

/**
 * Returns the text that shares the most telling words with a quote, and these words as quoted, most telling first; null
 * if none shares `count`, and `least` of its own by worth.
 */
function closest(
  offers: readonly Offer[],
  quoted: ReadonlyMap<string, string>,
  least: number,
  count: number,
): { text: string; words: string[] } | null {
  let best: { text: string; words: string[]; value: number } | null = null
  for (const { text, words } of offers) {
    const both = [...words].filter(([root]) => quoted.has(root)).sort((a, b) => b[1] - a[1])
    const shared = both.reduce((sum, [, worth]) => sum + worth, 0)
    const all = [...words.values()].reduce((sum, worth) => sum + worth, 0)
    const value = (shared * shared) / all
    if (both.length < count || shared < limits.shared || shared < least * all || value <= (best?.value ?? 0)) continue
    best = { text, words: both.map(([root]) => quoted.get(root)!), value }
  }
  return best
}

/** How a headline starts whose author wants to leave a competitor. */
const wants = { alternative: 'Wants an alternative to', leave: 'Wants to leave' } as const

/** Returns whether a headline says that the author wants to leave a competitor. */
export function wantsToLeave(headline: Headline | null): boolean {
  return headline !== null && Object.values(wants).some((start) => headline.text.startsWith(start))
}

/** Returns what the author wants of a competitor, if it is to leave it; null otherwise. */
function competitorLeft({ text, start }: Passage, hits: readonly Hit[]): string | null {
  for (const hit of hits) {
    if (hit.kind !== 'competitor') continue
    const before = text.slice(0, hit.start - start)
    const after = text.slice(hit.end - start)
    if (denial.test(before)) continue
    if (alternativeBefore.test(before) || alternativeAfter.test(after)) return `${wants.alternative} ${hit.phrase}`
    if (leavingBefore.test(before) || complaintAfter.test(after)) return `${wants.leave} ${hit.phrase}`
  }
  return null
}

const determiner = String.raw`(?:(?:my|our|the|this|using|paying for)\s+)?(?:["“'(\[]\s*)?$`
const alternativeBefore = new RegExp(
  String.raw`\b(?:alternatives? (?:to|for)|replacements? for|replace|replacing|(?:anything|something) (?:better|cheaper|simpler|easier) than)\s+${determiner}`,
  'i',
)
const alternativeAfter = /^\s*(?:(?:and|or|,|\/)\s*\w+\s*)?(?:alternatives?|replacements?)\b/i
const leavingBefore = new RegExp(
  String.raw`\b(?:(?:switch|mov|migrat)(?:e|ing)? (?:away |over )?(?:from|off|out of)|ditch|ditching|leave|leaving|cancel|cancell?ing|get(?:ting)? rid of|fed up with|sick of|tired of|done with)\s+${determiner}`,
  'i',
)
/** `We aren't replacing HubSpot.` */
const denial = /(?:\b(?:not|never|no|without)|n['’]t)\s+(?:\w+\s+){0,4}$/i
const complaintAfter =
  /^\s*(?:is|has|got|became|are)\s+(?:\w+\s+)?(?:too expensive|so expensive|unusable|terrible|awful)\b/i

function passagesOf(compiled: CompiledProfile, item: Item, hits: readonly Hit[]): Passage[] {
  const spans = spansOf(compiled, item, hits)
  const readings = readItem(item)
  const named = [...hits.filter(isListed)]
  // The title above a comment is another user's.
  const fields = item.kind === 'comment' ? (['body'] as const) : (['title', 'body'] as const)
  return fields.flatMap((field) => {
    const sentences = sentencesOf(field, readings[field])
    const found: Passage[] = []
    for (let at = 0; at < sentences.count; at++) {
      const passage = passageOf(item, spans, named, {
        field,
        start: sentences.from[at]!,
        end: sentences.to[at]!,
        ask: sentences.ask[at]!,
        pain: sentences.pain[at]!,
      })
      if (passage) found.push(passage)
    }
    return found
  })
}

/** What a quote doesn't start or end with: list marks, quotation marks, and words that continue a sentence. */
const opening = /^[\s\-–—*#>•\\"“”']*(?:\d+[.)]\s+)?(?:(?:and|but|or|so|also)\b,?\s+)?/i
const closing = /[\s*_.:,;-]+$/

type Bounds = Pick<Passage, 'field' | 'start' | 'end' | 'ask' | 'pain'>

/** Reads a sentence; returns null for one that promotes, informs, or collects ideas. */
function passageOf(item: Item, spans: Spans, named: readonly Hit[], bounds: Bounds): Passage | null {
  const { field } = bounds
  const whole = item[field].slice(bounds.start, bounds.end)
  const start = bounds.start + opening.exec(whole)![0].length
  const end = bounds.start + whole.replace(closing, '').length
  if (start >= end) return null
  const inside = (each: Span) => each.field === field && each.start >= start && each.end <= end
  const cuesOf = (kind: CueKind) => spans.cueSpans[cueNumber[kind]]!.filter(inside)
  if (against.some((kind) => cuesOf(kind).length > 0)) return null
  const words = spans.wordSpans.filter(inside)
  const hits = named.filter(inside)
  const asking = [...cuesOf('ask'), ...cuesOf('leave'), ...cuesOf('pain')]
  const isAddressed = cuesOf('reader').length > 0
  const subjects = hits.length > 0 ? hits : words
  return {
    ...bounds,
    start,
    end,
    text: item[field].slice(start, end),
    isQuestion: item[field].slice(start, end).endsWith('?'),
    fit: words.reduce((sum, { worth }) => sum + worth, 0) + hits.length,
    hits,
    anchors: closestPair(asking, subjects) ?? { start, end: start },
    isPersonal: cuesOf('self').length > 0 && !isAddressed,
  }
}

/** Returns the range of the closest two of both lists; of the first one if a list is empty. */
function closestPair(asking: readonly Span[], subjects: readonly Span[]): { start: number; end: number } | null {
  let best: { start: number; end: number } | null = null
  for (const one of asking.length > 0 ? asking : subjects) {
    for (const other of subjects.length > 0 ? subjects : asking) {
      const range = { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }
      if (best === null || range.end - range.start < best.end - best.start) best = range
    }
  }
  return best
}

/** Cues of sentences that don't speak for a lead. */
const against: readonly CueKind[] = ['own', 'research', 'news', 'career']

/** Returns a sentence's span, or of a long one the part with the telling words, cut between words. */
function quoteOf(item: Item, { field, start, end, anchors }: Passage): Span {
  const text = item[field]
  if (end - start <= limits.chars) return { field, start, end }
  let from = start
  if (anchors.end - start > limits.chars) {
    const before = text.slice(start, anchors.start)
    const clause = Math.max(
      ...[', ', '; ', ': ', ' - ', ' and ', ' but ', ' so '].map((mark) => before.lastIndexOf(mark)),
    )
    from = clause < 0 ? anchors.start : start + clause + text.slice(start + clause).search(/(?<=[\s])[^\s,;:-]/)
    if (anchors.start - from > limits.chars / 2) from = anchors.start
  }
  const most = from + limits.chars
  const to = most >= end ? end : from + text.slice(from, most).replace(/[\s,;:(-]*\s\S*$/, '').length
  return { field, start: from, end: to }
}
