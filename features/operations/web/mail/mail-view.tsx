import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { exactTime } from '#platform/web/text/age.ts'
import type { UndeliveredMail } from '../../contract.ts'
import { call } from '../api.ts'

const mailQuery = (id: string) =>
  queryOptions({
    queryKey: ['undelivered-mail', id],
    // Each reading is logged.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await call('undeliveredMailsFindOne', { id, signal })).data,
  })

const views = [
  { value: 'text', label: 'Text' },
  { value: 'html', label: 'HTML' },
] as const

/** An email that is kept, as text and as HTML. */
export function MailView({ mail: { id, to, createdAt } }: { mail: UndeliveredMail }) {
  const [view, setView] = useState<(typeof views)[number]['value']>('text')
  const query = useQuery(mailQuery(id))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load the email" />
  return (
    <div className="flex flex-col gap-4">
      <p className="wrap-anywhere text-muted text-sm">
        to {to} · {exactTime(createdAt)}
      </p>
      <p className="text-sm">
        Its links may give access to the recipient's account. Opening someone else's email is recorded in the audit log
        of their projects.
      </p>
      {query.data ? (
        <Tabs label="Views" tabs={views} value={view} onValueChange={setView}>
          {view === 'text' ? (
            <pre className="wrap-anywhere whitespace-pre-wrap py-4 font-sans">{query.data.text}</pre>
          ) : (
            // Nothing in it runs, and its links lead nowhere: they are in the text.
            <iframe
              sandbox=""
              srcDoc={query.data.html}
              title="Email as HTML"
              className="mt-4 h-96 w-full rounded-lg border border-line"
            />
          )}
        </Tabs>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </div>
  )
}
