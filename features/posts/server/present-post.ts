import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import type { Post } from '../contract.ts'
import { type post, postCheck } from './tables.ts'

type PostRow = typeof post.$inferSelect

/** The state of a post on Reddit and when it was checked. */
type CheckRow = Pick<typeof postCheck.$inferSelect, 'standing' | 'checkedAt'>
export const checkColumns = { standing: postCheck.standing, checkedAt: postCheck.checkedAt }
export interface CheckedPost {
  post: PostRow
  check: CheckRow | null
}
export function presentPost({ post: row, check }: CheckedPost): Post {
  const { kind, subreddit, author, title, body, bodyTruncated, url, permalink, flair, score, numComments } = row
  return {
    ...rowHead(row),
    outsideId: outsideIdText(row),
    kind,
    subreddit,
    author,
    title,
    body,
    bodyTruncated,
    url,
    permalink,
    flair,
    score,
    numComments,
    postedAt: row.postedAt?.toISOString() ?? null,
    standing: check?.standing ?? 'there',
    checkedAt: check?.checkedAt?.toISOString() ?? null,
  }
}
