import { type Hit, isListed } from '../candidates/candidates.ts'
import type { CompiledProfile } from '../candidates/profile.ts'
import type { Item } from '../item.ts'
import { communityVector } from '../reddit/community.ts'
import type { Span } from '../spans.ts'
import { similarity } from '../text/words.ts'
import { cueKinds, cueNumber } from './cues.ts'
import { featureIndexes, featureNames } from './features.ts'
import { emptySum, Findings, type Spans, type Sum } from './findings.ts'
import { kindChance, kindCommunity } from './kinds/kind-chance.ts'
import { lexicon, phraseField, phraseWidth } from './lexicon.ts'
import { closeness, type Reading, readItem } from './reading.ts'
import { type Sentences, sentencesOf } from './sentences.ts'
import { readingLimits as limits, requestLeast } from './weights.ts'

/** The evidence of an item for one product. */
export interface Evidence {
  /** By featureIndexes; valid until the next item. */
  values: Float64Array
  /** The name of the product's kind that the item is most likely about. */
  kindName: string | null
  /** Hits on well-known makers of its kinds, if the profile lists hardly any competitors. */
  makers: readonly Hit[]
}

const values = new Float64Array(featureNames.length)
const sums = { title: emptySum(), body: emptySum() }
const { ask, leave, wonder, category, own: ownCue, research, news, career, learn, talk, make, self, reader } = cueNumber

/** Reads an item for one product: its cues, the product's own words, and the distance between them. */
export function evidenceOf(compiled: CompiledProfile, item: Item, hits: readonly Hit[]): Evidence {
  const { title: titleReading, body: bodyReading } = readItem(item)
  const titleSentences = sentencesOf('title', titleReading)
  const bodySentences = sentencesOf('body', bodyReading)
  const found = new Findings(compiled, hits)
  const title = found.read('title', titleSentences, sums.title)
  const body = found.read('body', bodySentences, sums.body)
  const makers = compiled.makers.size === 0 ? noHits : hits.filter((hit) => isMaker(compiled, hit))
  const listed = hits.some(isNamed) ? hits.filter(isNamed) : noHits
  // A comment carries the title of its thread, which another user wrote: it shows the topic, not the author's intent.
  const own = item.kind === 'comment' ? 0 : 1
  // A question in a comment joins the question above it. An answer does not: its thread explains its words and brevity.
  const asks = own === 1 || cue(body, ask, 1) > 0 ? 1 : 0
  const styleShare = 1 / Math.sqrt(asks * titleReading.styles + bodyReading.styles + 1)
  const style = (kind: number) =>
    (asks * titleReading.style[kind]! + bodyReading.style[kind]!) * styleShare + lexicon.bias[kind]!
  const kind = kindChance(compiled.kinds, titleReading, bodyReading)
  values[featureIndexes.titleWords] = title.fit
  values[featureIndexes.titlePhrase] = Math.min(1, title.phrases)
  values[featureIndexes.bodyWords] = body.fit
  values[featureIndexes.bodyPhrase] = Math.min(1, body.phrases)
  values[featureIndexes.coverage] = Math.min(4, found.coverage)
  values[featureIndexes.titleCloseness] = closeness(compiled.vector, titleReading)
  values[featureIndexes.bodyCloseness] = closeness(compiled.vector, bodyReading)
  values[featureIndexes.community] = similarity(compiled.vector, communityVector(item.subreddit))
  values[featureIndexes.kind] = kind.chance
  values[featureIndexes.kindCommunity] = kindCommunity(compiled.kinds, item.subreddit)
  values[featureIndexes.titleCompetitor] = Math.min(2, rivals(compiled, listed, makers, 'title'))
  values[featureIndexes.bodyCompetitor] = Math.min(2, rivals(compiled, listed, makers, 'body'))
  values[featureIndexes.titleKeyword] = Math.min(1, distinctPhrases(listed, 'title', 'keyword', compiled.ambiguous))
  values[featureIndexes.bodyKeyword] = Math.min(2, distinctPhrases(listed, 'body', 'keyword', compiled.ambiguous))
  values[featureIndexes.length] = asks * lengthOf(item.body)
  values[featureIndexes.comment] = item.kind === 'comment' ? 1 : 0
  values[featureIndexes.titleLeave] = own * cue(title, leave, 1)
  values[featureIndexes.titleWonder] = own * (cue(title, wonder, 2) + titleSentences.questions)
  values[featureIndexes.titleCategory] = own * cue(title, category, 1)
  values[featureIndexes.titleAskFit] = own * title.askFit
  values[featureIndexes.titleAskNear] = own * title.askNear
  values[featureIndexes.bodyAsk] = Math.sqrt(cue(body, ask, 3))
  values[featureIndexes.bodyWonder] = Math.sqrt(cue(body, wonder, 4))
  values[featureIndexes.bodyAskFit] = body.askFit
  values[featureIndexes.bodyAskNear] = body.askNear
  values[featureIndexes.bodyPainFit] = body.painFit
  values[featureIndexes.bodyAskCategory] = bodySentences.askCategory
  values[featureIndexes.titleOwn] = own * cue(title, ownCue, 2)
  values[featureIndexes.bodyOwn] = Math.sqrt(cue(body, ownCue, 4))
  values[featureIndexes.research] = Math.sqrt(Math.min(3, cue(title, research, 3) + cue(body, research, 3)))
  values[featureIndexes.news] = cue(title, news, 1)
  values[featureIndexes.career] = both(title, body, career)
  values[featureIndexes.learn] = both(title, body, learn)
  values[featureIndexes.talk] = both(title, body, talk)
  values[featureIndexes.make] = both(title, body, make)
  values[featureIndexes.self] = (cue(title, self, 1) + cue(body, self, 4)) / 5
  values[featureIndexes.reader] =
    (own * titleSentences.totals[reader]! + bodySentences.totals[reader]!) /
    (own * titleSentences.wordCount + bodySentences.wordCount + limits.readerDoubt)
  values[featureIndexes.advice] = asksNothing(titleSentences) ? own * advises(compiled, titleReading) : 0
  values[featureIndexes.request] = style(0)
  values[featureIndexes.offer] = style(1)
  values[featureIndexes.seek] = style(2)
  values[featureIndexes.need] = style(3)
  return { values, kindName: kind.name, makers }
}

/** Returns whether a sentence clearly asks for something with the product's own words, and a keyword or competitor occurs. */
export function asksForProduct({ values }: Evidence, hits: readonly Hit[]): boolean {
  const asked = Math.max(values[featureIndexes.titleAskFit]!, values[featureIndexes.bodyAskFit]!)
  return asked >= requestLeast.fit && hits.some(isListed)
}

/** Finds the spans of the evidence; called only for scores that are shown. */
export function spansOf(compiled: CompiledProfile, item: Item, hits: readonly Hit[]): Spans {
  const { title, body } = readItem(item)
  const spans: Spans = { cueSpans: cueKinds.map(() => []), wordSpans: [], adviceSpans: adviceSpansOf(compiled, title) }
  const found = new Findings(compiled, hits, spans)
  found.read('title', sentencesOf('title', title), sums.title)
  found.read('body', sentencesOf('body', body), sums.body)
  return spans
}

const noHits: readonly Hit[] = []

function isNamed({ kind }: Hit): boolean {
  return kind === 'keyword' || kind === 'competitor'
}

function isMaker({ makers }: CompiledProfile, { kind, phrase }: Hit): boolean {
  return kind === 'profile' && makers.has(phrase)
}

/** Returns how long a body is; 0 if it is empty or short, since brevity alone says nothing for a post. */
function lengthOf(body: string): number {
  return Math.max(0, Math.log(Math.min(body.length, limits.bodyChars) / limits.shortChars))
}

function asksNothing({ questions, totals }: Sentences): boolean {
  return questions === 0 && totals[ask] === 0
}

/** Returns 1 if a field contains an `advice` phrase. */
function advises(compiled: CompiledProfile, { distinct, different }: Reading): number {
  for (let at = 0; at < different; at++) if (isAdvice(compiled, distinct[at]!)) return 1
  return 0
}

function isAdvice({ topicCues }: CompiledProfile, number: number): boolean {
  return lexicon.phrases[number * phraseWidth + phraseField.advice]! === 0 && !topicCues.has(number)
}

/** Returns the spans of the title's advice phrases. */
function adviceSpansOf(compiled: CompiledProfile, { positions, length }: Reading): Span[] {
  const spans: Span[] = []
  for (let at = 0; at < length; at += 3) {
    if (isAdvice(compiled, positions[at]!))
      spans.push({ field: 'title', start: positions[at + 1]!, end: positions[at + 2]! })
  }
  return spans
}

/** Returns the number of a field's cues of a kind (by cueNumber), up to `most`. */
function cue({ cues }: Sum, kind: number, most: number): number {
  return Math.min(most, cues[kind]!)
}

function both(title: Sum, body: Sum, kind: number): number {
  return Math.sqrt(Math.min(4, 2 * cue(title, kind, 2) + cue(body, kind, 4)))
}

/** Counts the competitors named in a field; known makers count less. */
function rivals(
  { ambiguous }: CompiledProfile,
  hits: readonly Hit[],
  makers: readonly Hit[],
  field: Hit['field'],
): number {
  const own = distinctPhrases(hits, field, 'competitor', ambiguous)
  return makers.length === 0 ? own : own + limits.makerShare * distinctPhrases(makers, field, 'profile', ambiguous)
}

/** Counts the distinct phrases of a kind in a field; a name that is also an everyday word counts less. */
function distinctPhrases(
  hits: readonly Hit[],
  field: Hit['field'],
  kind: Hit['kind'],
  ambiguous: ReadonlySet<string>,
): number {
  let phrases: Set<string> | null = null
  for (const hit of hits) {
    if (hit.kind !== kind || hit.field !== field) continue
    phrases ??= new Set()
    phrases.add(hit.phrase)
  }
  if (phrases === null) return 0
  let sum = 0
  for (const phrase of phrases) sum += ambiguous.has(phrase) ? limits.ambiguousWorth : 1
  return sum
}
