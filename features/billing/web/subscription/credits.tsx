import { useQuery } from '@tanstack/react-query'
import { Paged } from '#platform/web/api/paged.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { CreditEntry } from '../../contract.ts'
import { creditKinds } from '../labels.ts'
import { creditEntriesQuery } from '../queries.ts'

/** Every change of the project's suggestion credits, newest first. */
export function Credits({ projectId }: { projectId: string }) {
  const query = useQuery(creditEntriesQuery(projectId))
  return (
    <Section
      title="Credits for reply suggestions"
      hint="Each suggestion will cost one credit. Suggestions are coming soon."
    >
      <RowsState query={query} empty={<p className="text-muted">No credits yet. They come with a plan.</p>}>
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

function CreditRow({ row: { kind, amount, left, note, createdAt } }: { row: CreditEntry }) {
  return (
    <li className="flex items-center justify-between gap-4 py-2.5">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-medium">{creditKinds[kind]}</span>
          {note && <span className="text-muted"> · {note}</span>}
        </p>
        <p className="text-muted text-sm">
          <time dateTime={createdAt}>{exactTime(createdAt)}</time>
        </p>
      </div>
      <p className="tabular shrink-0 text-right">
        <span className="block font-medium">{signed.format(amount)}</span>
        <span className="block text-muted text-sm">{count.format(left)} left</span>
      </p>
    </li>
  )
}
