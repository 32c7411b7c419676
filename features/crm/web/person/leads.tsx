import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { placeName } from '#engine/places/places.ts'
import { postUrl } from '#engine/places/post-url.ts'
import type { Opportunity } from '#features/leads/contract.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { isGone, nameOf } from '#platform/web/post/shown-post.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import type { RedditPerson } from '../../contract.ts'
import { personLeadsQuery } from './queries.ts'

/** The threads in which a person was met: their leads, with what they said. */
export function Leads({ person, now }: { person: RedditPerson; now: number }) {
  const query = useQuery(personLeadsQuery(person.id))
  return (
    <section aria-label="Where you met">
      <h2 className="font-semibold">Where you met</h2>
      <div className="mt-2">
        <RowsState
          name="the leads"
          query={query}
          empty={<p className="text-muted">None of your leads are from this person.</p>}
        >
          {(leads) => (
            <ul aria-label="Leads" className="flex flex-col gap-2">
              {leads.map((lead) => (
                <li key={lead.id} className="rounded-xl border border-line bg-raised px-3 py-2.5">
                  <Lead lead={lead} now={now} />
                </li>
              ))}
            </ul>
          )}
        </RowsState>
      </div>
    </section>
  )
}

function Lead({
  lead: { id, post, sentence, snippet, score, state, postedAt },
  now,
}: {
  lead: Opportunity
  now: number
}) {
  const quote = sentence?.text ?? snippet.text
  return (
    <>
      <h3 dir="auto" className="wrap-anywhere font-medium">
        <Link to={`${paths.opportunities}?tab=all&lead=${id}`} className="rounded hover:underline">
          {post ? nameOf(post) : 'Open lead'}
        </Link>
      </h3>
      {post && !isGone(post) && quote !== '' && (
        <blockquote
          dir="auto"
          className="wrap-anywhere mt-1 line-clamp-4 border-line border-l-2 pl-2.5 text-muted text-sm"
        >
          {quote}
        </blockquote>
      )}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1 text-muted text-xs">
        <span className="tabular font-semibold text-ink">{Math.round(score)} %</span>
        {post && <span>{placeName(post.subreddit)}</span>}
        {postedAt !== null && (
          <time dateTime={postedAt} title={exactTime(postedAt)}>
            {ageText(postedAt, now)}
          </time>
        )}
        {state === 'replied' && <Badge look="accent">Replied</Badge>}
        {state === 'rejected' && <Badge>Rejected</Badge>}
        {post && (
          <a
            href={postUrl(post.permalink)}
            target="_blank"
            rel="noopener noreferrer"
            className="ml-auto inline-flex min-h-6 items-center gap-1 rounded font-medium text-muted hover:text-ink"
          >
            Open on Reddit <Icon name="external" />
          </a>
        )}
      </p>
    </>
  )
}
