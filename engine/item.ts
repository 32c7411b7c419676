export const postKinds = ['post', 'comment'] as const
type PostKind = (typeof postKinds)[number]

/** A post or comment as the engine sees it, whatever source it came from. */
export interface Item {
  /** The id that Reddit (or an archive) gave it; unique within one ranking. */
  id: string
  kind: PostKind
  /** Community name without `r/`. */
  subreddit: string
  author: string | null
  /** For a comment, the title of its thread. */
  title: string
  body: string
  flair: string | null
  /** Votes and comments; null where the source does not know them (never read as zero). */
  score: number | null
  numComments: number | null
  /** Milliseconds since 1970, or null where unknown. */
  postedAt: number | null
}

/** Where a keyword counts; elsewhere it is as if it were not there. */
export interface KeywordLimits {
  keyword: string
  /** In these communities alone, where there are any; and in none of those. */
  subredditsIn: readonly string[]
  subredditsOut: readonly string[]
  /** In texts of this language (ISO 639-1) alone. */
  language: string | null
  /** In items with so many votes; where they are unknown, in none. */
  minScore: number | null
}

/** What else a competitor is known by. */
export interface CompetitorNames {
  competitor: string
  aliases: readonly string[]
  /** Such as `pipewise.example`. */
  domains: readonly string[]
  /** Its own community: what is posted there is about it. */
  subreddit: string | null
  /** What tells that something else of that name is meant: where one of these stands, it is not found. */
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
  /** Of those that have any. */
  keywordLimits?: readonly KeywordLimits[]
  competitorNames?: readonly CompetitorNames[]
  /** Codes of ISO 639-1: what leads may be written in besides English and the owner's own language. */
  languages?: readonly string[]
}
