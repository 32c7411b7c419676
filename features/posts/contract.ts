import { z } from 'zod'
import { postKinds } from '#engine/item.ts'
import { dated, identity, type Shown } from '#platform/contract/resource.ts'
import { instant, row } from '#platform/contract/row.ts'

/**
 * The state of a post on Reddit. `reduced`: it came by RSS and couldn't be checked in time, so that little more than
 * the words of its title is kept. For all others after it, nothing that the author wrote is kept: they deleted the post
 * (`deleted`) or their account (`authorless`), it was removed, or Reddit no longer has it.
 */
export const postStandings = ['there', 'reduced', 'deleted', 'removed', 'absent', 'authorless'] as const
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
  /** When the post was last checked on Reddit; null if never, as with imports. */
  checkedAt: instant.nullable(),
})
export type Post = z.infer<typeof Post>

/** Posts are shown with their leads and mentions, and have no list. */
export const posts: Shown = {
  name: 'posts',
  entity: Post,
  relations: {},
  filterable: {
    ...identity,
    ...{ kind: 'text', subreddit: 'text', author: 'text', title: 'text', body: 'text', bodyTruncated: 'boolean' },
    ...{ url: 'text', permalink: 'text', flair: 'text', score: 'number', numComments: 'number' },
    ...{ postedAt: 'instant', standing: 'text', checkedAt: 'instant' },
  },
  sortable: [...dated, 'subreddit', 'title', 'kind', 'score', 'numComments', 'postedAt'],
}
