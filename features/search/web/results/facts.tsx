import type { Post } from '#features/posts/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Count } from '#platform/web/post/count.tsx'
import { ageText, exactTime } from '#platform/web/text/age.ts'

/** Where and when a post appeared, and what became of it. */
export function Facts({ post, now }: { post: Post; now: number }) {
  return (
    <>
      <span className="max-w-48 truncate font-medium text-ink">r/{post.subreddit}</span>
      <time
        dateTime={post.postedAt ?? undefined}
        title={post.postedAt ? exactTime(post.postedAt) : undefined}
        className="tabular relative whitespace-nowrap"
      >
        {ageText(post.postedAt, now)}
      </time>
      <Count icon="vote" value={post.score} />
      <Count icon="comment" value={post.numComments} />
      {post.kind === 'comment' && <Badge>Comment</Badge>}
    </>
  )
}
