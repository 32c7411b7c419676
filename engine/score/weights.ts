const hour = 3_600_000
const day = 24 * hour

/** Points by age, newest first; `within` in milliseconds (DESIGN 4: today, 3 days, 2 weeks, older). */
export const freshnessSteps: readonly { within: number; points: number; text: string }[] = [
  { within: day, points: 3, text: 'Posted today' },
  { within: 3 * day, points: 2, text: 'Posted in the last 3 days' },
  { within: 14 * day, points: 1, text: 'Posted in the last 2 weeks' },
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
  related: 1.6,
  relatedLeast: 0.2,
  relatedMost: 180,
  /** What all its kinds together count for beside its own words. */
  kinds: 0.4,
  /** From this rarity on (plus one) a word tells all that a word can. */
  tellingRarity: 4,
  /** How often one word counts at most in a vector. */
  countMax: 3,
} as const

/** When an item is a candidate (DESIGN 4). */
export const gate = {
  /** What words and community must add up to before a text is looked at closer, in the units of word rarity. */
  threshold: 4,
  /** What a community adds whose name lies in the middle of the product's words. */
  community: 16,
  /** What a keyword or the name of a competitor adds: enough by itself. */
  named: 1000,
  /** What the name of a competitor adds that is also an everyday word. */
  ambiguous: 2,
  /** How close the text must stand to the product, and what the closeness of the community counts for in it. */
  closeness: 0.22,
  communityCloseness: 0.1,
  /** Hits kept of one item for one project, but for the first of each name behind so many. */
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
  /** Less telling words are left out of a text's vector: they are many, and say little. */
  rarityLeast: 0.7,
  /** What a text is short of certainty about its subject, in the units of word rarity. */
  doubt: 3,
  /** What a text is short of certainty about whom it speaks to, in words. */
  readerDoubt: 40,
  /** What a competitor's name adds to a sentence, in the units of a word of the product's own. */
  competitorWorth: 0.8,
  ambiguousWorth: 0.3,
  /** What a known maker of the product's kind counts for beside a competitor that its owner named. */
  makerShare: 0.7,
} as const

/** Points for a chance e times as good; together they make the best leads about 100. */
export const pointsPerStep = { fit: 16, lead: 11, hot: 4 } as const

/** Least chances of an item to be called on topic, a lead, and a hot one. */
export const labelChances = { onTopic: 0.35, lead: 0.3, hot: 0.45 } as const

/** Points by how many take part in the thread; unknown numbers earn nothing. */
export const engagementSteps: readonly { from: number; points: number; text: string }[] = [
  { from: 50, points: 2, text: 'Very active thread' },
  { from: 10, points: 1.5, text: 'Active thread' },
  { from: 3, points: 1, text: 'Some replies' },
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

/** What is taken from an item that is no lead whatever it asks for. */
export const guardPoints = { person: -100, language: -30 } as const

/** How the language of a text is told. */
export const languageLimits = {
  /** From this share of known words on a text is plainly English. */
  englishShare: 0.3,
  /** So much of a text is looked at, and so much is needed. */
  chars: 400,
  leastChars: 50,
  /** Languages that are told apart: the more there are, the more often short texts are mistaken. */
  languages: [
    ...['eng', 'deu', 'fra', 'spa', 'por', 'ita', 'nld', 'swe', 'pol', 'ces', 'ron', 'hun', 'tur', 'rus', 'ukr'],
    ...['arb', 'heb', 'pes', 'hin', 'ben', 'tam', 'tel', 'ind', 'vie', 'tgl', 'cmn', 'jpn', 'kor', 'tha', 'ell'],
  ],
} as const

/** How a product is assigned to kinds, and an item's words to them; all set beforehand, from no judgement. */
export const kindWeights = {
  /** What the words of a product, its competitors and the names of a kind in its keywords say for a kind. */
  words: 0.04,
  makers: 0.5,
  makersEnough: 3,
  name: 0.1,
  namesMax: 3,
  /** Kinds of one product: how many, how good the best must be, and how far behind it the others may be. */
  most: 4,
  least: 0.3,
  range: 0.45,
  step: 0.3,
  /** A word of a kind's subject beside one of a name or a need. */
  subjectWord: 1.5,
  countMax: 4,
  /** A word that more kinds share tells none of them. */
  termKindsMost: 25,
  titleTimes: 2,
  /** What a text is short of certainty, in words. */
  textDoubt: 20,
  /** How much more likely a kind is for what the words say. */
  sharpness: 3,
  /** So many steps of e below certainty count for nothing. */
  depth: 6,
  /** What is taken for a product of no known kind. */
  unknownKind: 0.5,
  /** From so many competitors on a product's owner has said whom to look for; below, known makers of its kinds count too. */
  makersKnownFrom: 3,
  /** The makers of which kinds, by how much the product belongs to them. */
  makersOf: 0.4,
  /** With fewer keywords besides, words of its kinds tell as well: so much of what a word of the product's own does. */
  wordsKnownFrom: 3,
  wordShare: 0.7,
  /** The words of which kinds, by how much the product belongs to them. */
  wordsOf: 0.8,
  /** The logarithm of how many phrases of a kind hold a word that is wholly of it, and what a word must tell to count. */
  wordFull: 1.6,
  wordLeast: 0.08,
} as const
