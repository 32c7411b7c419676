import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Progress } from '#platform/ui/progress.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { paths } from '#platform/web/page/paths.ts'
import { useMay } from '#platform/web/session/role.ts'
import type { SeoReport } from '../contract.ts'
import { call } from './api.ts'
import { seoQuery } from './queries.ts'
import { Questions } from './questions.tsx'
import { dateText, nextText } from './text.ts'
import { Thread } from './thread.tsx'

/** The threads that rank in search or that AI answers cite: the content of the tab. */
export function SeoThreads({ projectId }: { projectId: string }) {
  const query = useQuery(seoQuery(projectId))
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load SEO opportunities" />
  if (!query.data) return <Loading />
  return <Report projectId={projectId} report={query.data} />
}

function Loading() {
  return (
    <div role="status" aria-label="Loading SEO opportunities" className="flex flex-col gap-8 px-4 py-5">
      {['w-4/5', 'w-3/5', 'w-2/3'].map((width) => (
        <div key={width} className="flex flex-col gap-2.5">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-1/2" />
        </div>
      ))}
    </div>
  )
}

function Report({ projectId, report }: { projectId: string; report: SeoReport }) {
  const { add, adding } = useAdding(projectId)
  const mayDecide = useMay('decide') === true
  const [now] = useState(Date.now)
  if (report.startedAt === null) {
    return (
      <EmptyState figure={<Icon name="search" className="size-10" />} title="No search results yet">
        Threads that rank in search engines will appear here. The first update starts within minutes of setup.
      </EmptyState>
    )
  }
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col">
      <Summary projectId={projectId} report={report} />
      {report.threads.length === 0 ? (
        <Empty report={report} />
      ) : (
        <ul aria-label="SEO opportunities" className="border-line border-t">
          {report.threads.map((thread) => (
            <Thread
              key={thread.id}
              thread={thread}
              now={now}
              adding={adding === thread.id}
              onAdd={mayDecide ? () => void add(thread.id) : null}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Where the results are from, how they are to be read, and when the next ones come. */
function Summary({ projectId, report }: { projectId: string; report: SeoReport }) {
  const mayEdit = useMay('changeWatchlist') === true
  const { source, startedAt, finishedAt, questions } = report
  const done = questions.filter(({ isOpen }) => !isOpen).length
  return (
    <div className="flex flex-col gap-3 px-4 py-4 text-sm">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span className="font-medium">Updated {startedAt && dateText(startedAt)}</span>
        <span className="text-muted">{nextText(report)}</span>
      </p>
      {finishedAt === null && questions.length > 0 && (
        <Progress label="Asking search engines" value={done} max={questions.length} noun="questions" />
      )}
      <p className="max-w-2xl text-pretty text-muted">
        {source === 'estimate'
          ? 'Estimated from stored posts, not from a search engine: posts older than a month with the words of a query and many votes. To see real positions, connect a search engine on the server with SERP_URL.'
          : "Positions are as of that date. Shares of clicks are averages of Google's results by position (SISTRIX, 2020). Earshot doesn't know how often people search, so it doesn't estimate visits."}
      </p>
      <Questions projectId={projectId} report={report} mayEdit={mayEdit} />
    </div>
  )
}

function Empty({ report }: { report: SeoReport }) {
  if (report.held > 0) {
    const title = report.held === 1 ? '1 thread is waiting' : `${report.held} threads are waiting`
    return (
      <EmptyState figure={<Icon name="calendar" className="size-10" />} title={title}>
        Your plan shows SEO opportunities on the 1st. {nextText(report)}.
      </EmptyState>
    )
  }
  if (report.finishedAt === null) {
    return <EmptyState title="Searching…">Threads appear here as they are found.</EmptyState>
  }
  return (
    <EmptyState
      figure={<Icon name="search" className="size-10" />}
      title="No threads found"
      action={
        <Link to={paths.projectKeywords} className="text-accent-ink underline underline-offset-2">
          Edit keywords
        </Link>
      }
    >
      {report.queries.isOwn ? 'Try other queries.' : 'Queries come from your keywords and competitors.'}
    </EmptyState>
  )
}

function useAdding(projectId: string) {
  const queryClient = useQueryClient()
  const [adding, setAdding] = useState<string | null>(null)
  async function add(thread: string): Promise<void> {
    if (adding !== null) return
    setAdding(thread)
    await withErrorToast(async () => {
      await call('seoLeadPut', { id: projectId, body: { data: { thread } } })
      await queryClient.invalidateQueries({ queryKey: ['opportunities', projectId], refetchType: 'none' })
      await queryClient.invalidateQueries({ queryKey: ['seo', projectId] })
      notify({ title: 'Added to opportunities, under Saved' })
    })
    setAdding(null)
  }
  return { add, adding }
}
