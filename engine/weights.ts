import type { FitFeature, IntentFeature } from './features.ts'

const hour = 3_600_000
const day = 24 * hour

/** Points by age, newest first; `within` in milliseconds (DESIGN 4: today, 3 days, 2 weeks, older). */
export const freshnessSteps: readonly { within: number; points: number; text: string }[] = [
  { within: day, points: 10, text: 'Posted today' },
  { within: 3 * day, points: 7, text: 'Posted in the last 3 days' },
  { within: 14 * day, points: 4, text: 'Posted in the last 2 weeks' },
  { within: Number.POSITIVE_INFINITY, points: 0, text: 'Older than 2 weeks' },
]

/** How a product's words are weighed. */
export const profileWeights = {
  /** Words of the summary beside words of keywords, which count 1. */
  summary: 0.7,
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
  threshold: 9.5,
  /** What a community adds whose name lies in the middle of the product's words. */
  community: 6,
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
  intercept: -2.262,
  weights: {
    titleWords: 0.515,
    titlePhrase: 0.816,
    bodyWords: 0.189,
    bodyPhrase: 0.12,
    coverage: 0.451,
    closeness: 1.47,
    community: 1.436,
    titleCompetitor: 0.961,
    bodyCompetitor: 0.439,
    keywords: 0.246,
    length: -0.315,
    comment: -1.684,
  },
}

/** Does its author, being on topic, want such a product? Found by `bench fit`. */
export const intentHead: Head<IntentFeature> = {
  intercept: -2.521,
  weights: {
    titleAsk: 0.17,
    titleLeave: 0.273,
    titleWonder: 0.094,
    titlePain: 0.093,
    titleCategory: 0.461,
    titleAskFit: 0.616,
    titleAskCategory: -0.096,
    titleCompetitor: 0.213,
    bodyAsk: 0.228,
    bodyLeave: 0.017,
    bodyWonder: 0.204,
    bodyPain: 0.018,
    bodyAskFit: 0.431,
    bodyPainFit: 0.064,
    bodyAskCategory: 0.429,
    bodyCompetitor: 0.444,
    titleOwn: -0.374,
    bodyOwn: -0.419,
    research: -0.234,
    news: -0.248,
    career: -0.313,
    self: 0.422,
    reader: -0.613,
    request: 0.455,
    offer: -0.095,
    link: 0.16,
    length: -0.386,
    comment: -1.024,
  },
}

/** Points for a chance e times as good; it makes the best leads about 100. */
export const pointsPerStep = 15

/** Least chances of an item to be called on topic, a lead, and a hot one. */
export const labelChances = { onTopic: 0.35, lead: 0.3, hot: 0.5 } as const

/** Points by how many take part in the thread; unknown numbers earn nothing. */
export const engagementSteps: readonly { from: number; points: number; text: string }[] = [
  { from: 50, points: 4, text: 'Many take part' },
  { from: 10, points: 3, text: 'Lively thread' },
  { from: 3, points: 2, text: 'Some answers' },
  { from: 1, points: 1, text: 'A first answer' },
]
