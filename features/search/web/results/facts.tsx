import type { Post } from '#features/posts/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { count } from '#platform/web/text/units.ts'

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

/** A count with its meaning in words for screen readers; an unknown one is a dash, never zero. */
function Count({ icon, value }: { icon: 'vote' | 'comment'; value: number | null }) {
  return (
    <span className="tabular flex items-center gap-1 whitespace-nowrap">
      <Icon name={icon} className="size-3.5 text-faint" />
      <span aria-hidden="true">{value === null ? '–' : count(value)}</span>
      <span className="sr-only">
        {value === null ? `${icon}s unknown` : `${count(value)} ${icon}${value === 1 ? '' : 's'}`}
      </span>
    </span>
  )
}
