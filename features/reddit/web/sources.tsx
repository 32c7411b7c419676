import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type RedditNotice, redditNotices } from '#platform/contract/notices.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useProject } from '#platform/web/session/project.ts'
import { Accounts } from './accounts.tsx'
import { Feeds } from './feeds.tsx'
import { healthQuery } from './queries.ts'
import { SourceList } from './source-list.tsx'

const refreshMs = 30_000

/** Loaded separately, since it is rarely read and far down the page. */
const Forgotten = lazy(() => loadOptional(async () => (await import('./forgotten.tsx')).Forgotten))

export function SourceSettings() {
  const project = useProject()
  useReturnFromReddit()
  return (
    <>
      <PageHeading title="Sources">
        Where posts and comments come from, their status, and this project's Reddit accounts.
      </PageHeading>
      {project && <Sources key={project.id} project={project} />}
    </>
  )
}

function Sources({ project }: { project: CurrentProject }) {
  const config = useQuery(configQuery)
  const health = useQuery({ ...healthQuery(project.id), refetchInterval: refreshMs })
  const { data: report, dataUpdatedAt: now } = health
  return (
    <>
      <Section title="Status">
        {config.data && report ? (
          <SourceList project={project} installed={config.data.sources} report={report} now={now} />
        ) : hasFailed(config) || hasFailed(health) ? (
          <FetchFailure query={hasFailed(config) ? config : health} title="Couldn't load source status" />
        ) : (
          <div role="status" aria-label="Loading">
            <Skeleton className="h-44 w-full" />
          </div>
        )}
      </Section>
      <Accounts project={project} />
      {report && <Feeds feeds={report.feeds} now={now} />}
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <Forgotten project={project} />
      </Suspense>
    </>
  )
}

/** Notifies the user of the result after the redirect from Reddit, and removes it from the URL. */
function useReturnFromReddit(): void {
  const [query, setQuery] = useSearchParams()
  const notice = query.get('notice')
  useEffect(() => {
    if (notice === null || !isRedditNotice(notice)) return
    const isGood = notice === 'reddit-connected'
    const look = isGood ? ({ color: 'green' } as const) : ({ color: 'amber', timeout: 0 } as const)
    notify({ id: `notice ${notice}`, title: redditNotices[notice], ...look })
    setQuery(
      (before) => {
        const rest = new URLSearchParams(before)
        rest.delete('notice')
        return rest
      },
      { replace: true },
    )
  }, [notice, setQuery])
}

function isRedditNotice(name: string): name is RedditNotice {
  return Object.hasOwn(redditNotices, name)
}
