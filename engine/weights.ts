import type { FitFeature, IntentFeature } from './features.ts'

const hour = 3_600_000
const day = 24 * hour

/** Points by age, newest first; `within` in milliseconds (DESIGN 4: today, 3 days, 2 weeks, older). */
export const freshnessSteps: readonly { within: number; points: number; text: string }[] = [
  { within: day, points: 4, text: 'Posted today' },
  { within: 3 * day, points: 2.5, text: 'Posted in the last 3 days' },
  { within: 14 * day, points: 1.5, text: 'Posted in the last 2 weeks' },
  { within: Number.POSITIVE_INFINITY, points: 0, text: 'Older than 2 weeks' },
]

/** How a product's words are weighed. */
export const profileWeights = {
  /** A word of one keyword counts the sum of these; of several, up to 1. */
  firstKeyword: 0.6,
  nextKeyword: 0.2,
  /** Words of the summary. */
  summary: 0.6,
  /** A word beyond the table is rare or a name; a name can be common. */
  unknownWord: 0.7,
  /** A word with which people ask for any product. */
  askingWord: 0.4,
  /** Words that go with the product's own, at full closeness. */
  related: 0.8,
  relatedLeast: 0.3,
  relatedMost: 180,
  /** From this rarity on (plus one) a word tells all that a word can. */
  tellingRarity: 4,
  /** How often one word counts at most in a vector. */
  countMax: 3,
} as const

/** When an item is a candidate (DESIGN 4); in the units of word rarity. */
export const gate = {
  threshold: 9,
  /** What a community adds whose name lies in the middle of the product's words. */
  community: 8,
  /** What the name of a competitor adds that is also an everyday word. */
  ambiguous: 2,
  /** Hits kept of one item for one project. */
  hitsMax: 60,
} as const

/** How an item is read. */
export const readingLimits = {
  /** What comes later in a body does not change its score. */
  bodyChars: 4_000,
  /** Up to here words tell how a body is worded. */
  styleChars: 900,
  /** A word of the title counts as often in the item's vector. */
  titleTimes: 3,
  /** Within so many characters a word is what a turn of phrase asks for. */
  nearChars: 40,
  countMax: 3,
  /** What a competitor's name adds to a sentence, in the units of a word of the product's own. */
  competitorWorth: 0.8,
  ambiguousWorth: 0.3,
} as const

/** A logistic judgement: the sum of weight times feature, made a chance. */
export interface Head<F extends string> {
  intercept: number
  weights: Record<F, number>
}

/** Is it on the product's topic? Found by `bench fit`. */
export const fitHead: Head<FitFeature> = {
  intercept: -3.64,
  weights: {
    titleWords: 0.92,
    titlePhrase: 0.13,
    bodyWords: 0.51,
    bodyPhrase: 0.02,
    coverage: 0.81,
    closeness: 1.16,
    community: 1.26,
    titleCompetitor: 1.28,
    bodyCompetitor: 0.75,
    titleKeyword: 1.02,
    bodyKeyword: 0.46,
    length: -0.44,
    comment: -1.53,
  },
}

/** Does its author, being on topic, want such a product? Found by `bench fit`. */
export const intentHead: Head<IntentFeature> = {
  intercept: -2.36,
  weights: {
    titleLeave: 0.27,
    titleWonder: 0.09,
    titleCategory: 0.41,
    titleAskFit: 0.48,
    titleAskNear: 1.23,
    titleCompetitor: 0.09,
    bodyAsk: 0.21,
    bodyWonder: 0.26,
    bodyAskFit: 0.38,
    bodyAskNear: 0.26,
    bodyPainFit: 0.05,
    bodyAskCategory: 0.38,
    bodyCompetitor: 0.46,
    titleOwn: -0.63,
    bodyOwn: -0.61,
    research: -0.4,
    news: -0.36,
    career: -0.48,
    learn: -0.41,
    talk: -0.42,
    make: -0.26,
    self: 0.38,
    reader: -0.59,
    request: 0.47,
    offer: -0.07,
    length: -0.33,
    comment: -1.02,
  },
}

/** Points for a chance e times as good; together they make the best leads about 100. */
export const pointsPerStep = { fit: 17, intent: 11.5 } as const

/** Least chances of an item to be called on topic, a lead, and a hot one. */
export const labelChances = { onTopic: 0.35, lead: 0.35, hot: 0.6 } as const

/** Points by how many take part in the thread; unknown numbers earn nothing. */
export const engagementSteps: readonly { from: number; points: number; text: string }[] = [
  { from: 50, points: 2, text: 'Many take part' },
  { from: 10, points: 1.5, text: 'Lively thread' },
  { from: 3, points: 1, text: 'Some answers' },
]

/** How a score is explained. */
export const reasonLimits = {
  /** Reasons of one component; the last may be all the smaller ones together. */
  most: 6,
  /** Points, earned or lost, from which a reason is told by itself, and from which its words are marked. */
  least: 1,
  marked: 2,
  /** What a word of the product's own must tell to be named, and how rare a word must be that goes with them. */
  ownWorth: 0.25,
  relatedRarity: 1.7,
} as const
