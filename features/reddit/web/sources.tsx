import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { redditNotices } from '#platform/contract/notices.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useReturnNotice } from '#platform/web/page/return-notice.ts'
import { useProject } from '#platform/web/session/project.ts'
import { useSlot } from '#platform/web/slots.ts'
import { Accounts } from './accounts.tsx'
import { Feeds } from './feeds.tsx'
import { healthQuery } from './queries.ts'
import { SourceList } from './source-list.tsx'

const refreshMs = 30_000

/** Loaded separately, since it is rarely read and far down the page. */
const Forgotten = lazy(() => loadOptional(async () => (await import('./forgotten.tsx')).Forgotten))

export function SourceSettings() {
  const project = useProject()
  useReturnNotice(redditNotices, 'reddit-connected')
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
  const PushSources = useSlot('pushSources')
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
      {report && (
        <Suspense>
          <PushSources projectId={project.id} now={now} />
        </Suspense>
      )}
      <Accounts project={project} />
      {report && <Feeds feeds={report.feeds} now={now} />}
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <Forgotten project={project} />
      </Suspense>
    </>
  )
}
