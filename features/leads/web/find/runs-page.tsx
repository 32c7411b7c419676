import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { LeadRun } from '#features/discovery/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { Button } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Tooltip } from '#platform/ui/overlays/tooltip.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { useMay } from '#platform/web/session/role.ts'
import { ageText, exactTime } from '#platform/web/text/age.ts'
import { plural } from '../labels.ts'
import { criteriaText, isWorking, scheduleNames, stateText } from './labels.ts'
import { runsQuery } from './queries.ts'
import { RunForm } from './run-form.tsx'
import { RunProgress } from './run-progress.tsx'
import { useRunChanges } from './use-run-changes.ts'
import { findParams } from './view.ts'

/** The form for a new run, and all runs of the project. */
export function RunsPage({ project, from }: { project: CurrentProject; from: string | null }) {
  const query = useQuery(runsQuery(project.id))
  const navigate = useNavigate()
  const mayRun = useMay('decide') === true
  const changes = useRunChanges(project.id)
  const open = (run: LeadRun) => void navigate({ search: String(findParams({ run: run.id })) })
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-8 px-4 pt-6 pb-24 sm:px-8 lg:pt-10">
      <PageHeading title="Find leads">
        Search the posts stored here for leads: imported archives, and posts that matched a watchlist. Nothing is sent
        to Reddit.
      </PageHeading>
      {mayRun && <RunForm key={from} project={project} from={from} onStarted={open} />}
      <section aria-labelledby="runs-title" className="flex flex-col gap-3">
        <h2 id="runs-title" className="font-semibold text-lg">
          Runs
        </h2>
        <RowsState name="the runs" query={query} empty={<NoRuns />}>
          {(runs) => (
            <ul aria-label="Runs" className="flex flex-col divide-y divide-line border-line border-y">
              {runs
                .filter(({ id }) => !changes.isHidden(id))
                .map((run) => (
                  <RunRow key={run.id} run={run} onRemove={mayRun ? () => changes.remove(run) : null} />
                ))}
            </ul>
          )}
        </RowsState>
      </section>
    </div>
  )
}

function NoRuns() {
  return (
    <EmptyState figure={<Icon name="find" className="size-10" />} title="No runs yet">
      Your searches and their results will appear here. Start the first one above.
    </EmptyState>
  )
}

const looks = { queued: 'gray', running: 'accent', done: 'good', canceled: 'gray', failed: 'danger' } as const

function RunRow({ run, onRemove }: { run: LeadRun; onRemove: (() => void) | null }) {
  const title = criteriaText(run.criteria)
  return (
    <li className="relative flex items-start gap-3 py-4 hover:bg-sunken has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-focus">
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        <h3 className="wrap-anywhere text-pretty font-medium">
          <Link
            to={{ search: String(findParams({ run: run.id })) }}
            className="outline-none after:absolute after:inset-0"
          >
            {title}
          </Link>
        </h3>
        {isWorking(run) ? (
          <RunProgress run={run} />
        ) : (
          <p className="tabular flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-sm">
            <Badge look={looks[run.state]}>{stateText(run)}</Badge>
            {run.state === 'done' && <span>{plural(run.results, 'result')}</span>}
            {run.postsTotal !== null && <span>from {plural(run.postsTotal, 'post')}</span>}
            <time dateTime={run.createdAt} title={exactTime(run.createdAt)}>
              {ageText(run.createdAt, Date.now())}
            </time>
            {run.schedule && <span>{scheduleNames[run.schedule]}</span>}
          </p>
        )}
      </div>
      {onRemove && !isWorking(run) && (
        <Tooltip label="Delete run">
          <Button
            look="ghost"
            size="icon"
            aria-label={`Delete run: ${title}`}
            className="relative z-1"
            onClick={onRemove}
          >
            <Icon name="remove" />
          </Button>
        </Tooltip>
      )}
    </li>
  )
}
