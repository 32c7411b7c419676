import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { matchedSources, type Source, sources } from '#engine/sources.ts'
import type { HealthReport } from '#features/operations/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import type { FeedHealth, SourceHealth } from '#platform/contract/source-health.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { sourceName } from '#platform/web/text/source-names.ts'
import { rateText, spanText } from '#platform/web/text/units.ts'
import { agoText, feedName, feedsText, lagsOf, type PolledSource, setupHints, stateOf } from './states.ts'

interface SourceListProps {
  project: CurrentProject
  /** The server's sources. */
  installed: readonly Source[]
  report: HealthReport
  /** The time of the report, from which ages are counted. */
  now: number
}

/** The sources with their status, those in use first. */
export function SourceList({ project, installed, report, now }: SourceListProps) {
  const isLive = (source: Source): source is PolledSource => source !== 'archive' && installed.includes(source)
  // A project in the sandbox polls real sources too, and their first post ends that.
  const shown = matchedSources(project).filter(isLive)
  const others = sources.filter((source) => !shown.some((each) => each === source))
  return (
    <>
      {shown.length > 0 ? (
        <ul aria-label="Sources" className="flex flex-col gap-4">
          {shown.map((source) => (
            <LiveSource
              key={source}
              source={source}
              health={report.sources.find((each) => each.source === source)}
              feeds={report.feeds.filter((feed) => feed.source === source)}
              now={now}
            />
          ))}
        </ul>
      ) : (
        <p className="rounded-xl border border-line border-dashed bg-sunken px-4 py-5 text-pretty">
          No live source is active for this project. To get posts,{' '}
          <Link to={paths.projectImports} className="text-accent-ink underline underline-offset-3">
            import an archive
          </Link>{' '}
          or connect a source.
        </p>
      )}
      <div className="flex flex-col gap-2">
        <h3 className="font-medium text-muted text-sm">Other sources</h3>
        <dl className="divide-y divide-line border-line border-y">
          {others.map((source) => (
            <div key={source} className="grid gap-x-6 gap-y-0.5 py-2.5 sm:grid-cols-[9rem_1fr]">
              <dt className="font-medium">{sourceName(source)}</dt>
              <dd className="wrap-anywhere text-pretty text-muted">{whyOther(source, project, installed)}</dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-sm">
          Choose the sources of this project in its{' '}
          <Link to={paths.projectMain} className="underline underline-offset-3 hover:text-ink">
            settings
          </Link>
          .
        </p>
      </div>
    </>
  )
}

/** Returns why a source isn't among the live ones. */
function whyOther(source: Source, { realm, sources: chosen }: CurrentProject, installed: readonly Source[]): string {
  if (source === 'sandbox' && realm === 'real') return 'Not used. This project has real data.'
  if (source !== 'archive' && !installed.includes(source)) return `Not connected. ${setupHints[source]}`
  if (!chosen.includes(source)) return 'Turned off for this project.'
  return 'Adds posts when someone imports an archive.'
}

interface LiveSourceProps {
  source: PolledSource
  /** Undefined if it was never polled. */
  health: SourceHealth | undefined
  feeds: readonly FeedHealth[]
  now: number
}

function LiveSource({ source, health, feeds, now }: LiveSourceProps) {
  const { error = null, lastSuccessAt = null, newestPostedAt = null, nextTryAt = null } = health ?? {}
  const state = stateOf(health, source, feeds, now)
  const lags = lagsOf(feeds)
  const next = nextTryAt === null ? 0 : (Date.parse(nextTryAt) - now) / 1000
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-line p-4 sm:p-5">
      <div className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="font-semibold">{sourceName(source)}</h3>
          <Badge look={state.look}>{state.label}</Badge>
        </div>
        <p className="text-pretty">{state.text}</p>
        {error !== null && (
          <p className="wrap-anywhere text-pretty text-danger">
            {error}.{' '}
            <span className="tabular text-muted">{next > 0 ? `Retrying in ${spanText(next)}.` : 'Retrying now.'}</span>
          </p>
        )}
        {state.remedy !== null && <p className="text-pretty text-muted">{state.remedy}</p>}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        <Fact name="Last response">{lastSuccessAt === null ? 'None yet' : agoText(lastSuccessAt, now)}</Fact>
        <Fact name="Rate">{rateText(health?.itemsPerMinute ?? 0)}</Fact>
        <Fact name="Newest post">{newestPostedAt === null ? 'None yet' : agoText(newestPostedAt, now)}</Fact>
        <Fact name="Typical delay">{lags ? spanText(lags.median) : 'Unknown'}</Fact>
        <Fact name="Longest delay">
          {lags ? (
            <>
              {spanText(lags.worst)} <span className="font-normal text-muted">in {feedName(lags.of)}</span>
            </>
          ) : (
            'Unknown'
          )}
        </Fact>
        <Fact name="Feeds">{feedsText(feeds.length)}</Fact>
      </dl>
    </li>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular wrap-anywhere font-medium">{children}</dd>
    </div>
  )
}
