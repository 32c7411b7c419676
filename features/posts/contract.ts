import { z } from 'zod'
import { postKinds } from '#engine/item.ts'
import type { Shown } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'

/**
 * What became of a post on Reddit. `reduced`: it came by a feed, and nobody could see it again in time, so that little
 * more than words of its title is kept. Of all that follow nothing is kept that its author wrote: they deleted it
 * (`deleted`) or their account (`authorless`), somebody removed it, or Reddit knows it no more.
 */
export const postStandings = ['there', 'reduced', 'deleted', 'removed', 'absent', 'authorless'] as const
export type PostStanding = (typeof postStandings)[number]
export const Post = z.object({
  ...row,
  outsideId: z.string(),
  kind: z.enum(postKinds),
  subreddit: z.string(),
  author: z.string().nullable(),
  title: z.string(),
  body: z.string(),
  bodyTruncated: z.boolean(),
  url: z.string().nullable(),
  permalink: z.string(),
  flair: z.string().nullable(),
  score: z.number().int().nullable(),
  numComments: z.number().int().nullable(),
  postedAt: instant.nullable(),
  standing: z.enum(postStandings),
  /** When that was last seen on Reddit; null where it never was, as with imports. */
  checkedAt: instant.nullable(),
})
export type Post = z.infer<typeof Post>

/** Posts come with what was found in them, and have no list of their own. */
export const posts: Shown = { name: 'posts', entity: Post, relations: {} }
