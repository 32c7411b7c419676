import type { LiveMatch } from '#features/reddit/contract.ts'
import type { ShownPost } from '#platform/web/post/shown-post.ts'
import type { FoundPost } from '../contract.ts'

/** A post that matches the search, stored or just returned by Reddit. */
export interface Match extends Omit<FoundPost, 'post'> {
  /** What identifies it in the list: its ID here, or on Reddit. */
  id: string
  post: ShownPost & { outsideId: string; postedAt: string | null }
  /** Null if the project has no copy of it. */
  storedId: string | null
  isLive: boolean
}

export function storedMatch(found: FoundPost): Match {
  return { ...found, id: found.post.id, storedId: found.post.id, isLive: false }
}

export function liveMatch({ post, ...found }: LiveMatch): Match {
  return { ...found, id: post.outsideId, post: { ...post, standing: 'there', checkedAt: null }, isLive: true }
}
