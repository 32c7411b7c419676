import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { rangeName } from '#platform/ui/charts/days.ts'
import { TimeFilter } from '#platform/ui/charts/time-filter.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useMay } from '#platform/web/session/role.ts'
import { useSlot } from '#platform/web/slots.ts'
import { IsSample } from './figure.tsx'
import { mentionsAddress } from './links.ts'
import { Fetched, Part, Rows } from './part.tsx'
import { dashboardQuery, voiceQuery } from './queries.ts'
import { rangeIn, rangeParams, useToday } from './range.ts'
import { Replies } from './replies.tsx'
import { sampleFor } from './sample.ts'
import { SampleNote } from './sample-note.tsx'
import { Setup, setupProgress } from './setup.tsx'
import { ShareOfVoice } from './share-of-voice.tsx'
import { Stages } from './stages.tsx'
import { Tiles, TodaysQueue } from './today.tsx'
import { useLive } from './use-live.ts'

/** What waits in the current project, how its replies do, and what its setup lacks. */
export function Dashboard() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  if (project) return <DashboardOf key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return null
}

function DashboardOf({ project }: { project: CurrentProject }) {
  const today = useToday(project.timeZone)
  const [params, setParams] = useSearchParams()
  const range = rangeIn(params, today)
  const dashboard = useQuery(dashboardQuery(project.id, range))
  const voice = useQuery(voiceQuery(project.id, range))
  const mayRead = useMay('readOutreach')
  // While the role is unknown, the parts of the team keep their places.
  const isTeam = mayRead !== false
  useLive(project.id)
  const { data } = dashboard
  const isSample = data?.hasData === false
  const made = isSample ? sampleFor(isTeam) : null
  const days = rangeName(range, today)
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 px-4 pt-6 pb-24 sm:px-8 lg:pt-10">
      <div className="flex flex-wrap items-start justify-between gap-4 pb-2">
        <PageHeading title="Dashboard" />
        <div className="w-full sm:w-60">
          <TimeFilter
            isBounded
            range={range}
            today={today}
            onChange={(next) =>
              setParams(next ? rangeParams(next, today) : {}, { replace: true, preventScrollReset: true })
            }
          />
        </div>
      </div>
      {isSample && <SampleNote project={project} setup={data.setup} />}
      <IsSample value={isSample}>
        <Part title="Today">
          <Fetched query={dashboard} noun="today's queue" placeholder={<Tiles />}>
            {({ queue }) => <TodaysQueue queue={made?.queue ?? queue} />}
          </Fetched>
        </Part>
        <div className="grid gap-4 lg:grid-cols-2">
          <Part title="Replies" hint={days}>
            <Fetched query={dashboard} noun="replies" placeholder={<Rows count={4} />}>
              {({ replies }) => <Replies replies={made?.replies ?? replies} range={range} />}
            </Fetched>
          </Part>
          <Part
            title="Share of voice"
            hint={days}
            aside={!isSample && <More to={mentionsAddress(range)}>Mentions</More>}
          >
            <Fetched query={voice} noun="share of voice" placeholder={<Rows count={4} />}>
              {(voices) => <ShareOfVoice voices={made?.voices ?? voices} range={range} />}
            </Fetched>
          </Part>
          {isTeam && (
            <Part title="People by stage" hint="Now" aside={!isSample && <More to={paths.crm}>CRM</More>}>
              <Fetched query={dashboard} noun="people by stage" placeholder={<Rows count={6} />}>
                {({ stages }) => <Stages stages={made?.stages ?? stages ?? []} />}
              </Fetched>
            </Part>
          )}
          {isTeam && <TeamParts project={mayRead ? project : null} />}
        </div>
      </IsSample>
      {isTeam && (
        <Part
          title="Setup"
          aside={data?.setup && <span className="tabular text-muted text-sm">{setupProgress(data.setup)}</span>}
        >
          <Fetched query={dashboard} noun="the setup" placeholder={<Rows count={3} />}>
            {({ setup }) => <Setup parts={setup ?? []} />}
          </Fetched>
        </Part>
      )}
    </div>
  )
}

/** What only the team sees, filled by other features. Without a project, the places of both. */
function TeamParts({ project }: { project: CurrentProject | null }) {
  const Usage = useSlot('usage')
  const SourceHealth = useSlot('sourceHealth')
  return (
    <div className="flex flex-col gap-4">
      <Part title="Source health" aside={<More to={paths.projectSources}>Sources</More>}>
        <Suspense fallback={<Rows count={2} />}>
          {project ? <SourceHealth project={project} /> : <Rows count={2} />}
        </Suspense>
      </Part>
      <Part title="Plan usage" aside={<More to={paths.projectBilling}>Billing</More>}>
        <Suspense fallback={<Rows count={4} />}>
          {project ? <Usage projectId={project.id} /> : <Rows count={4} />}
        </Suspense>
      </Part>
    </div>
  )
}

function More({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="rounded text-muted text-sm underline decoration-line underline-offset-4 hover:text-ink">
      {children}
    </Link>
  )
}
