import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { useUser } from '#platform/web/session/project.ts'
import { exactTime } from '#platform/web/text/age.ts'
import type { CreditEntry } from '../../contract.ts'
import { creditKinds } from '../labels.ts'
import { creditEntriesQuery } from '../queries.ts'

/** Every change of the project's suggestion credits, newest first, with what was paid and who asked for it. */
export function Credits({ projectId }: { projectId: string }) {
  const query = useQuery(creditEntriesQuery(projectId))
  return (
    <Section title="Credits for reply suggestions" hint="Each suggested reply with a text costs one credit.">
      <RowsState
        name="the credits"
        query={query}
        empty={<p className="text-muted">No credits yet. They come with a plan.</p>}
      >
        {(rows) => (
          <Paged label="Credits" rows={rows} pageSize={10}>
            {(row) => <CreditRow key={row.id} row={row} />}
          </Paged>
        )}
      </RowsState>
    </Section>
  )
}

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })
const count = new Intl.NumberFormat('en')

function CreditRow({ row: { kind, amount, left, note, opportunity, createdBy, createdAt } }: { row: CreditEntry }) {
  const isOwn = useUser()?.id === createdBy?.id
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{creditKinds[kind]}</span>
          {note && <span className="text-muted"> · {note}</span>}
          {opportunity && (
            <>
              <span className="text-muted"> for </span>
              <Link to={`${paths.opportunities}?lead=${opportunity.id}`} dir="auto" className="underline">
                {opportunity.title}
              </Link>
            </>
          )}
        </p>
        <p className="text-muted text-sm">
          <time dateTime={createdAt}>{exactTime(createdAt)}</time>
          {createdBy && ` · by ${isOwn ? 'you' : createdBy.email}`}
        </p>
      </div>
      <p className="tabular shrink-0 text-right">
        <span className="block font-medium">{signed.format(amount)}</span>
        <span className="block text-muted text-sm">{count.format(left)} left</span>
      </p>
    </li>
  )
}
