import type { ReactNode } from 'react'
import { placeName } from '#engine/places/places.ts'
import { Badge } from '../../ui/badge.tsx'
import { ageText, exactTime } from '../text/age.ts'
import { Count } from './count.tsx'

interface PostFactsProps {
  /** Without `r/`. */
  subreddit: string | undefined
  postedAt: string | null
  post: { kind: 'post' | 'comment'; score: number | null; numComments: number | null } | undefined
  now: number
  /** What belongs to the time. */
  children?: ReactNode
}

/** Where and when a post appeared and how it was received, as items of a line. */
export function PostFacts({ subreddit, postedAt, post, now, children }: PostFactsProps) {
  return (
    <>
      <span className="max-w-48 truncate font-medium text-ink">{placeName(subreddit ?? '')}</span>
      <time
        dateTime={postedAt ?? undefined}
        title={postedAt ? exactTime(postedAt) : undefined}
        className="tabular relative whitespace-nowrap"
      >
        {ageText(postedAt, now)}
      </time>
      {children}
      <Count icon="vote" value={post?.score ?? null} />
      <Count icon="comment" value={post?.numComments ?? null} />
      {post?.kind === 'comment' && <Badge>Comment</Badge>}
    </>
  )
}
