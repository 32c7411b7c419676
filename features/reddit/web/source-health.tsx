import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { matchedSources } from '#engine/sources.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { configQuery } from '#platform/web/api/config.ts'
import { FailureLine, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { sourceName } from '#platform/web/text/source-names.ts'
import { rateText } from '#platform/web/text/units.ts'
import { healthQuery } from './queries.ts'
import { agoText, type PolledSource, stateOf } from './states.ts'

/** Each live source of a project: its status, its last response, and its rate. */
export function SourceHealth({ project }: { project: CurrentProject }) {
  const config = useQuery(configQuery)
  const health = useQuery(healthQuery(project.id))
  const { data: report, dataUpdatedAt: now } = health
  if (hasFailed(config) || hasFailed(health)) {
    return <FailureLine query={hasFailed(config) ? config : health} title="Couldn't load source status" />
  }
  if (!config.data || !report) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-14 w-full" />
      </div>
    )
  }
  const installed = config.data.sources
  const live = matchedSources(project).filter(
    (source): source is PolledSource => source !== 'archive' && installed.includes(source),
  )
  if (live.length === 0) {
    return (
      <p className="text-pretty text-muted">
        No live source is active.{' '}
        <Link to={paths.projectImports} className="text-accent-ink underline underline-offset-3">
          Import an archive
        </Link>{' '}
        to get posts.
      </p>
    )
  }
  return (
    <ul aria-label="Source health" className="flex flex-col gap-3">
      {live.map((source) => {
        const of = report.sources.find((each) => each.source === source)
        const feeds = report.feeds.filter((feed) => feed.source === source)
        const state = stateOf(of, source, feeds, now)
        return (
          <li key={source}>
            <p className="flex flex-wrap items-center gap-x-2">
              <Link to={paths.projectSources} className="rounded font-medium hover:underline">
                {sourceName(source)}
              </Link>
              <Badge look={state.look}>{state.label}</Badge>
            </p>
            <p className="tabular text-muted text-sm">
              {of?.lastSuccessAt
                ? `Last response ${agoText(of.lastSuccessAt, now)} · ${rateText(of.itemsPerMinute)}`
                : state.text}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
