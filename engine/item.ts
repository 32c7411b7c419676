export const postKinds = ['post', 'comment'] as const
type PostKind = (typeof postKinds)[number]

/** A post or comment as the engine sees it, whatever its source. */
export interface Item {
  /** The id from Reddit or an archive; unique within one ranking. */
  id: string
  kind: PostKind
  /** The name of the community without `r/`. */
  subreddit: string
  author: string | null
  /** For a comment, the title of its thread. */
  title: string
  body: string
  flair: string | null
  /** Votes and comments; null if the source does not know them (never read as zero). */
  score: number | null
  numComments: number | null
  /** Milliseconds since 1970; null if unknown. */
  postedAt: number | null
}

/** Where a keyword counts; it is ignored everywhere else. */
export interface KeywordLimits {
  keyword: string
  /** Only in these communities, if there are any, and never in those. */
  subredditsIn: readonly string[]
  subredditsOut: readonly string[]
  /** Only in texts in this language (ISO 639-1). */
  language: string | null
  /** Only in items with at least this many votes, and never if the votes are unknown. */
  minScore: number | null
}

/** Other ways to recognize a competitor. */
export interface CompetitorNames {
  competitor: string
  aliases: readonly string[]
  /** Such as `pipewise.example`. */
  domains: readonly string[]
  /** Its own community: posts there are about it. */
  subreddit: string | null
  /** Words that show that something else of that name is meant; text with one of them is no match. */
  excludeWords: readonly string[]
}

/** A project's watchlist: the engine's whole view of a product. */
export interface Profile {
  name: string
  website: string | null
  /** What the product does and for whom, in the owner's words. */
  summary: string
  keywords: readonly string[]
  competitors: readonly string[]
  /** Only for keywords that have limits. */
  keywordLimits?: readonly KeywordLimits[]
  competitorNames?: readonly CompetitorNames[]
  /** ISO 639-1 codes of the languages that leads may use, besides English and the owner's own language. */
  languages?: readonly string[]
  /** What the owner says makes a post a lead, and what doesn't. Only chat models get it. */
  intentBrief?: string
  noiseBrief?: string
}
