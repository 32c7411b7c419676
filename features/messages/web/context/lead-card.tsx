import { Link } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import type { Opportunity } from '#features/leads/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { nameOf } from '#platform/web/post/shown-post.ts'
import { ageText } from '#platform/web/text/age.ts'

/** The lead that a conversation is about, with a link to it. */
export function LeadCard({
  lead: { id, score, post, state, postedAt, sentence },
  now,
}: {
  lead: Opportunity
  now: number
}) {
  return (
    <section aria-label="Lead" className="flex flex-col gap-2">
      <h3 className="font-semibold">Lead</h3>
      <Link
        to={`${paths.opportunities}?tab=all&lead=${id}`}
        className="flex flex-col gap-1.5 rounded-xl border border-line bg-raised p-3 hover:bg-hover"
      >
        <span dir="auto" className="wrap-anywhere line-clamp-3 font-medium">
          {post ? nameOf(post) : 'Open lead'}
        </span>
        {sentence && (
          <span dir="auto" className="wrap-anywhere line-clamp-3 text-muted text-sm">
            {sentence.text}
          </span>
        )}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
          <span className="tabular font-semibold text-ink">{Math.round(score)} %</span>
          {post && <span>{placeName(post.subreddit)}</span>}
          <span>{ageText(postedAt, now)}</span>
          {state === 'replied' && <Badge look="accent">Replied</Badge>}
          {state === 'rejected' && <Badge>Rejected</Badge>}
        </span>
      </Link>
    </section>
  )
}
