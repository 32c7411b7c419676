import type { Hit } from '../candidates/candidates.ts'
import type { Item } from '../item.ts'
import { placeName } from '../places/places.ts'
import { markedSpans, quotedWords, type WeightedSpan } from '../text/marking.ts'
import { wordsOf } from '../text/text.ts'
import { rarityAt, wordNumber } from '../text/words.ts'
import type { Reason } from './component.ts'
import { advice, type CueKind, cueNumber, cues } from './cues.ts'
import type { Evidence } from './evidence.ts'
import { type FitFeature, fitFeatures, type IntentFeature, intentFeatures } from './features.ts'
import type { Spans } from './findings.ts'
import { rounded } from './points.ts'
import { reasonLimits as limits } from './weights.ts'

/** Features that form one reason, with its text (by the sign of its points) and its spans. */
interface Group {
  kind: string
  fit?: readonly FitFeature[]
  intent?: readonly IntentFeature[]
  text(points: number, subject: Subject): string
  /** Whether it gets its own reason; otherwise, its points belong to the minor factors. */
  isShown?(subject: Subject): boolean
  spans?(subject: Subject): readonly WeightedSpan[]
}

interface Subject {
  item: Item
  hits: readonly Hit[]
  evidence: Evidence
  spans: Spans
}

/** A competitor counts for fit and intent, but is shown once. */
const fitGroups: readonly Group[] = [
  {
    kind: 'competitor',
    fit: ['titleCompetitor', 'bodyCompetitor'],
    intent: ['titleCompetitor', 'bodyCompetitor'],
    text: (_points, subject) => {
      const names = quotedWords(subject.item, competitors(subject))
      const isListed = subject.hits.some(({ kind }) => kind === 'competitor')
      return isListed ? `Mentions competitor ${names}` : `Mentions ${names}, known for similar products`
    },
    spans: competitors,
  },
  {
    kind: 'words',
    fit: ['titleWords', 'titlePhrase', 'bodyWords', 'bodyPhrase', 'coverage', 'titleKeyword', 'bodyKeyword'],
    intent: ['titleWords', 'titleKeyword'],
    text: (_points, subject) => `Mentions ${quotedWords(subject.item, ownWords(subject)) || 'your topic'}`,
    spans: ownWords,
  },
  {
    kind: 'topic',
    fit: ['titleCloseness', 'bodyCloseness', 'kind'],
    intent: ['titleCloseness', 'bodyCloseness', 'kind'],
    text: (_points, { evidence }) => (evidence.kindName ? `Topic: ${evidence.kindName}` : 'Same topic as your product'),
    spans: relatedWords,
  },
  {
    kind: 'community',
    fit: ['community', 'kindCommunity'],
    intent: ['kindCommunity'],
    text: (points, { item }) =>
      `${placeName(item.subreddit)} is ${points > 0 ? 'close to your topic' : 'about other topics'}`,
    spans: ({ item }) => [{ field: 'subreddit', start: 0, end: item.subreddit.length, worth: 1 }],
  },
]

const intentGroups: readonly Group[] = [
  byCues('ask', ['titleAskFit', 'titleAskNear', 'bodyAsk', 'bodyAskFit', 'bodyAskNear', 'bodyAskCategory']),
  byCues('leave', ['titleLeave']),
  byCues('wonder', ['titleWonder', 'bodyWonder']),
  byCues('pain', ['bodyPainFit']),
  byCues('category', ['titleCategory']),
  byCues('own', ['titleOwn', 'bodyOwn']),
  byCues('research', ['research']),
  byCues('news', ['news']),
  byCues('career', ['career']),
  byCues('learn', ['learn']),
  byCues('talk', ['talk']),
  byCues('make', ['make']),
  {
    kind: 'advice',
    intent: ['advice'],
    text: () => advice.text,
    spans: ({ spans }) => spans.adviceSpans.map((span) => ({ ...span, worth: 1 })),
  },
  {
    kind: 'style',
    intent: ['self', 'reader', 'request', 'offer', 'seek', 'need'],
    text: (points) => (points > 0 ? 'Reads like a request' : 'Reads like an ad, an article, or a story'),
  },
  {
    kind: 'length',
    fit: ['length'],
    intent: ['length'],
    text: () => 'Long text',
    isShown: ({ item }) => item.body.length >= limits.longChars,
  },
  { kind: 'comment', fit: ['comment'], intent: ['comment'], text: () => 'A comment, not a post' },
]

/** A group with the indexes of its features. */
interface IndexedGroup {
  group: Group
  fitIndexes: readonly number[]
  intentIndexes: readonly number[]
}

const indexedFitGroups = fitGroups.map(indexed)
const indexedIntentGroups = intentGroups.map(indexed)

function indexed(group: Group): IndexedGroup {
  return {
    group,
    fitIndexes: (group.fit ?? []).map((feature) => fitFeatures.indexOf(feature)),
    intentIndexes: (group.intent ?? []).map((feature) => intentFeatures.indexOf(feature)),
  }
}

/**
 * Explains why an item fits and why its author wants such a product: a few reasons each, weightiest first. They add up
 * to all given points (in the order of fitFeatures and of intentFeatures).
 */
export function judgmentReasons(
  subject: Subject,
  fit: readonly number[],
  intent: readonly number[],
): { fit: Reason[]; intent: Reason[] } {
  return {
    fit: reasonsOf(sharesOf(indexedFitGroups, fit, intent), subject),
    intent: reasonsOf(sharesOf(indexedIntentGroups, fit, intent), subject),
  }
}

/** Returns the sums of the reasons without wording them. */
export function judgmentPoints(fit: readonly number[], intent: readonly number[]): { fit: number; intent: number } {
  return { fit: pointsOf(indexedFitGroups, fit, intent), intent: pointsOf(indexedIntentGroups, fit, intent) }
}

/** Returns 0 if no reason is worth showing: no share is large, and neither is the sum of the small ones. */
function pointsOf(groups: readonly IndexedGroup[], fit: readonly number[], intent: readonly number[]): number {
  let sum = 0
  let largest = 0
  for (let at = 0; at < groups.length; at++) {
    const points = shareOf(groups[at]!, fit, intent)
    sum += points
    largest = Math.max(largest, Math.abs(points))
  }
  const total = rounded(sum)
  return largest < limits.least && isNothing(total) ? 0 : total
}

interface Share {
  group: Group
  points: number
}

function sharesOf(groups: readonly IndexedGroup[], fit: readonly number[], intent: readonly number[]): Share[] {
  return groups.map((indexed) => ({ group: indexed.group, points: shareOf(indexed, fit, intent) }))
}

function shareOf(
  { fitIndexes, intentIndexes }: IndexedGroup,
  fit: readonly number[],
  intent: readonly number[],
): number {
  let points = 0
  for (let at = 0; at < fitIndexes.length; at++) points += fit[fitIndexes[at]!]!
  for (let at = 0; at < intentIndexes.length; at++) points += intent[intentIndexes[at]!]!
  return points
}

/** The shares that get their own reason, and the sum of the small ones. */
interface Divided {
  large: readonly Share[]
  rest: number
}

function divided(shares: Share[], subject: Subject): Divided {
  const order = shares.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
  const isLarge = ({ group, points }: Share) => Math.abs(points) >= limits.least && (group.isShown?.(subject) ?? true)
  const large = order.filter(isLarge).slice(0, limits.most - 1)
  const total = rounded(order.reduce((sum, { points }) => sum + points, 0))
  const rest = rounded(total - large.reduce((sum, { points }) => sum + rounded(points), 0))
  return { large, rest }
}

/** Combines small shares into one reason. If even their sum is too small, adds it to the weightiest reason. */
function reasonsOf(shares: Share[], subject: Subject): Reason[] {
  const { large, rest } = divided(shares, subject)
  const reasons = large.map((share) => reasonOf(share, subject))
  if (!isNothing(rest)) return [...reasons, { kind: 'rest', text: 'Minor factors', points: rest, spans: [] }]
  const [first, ...others] = reasons
  if (!first) return []
  const whole = [{ ...first, points: rounded(first.points + rest) }, ...others]
  return whole.sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}

function reasonOf({ group, points }: Share, subject: Subject): Reason {
  const isMarked = group.spans && Math.abs(points) >= limits.marked
  return {
    kind: group.kind,
    text: group.text(points, subject),
    points: rounded(points),
    spans: isMarked ? markedSpans(subject.item, group.spans!(subject)) : [],
  }
}

/** Returns whether points are too small to show, as points are shown as whole numbers. */
function isNothing(points: number): boolean {
  return Math.abs(points) <= 0.5
}

function byCues(kind: CueKind, features: readonly IntentFeature[]): Group {
  return {
    kind,
    intent: features,
    text: () => cues[kind].text,
    spans: ({ spans }) => spans.cueSpans[cueNumber[kind]]!.map((span) => ({ ...span, worth: 1 })),
  }
}

function competitors({ hits, evidence }: Subject): WeightedSpan[] {
  return [...hits.filter(({ kind }) => kind === 'competitor'), ...evidence.makers].map((hit) => toSpan(hit, 1))
}

/** Returns spans of keywords, longer ones weighing more, and of the product's own words. */
function ownWords({ hits, spans }: Subject): WeightedSpan[] {
  const keywords = hits.filter(({ kind }) => kind === 'keyword')
  const words = spans.wordSpans.filter(({ worth }) => worth >= limits.ownWorth)
  return [...keywords.map((hit) => toSpan(hit, 1 + wordsOf(hit.phrase).length)), ...words]
}

/** Returns spans of words related to the product's own; rarer ones weigh more. */
function relatedWords({ hits }: Subject): WeightedSpan[] {
  const related = hits.filter(({ kind }) => kind === 'profile')
  return related
    .map((hit) => toSpan(hit, rarityAt(wordNumber(hit.phrase))))
    .filter(({ worth }) => worth >= limits.relatedRarity)
}

function toSpan({ field, start, end }: Hit, worth: number): WeightedSpan {
  return { field, start, end, worth }
}
