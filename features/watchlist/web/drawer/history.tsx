import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useMay } from '#platform/web/session/role.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { call } from '../api.ts'
import { historyText } from './history-text.ts'

interface HistoryProps {
  projectId: string
  subjectId: string
}

/** Who changed a row, when and how, newest first; shown only with permission to read the audit log. */
export function History(props: HistoryProps) {
  if (!useMay('readAudit')) return null
  return (
    <DrawerSection title="History">
      <Entries {...props} />
    </DrawerSection>
  )
}

function Entries({ projectId, subjectId }: HistoryProps) {
  const query = useQuery({
    queryKey: ['history', projectId, subjectId],
    queryFn: async ({ signal }) =>
      (
        await call('auditEntriesFind', {
          query: {
            filters: { project: { id: { $eq: projectId } }, subjectId: { $eq: subjectId } },
            sort: 'createdAt:desc',
            populate: ['user'],
            pagination: { page: 1, pageSize: 20 },
          },
          signal,
        })
      ).data,
  })
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load history" />
  if (!query.data) return <Skeleton className="h-16 w-full" />
  return (
    <ol aria-label="History" className="flex flex-col gap-2 text-sm">
      {query.data.map((entry) => (
        <li key={entry.id} className="wrap-anywhere border-line border-l-2 pl-3">
          {historyText(entry)}{' '}
          <time dateTime={entry.createdAt} title={exactTime(entry.createdAt)} className="tabular text-muted">
            {ageText(entry.createdAt, Date.now())}
          </time>
        </li>
      ))}
    </ol>
  )
}

/** A section of a drawer, below the form that edits the row. */
export function DrawerSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 flex flex-col gap-3 border-line border-t pt-5">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
