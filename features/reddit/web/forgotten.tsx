import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Pager } from '#platform/ui/lists/pager.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { exactTime } from '#platform/web/text/age.ts'
import type { Forgetting } from '../contract.ts'
import { reasonTexts, relatedText, subjectText } from './forgotten-text.ts'
import { forgettingsPageSize, forgettingsQuery } from './queries.ts'

/** A log that shows that deleted posts are gone here too, for users who may read the audit log (DESIGN 4). */
export function Forgotten({ project: { id } }: { project: CurrentProject }) {
  const role = useRole()
  const reason = role ? whyNot(role, 'readAudit') : null
  return (
    <Section
      title="Deleted posts"
      hint="When a post is deleted on Reddit, Earshot deletes its text, its author, and any quotes of it. This log shows only what was deleted and when."
    >
      {reason !== null ? <Locked>{reason}</Locked> : role ? <Entries projectId={id} /> : <Waiting />}
    </Section>
  )
}

function Entries({ projectId }: { projectId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery(forgettingsQuery(projectId, page))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load deleted posts" />
  if (!query.data) return <Waiting />
  const { rows, leadsLeft, total } = query.data
  if (total === 0) return <p className="text-pretty text-muted">No posts in this project have been deleted yet.</p>
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Deleted posts" className="divide-y divide-line border-line border-y">
        {rows.map((row) => (
          <Entry key={row.id} row={row} leadsLeft={leadsLeft} />
        ))}
      </ul>
      {total > forgettingsPageSize && (
        <Pager label="Deleted posts" page={page} pageSize={forgettingsPageSize} total={total} onPage={setPage} />
      )}
    </div>
  )
}

function Entry({ row, leadsLeft }: { row: Forgetting; leadsLeft: readonly string[] }) {
  const { createdAt, lastSeenAt, opportunityId, standing } = row
  const related = relatedText(row)
  return (
    <li className="flex flex-col gap-1 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-medium">{subjectText(row)}</h3>
        <p className="tabular text-muted text-sm">
          Deleted <Instant of={createdAt} />
        </p>
      </div>
      <p className="text-pretty text-muted text-sm">
        {reasonTexts[standing]} {related}
      </p>
      <p className="tabular text-pretty text-muted text-sm">
        {lastSeenAt === null ? (
          'Never verified on Reddit.'
        ) : (
          <>
            Last verified on Reddit <Instant of={lastSeenAt} />.
          </>
        )}{' '}
        {opportunityId !== null &&
          (leadsLeft.includes(opportunityId) ? (
            <Link
              to={`${paths.opportunities}?lead=${opportunityId}`}
              className="text-accent-ink underline underline-offset-2"
            >
              View lead
            </Link>
          ) : (
            'The lead was deleted.'
          ))}
      </p>
    </li>
  )
}

function Instant({ of }: { of: string }) {
  return (
    <time dateTime={of} title={exactTime(of)} className="whitespace-nowrap">
      {instant.format(new Date(of))}
    </time>
  )
}

const instant = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5 py-3">
      {['w-40', 'w-56'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}
