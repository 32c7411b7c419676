import type { Reason, Span } from '@earshot/contract/entities'
import type { Hit } from './candidates.ts'
import { type CueKind, cueNumber, cues } from './cues.ts'
import type { Evidence } from './evidence.ts'
import type { FeatureName, FitFeature, IntentFeature } from './features.ts'
import { rounded } from './freshness.ts'
import type { Item } from './item.ts'

/** Features that are one reason to a reader, with its sentence (by the sign of its points) and its words. */
interface Group<F extends FeatureName> {
  features: readonly F[]
  text(points: number, subject: Subject): string
  spans?(subject: Subject): readonly Span[]
}

interface Subject {
  item: Item
  hits: readonly Hit[]
  evidence: Evidence
}

const spansMax = 12
const wordsShown = 4

const fitGroups: readonly Group<FitFeature>[] = [
  {
    features: ['titleCompetitor', 'bodyCompetitor'],
    text: (_points, subject) => `Names ${quoted(subject.item, ofKind(subject.hits, 'competitor'))}`,
    spans: ({ hits }) => ofKind(hits, 'competitor'),
  },
  {
    features: ['titleWords', 'titlePhrase', 'bodyWords', 'bodyPhrase', 'coverage', 'titleKeyword', 'bodyKeyword'],
    text: (_points, subject) => `Speaks of ${quoted(subject.item, ownWords(subject))}`,
    spans: ownWords,
  },
  {
    features: ['closeness'],
    text: () => 'Its words go with those of your product',
    spans: ({ hits }) => ofKind(hits, 'profile'),
  },
  {
    features: ['community'],
    text: (points, { item }) =>
      `r/${item.subreddit} ${points > 0 ? 'is close to your product' : 'is about other things'}`,
    spans: ({ item }) => [{ field: 'subreddit', start: 0, end: item.subreddit.length }],
  },
  { features: ['length'], text: lengthText },
  { features: ['comment'], text: () => 'A comment, not a post' },
]

const intentGroups: readonly Group<IntentFeature>[] = [
  byCues('ask', ['titleAsk', 'titleAskFit', 'titleAskCategory', 'bodyAsk', 'bodyAskFit', 'bodyAskCategory']),
  byCues('leave', ['titleLeave', 'bodyLeave']),
  byCues('wonder', ['titleWonder', 'bodyWonder']),
  byCues('pain', ['titlePain', 'bodyPain', 'bodyPainFit']),
  byCues('category', ['titleCategory']),
  byCues('own', ['titleOwn', 'bodyOwn']),
  byCues('research', ['research']),
  byCues('news', ['news']),
  byCues('career', ['career']),
  byCues('self', ['self']),
  byCues('reader', ['reader']),
  {
    features: ['titleCompetitor', 'bodyCompetitor'],
    text: (_points, subject) => `Weighs ${quoted(subject.item, ofKind(subject.hits, 'competitor'))}`,
    spans: ({ hits }) => ofKind(hits, 'competitor'),
  },
  {
    features: ['request', 'offer'],
    text: (points) => (points > 0 ? 'Worded like a request' : 'Worded like an offer or news'),
  },
  { features: ['link'], text: () => 'Contains a link' },
  { features: ['length'], text: lengthText },
  { features: ['comment'], text: () => 'A comment, not a post' },
]

export function fitReasons(subject: Subject, points: Record<FitFeature, number>): Reason[] {
  return reasonsOf(fitGroups, subject, points)
}

export function intentReasons(subject: Subject, points: Record<IntentFeature, number>): Reason[] {
  return reasonsOf(intentGroups, subject, points)
}

/** The weightiest first; what rounds to nothing is left out. */
function reasonsOf<F extends FeatureName>(
  groups: readonly Group<F>[],
  subject: Subject,
  points: Record<F, number>,
): Reason[] {
  const reasons: Reason[] = []
  for (const { features, text, spans } of groups) {
    const sum = rounded(features.reduce((total, feature) => total + points[feature], 0))
    if (sum === 0) continue
    reasons.push({ text: text(sum, subject), points: sum, spans: spans ? firstSpans(spans(subject)) : [] })
  }
  return reasons.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

function byCues(kind: CueKind, features: readonly IntentFeature[]): Group<IntentFeature> {
  return { features, text: () => cues[kind].text, spans: ({ evidence }) => evidence.cueSpans[cueNumber[kind]]! }
}

function lengthText(points: number): string {
  return points > 0 ? 'Short and to the point' : 'A long text'
}

function ofKind(hits: readonly Hit[], kind: Hit['kind']): Span[] {
  return hits.filter((hit) => hit.kind === kind).map(({ field, start, end }) => ({ field, start, end }))
}

function ownWords({ hits, evidence }: Subject): Span[] {
  return [...ofKind(hits, 'keyword'), ...evidence.wordSpans]
}

/** Without repeats, in the order of reading. */
function firstSpans(spans: readonly Span[]): Span[] {
  const kept = spans.slice(0, spansMax * 2)
  kept.sort((a, b) => Number(a.field === 'body') - Number(b.field === 'body') || a.start - b.start || b.end - a.end)
  const result: Span[] = []
  for (const span of kept) {
    const last = result.at(-1)
    if (last && last.field === span.field && span.start < last.end) continue
    result.push(span)
  }
  return result.slice(0, spansMax)
}

/** The first few different words, as written. */
function quoted(item: Item, spans: readonly Span[]): string {
  const words = new Map<string, string>()
  for (const { field, start, end } of spans) {
    if (words.size === wordsShown) break
    const written = (item[field] ?? '').slice(start, end).replace(/\s+/g, ' ')
    const key = written.toLowerCase()
    if (!words.has(key)) words.set(key, written)
  }
  return words.size === 0 ? 'your field' : [...words.values()].map((word) => `“${word}”`).join(', ')
}
