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
  /** Words that go with the product's own, at full closeness. */
  related: 0.8,
  relatedLeast: 0.3,
  relatedMost: 180,
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
