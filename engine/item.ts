import type { PostKind } from '@earshot/contract/entities'

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

/** What a project listens for: the engine's whole view of a product. */
export interface Profile {
  name: string
  website: string | null
  /** What the product does and for whom, in the owner's words. */
  summary: string
  keywords: readonly string[]
  competitors: readonly string[]
  /** Codes of ISO 639-1: what leads may be written in besides English and the owner's own language. */
  languages?: readonly string[]
}
