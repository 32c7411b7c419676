/** The weights of a product's words. */
export const profileWeights = {
  /** A word of one keyword weighs the sum of these; a word of several, up to 1. */
  firstKeyword: 0.6,
  nextKeyword: 0.2,
  /** Words of the summary. */
  summary: 0.6,
  /** A word missing from the table is rare or a name, and a name can be common. */
  unknownWord: 0.7,
  /** A word that people use to ask for any product. */
  askingWord: 0.4,
  /** Words related to the product's own, at full closeness. */
  related: 1.6,
  relatedLeast: 0.2,
  relatedMost: 180,
  /** The weight of all its kinds together, relative to its own words. */
  kinds: 0.4,
  /** From this rarity on (plus one), a word counts fully. */
  tellingRarity: 4,
  /** The maximum count of one word in a vector. */
  countMax: 3,
} as const

/** The conditions for a candidate (DESIGN 4). */
export const gate = {
  /** What words and community must add up to before a text is read closely, in units of word rarity. */
  threshold: 4,
  /** What a community adds if its name is at the center of the product's words. */
  community: 16,
  /** What a keyword or a competitor's name adds: enough on its own. */
  named: 1000,
  /** What a competitor's name adds if it is also an everyday word. */
  ambiguous: 2,
  /** The minimum closeness of the text to the product, and the weight of the community's closeness in it. */
  closeness: 0.22,
  communityCloseness: 0.1,
  /** The minimum closeness of a request in a community of the product's kinds, and the minimum fit of that community. */
  requestCloseness: 0.12,
  kindCommunity: 0.7,
  /** Hits kept per item of a keyword or name, and of all words of a profile together. */
  hitsPerName: 20,
  profileHits: 60,
} as const

/**
 * How strongly a sentence must ask to be a request, if it names a type of product and otherwise; and with the product's
 * own words, how strongly times how much they fit.
 */
export const requestLeast = { forCategory: 0.5, ask: 0.75, fit: 0.6 } as const

/** The limits for reading an item. */
export const readingLimits = {
  /** Characters of a body that count; the rest does not change its score. */
  bodyChars: 4_000,
  /** A body counts as short up to here. */
  shortChars: 100,
  /** Characters of a body that count for its style. */
  styleChars: 900,
  /** How often a word of the title counts in the item's vector. */
  titleTimes: 3,
  /** The distance in characters within which a word is the object of a request. */
  nearChars: 40,
  countMax: 3,
  /** Words below this rarity are left out of a text's vector: they are many and say little. */
  rarityLeast: 0.7,
  /** The damping of a text's closeness, in units of word rarity. */
  doubt: 3,
  /** The damping of how much a text addresses its reader, in words. */
  readerDoubt: 40,
  /** What a competitor's name adds to a sentence, relative to one of the product's own words. */
  competitorWorth: 0.8,
  ambiguousWorth: 0.3,
  /** The weight of a known maker of its kinds, relative to a competitor from the profile. */
  makerShare: 0.7,
} as const

/** Points per factor of e in probability; together, the best leads get about 100. */
export const pointsPerStep = { fit: 16, lead: 11, hot: 4 } as const

/** The minimum probability of being on topic. */
export const leastOnTopic = 0.35

/** The limits for the reasons of a score. */
export const reasonLimits = {
  /** Reasons per component; the last may combine the smaller ones. */
  most: 6,
  /** Points, earned or lost, from which a reason is shown separately, and from which its words are marked. */
  least: 1,
  marked: 2,
  /** Characters from which a body is called long; most posts are shorter. */
  longChars: 2_000,
  /** The minimum weight of an own word, and the minimum rarity of a related word, for it to be shown. */
  ownWorth: 0.25,
  relatedRarity: 1.7,
} as const

/** The penalty for an item that is never a lead. */
export const guardPoints = { person: -100, language: -30 } as const

/** The limits for detecting the language of a text. */
export const languageLimits = {
  /** From this share of known words on, a text is English. */
  englishShare: 0.3,
  /** The characters that are looked at, and the fewest needed. */
  chars: 400,
  leastChars: 50,
  /** The languages to detect. More of them would cause more mistakes in short texts. */
  languages: [
    ...['eng', 'deu', 'fra', 'spa', 'por', 'ita', 'nld', 'swe', 'pol', 'ces', 'ron', 'hun', 'tur', 'rus', 'ukr'],
    ...['arb', 'heb', 'pes', 'hin', 'ben', 'tam', 'tel', 'ind', 'vie', 'tgl', 'cmn', 'jpn', 'kor', 'tha', 'ell'],
  ],
} as const

/** How products and items are assigned to kinds. All values were set beforehand, not fitted to judgments. */
export const kindWeights = {
  /** The weights of a product's words, its competitors, and the names of a kind in its keywords. */
  words: 0.04,
  makers: 0.5,
  makersEnough: 3,
  name: 0.1,
  namesMax: 3,
  /** The kinds of a product: the maximum number, the minimum score of the best, and the maximum lag of the others. */
  most: 4,
  least: 0.3,
  range: 0.45,
  step: 0.3,
  /** The weight of a word of a kind's subject, relative to one of a name or a need. */
  subjectWord: 1.5,
  countMax: 4,
  /** A word shared by more kinds indicates none of them. */
  termKindsMost: 25,
  titleTimes: 2,
  /** The damping for short texts, in words. */
  textDoubt: 20,
  /** How strongly words change the probability of a kind. */
  sharpness: 3,
  /** A probability this many steps of e below certainty counts as 0. */
  depth: 6,
  /** The weight from which a kind is named, and the chance from which an item is said to be about it. */
  namedFrom: 0.5,
  nameFrom: 0.5,
  /** The value for a product of no known kind. */
  unknownKind: 0.5,
  /** With fewer competitors in the profile, known makers of the product's kinds count too. */
  makersKnownFrom: 3,
  /** The minimum weight of a kind for its makers to count. */
  makersOf: 0.4,
  /** With fewer keywords in the profile, words of its kinds count too, at this share of an own word. */
  wordsKnownFrom: 3,
  wordShare: 0.7,
  /** The minimum weight of a kind for its words to count. */
  wordsOf: 0.8,
  /**
   * The logarithm of the number of a kind's phrases that makes a word fully typical, and the least weight that counts.
   */
  wordFull: 1.6,
  wordLeast: 0.08,
} as const

/** The limits for a lead's sentence (engine/explain/headline.ts). */
export const headlineLimits = {
  /** The longest quote in characters, and the fewest words of one. */
  chars: 140,
  words: 5,
  titleWords: 3,
  /** How strongly a sentence must ask, and how much of the product it must name. */
  ask: 0.5,
  fit: 0.4,
  /** How much an answer must share with it, by the worth of words, and as a part of an offer or keyword. */
  shared: 0.4,
  sharedOfOffer: 0.55,
  sharedOfKeyword: 0.75,
  /** What an answer that only shares a word costs. */
  doubt: 12,
  /** What comes first, and what a title adds. */
  ranks: { leave: 40, ask: 30, pain: 20, question: 15, mention: 0 },
  titleBonus: 1,
} as const
