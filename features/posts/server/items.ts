import type { Item } from '#engine/item.ts'
import { post } from './tables.ts'

/** The columns of a post that the engine needs. An item's ID is the post's ID here. */
export const itemColumns = {
  id: post.id,
  kind: post.kind,
  subreddit: post.subreddit,
  author: post.author,
  title: post.title,
  body: post.body,
  flair: post.flair,
  score: post.score,
  numComments: post.numComments,
  postedAt: post.postedAt,
}

type ItemRow = Omit<Item, 'postedAt'> & { postedAt: Date | null }

export function itemOf(row: ItemRow): Item {
  return { ...row, postedAt: row.postedAt?.getTime() ?? null }
}
