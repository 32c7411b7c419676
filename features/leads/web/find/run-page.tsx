import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { LeadRun } from '#features/discovery/contract.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button, buttonClasses } from '#platform/ui/button.tsx'
import { EmptyState } from '#platform/ui/empty-state.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { CallError } from '#platform/web/api/call-error.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { useMay } from '#platform/web/session/role.ts'
import { ListSkeleton } from '../list/list.tsx'
import { isWorking } from './labels.ts'
import { runQuery } from './queries.ts'
import { Results } from './results.tsx'
import { RunHeader } from './run-header.tsx'
import { RunProgress } from './run-progress.tsx'
import { useRunChanges } from './use-run-changes.ts'
import { type FindView, findParams } from './view.ts'

interface RunPageProps {
  project: CurrentProject
  view: FindView & { run: string }
}

/** One run: its progress while it works, its results once it is done, or why it has none. */
export function RunPage({ project, view }: RunPageProps) {
  const query = useQuery(runQuery(view.run))
  const run = query.data
  if (query.error instanceof CallError && query.error.status === 404) return <Missing />
  if (hasFailed(query)) return <FetchFailure query={query} title="Couldn't load this run" />
  if (!run) return <ListSkeleton />
  if (run.state === 'done') return <Results project={project} run={run} view={view} />
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 px-4 pt-4 pb-24 sm:px-8">
      <RunHeader projectId={project.id} run={run} view={view} />
      {isWorking(run) ? <Working projectId={project.id} run={run} /> : <Ended projectId={project.id} run={run} />}
    </div>
  )
}

function Missing() {
  return (
    <EmptyState
      figure={<Icon name="find" className="size-10" />}
      title="This run no longer exists"
      action={
        <Link to={{ search: '' }} className={buttonClasses()}>
          View all runs
        </Link>
      }
    >
      It was deleted, or it belongs to another project.
    </EmptyState>
  )
}

function Working({ projectId, run }: { projectId: string; run: LeadRun }) {
  const { cancel } = useRunChanges(projectId)
  const mayRun = useMay('decide') === true
  return (
    <div className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-5">
      <RunProgress run={run} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm">You can leave this page. The run continues, even after a restart.</p>
        {mayRun && <Button onClick={() => void cancel(run)}>Cancel run</Button>}
      </div>
    </div>
  )
}

const endings = {
  canceled: 'Run canceled',
  failed: 'Run failed',
} as const

function Ended({ projectId, run }: { projectId: string; run: LeadRun }) {
  const { rerun } = useRunChanges(projectId)
  const navigate = useNavigate()
  const mayRun = useMay('decide') === true
  if (run.state !== 'canceled' && run.state !== 'failed') return null
  const start = async () => {
    const started = await rerun(run)
    if (started) void navigate({ search: String(findParams({ run: started.id })) })
  }
  return (
    <EmptyState
      figure={<Icon name={run.state === 'failed' ? 'alert' : 'close'} className="size-10" />}
      title={endings[run.state]}
      action={
        mayRun && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button look="primary" onClick={() => void start()}>
              Run again
            </Button>
            <Link to={{ search: String(findParams({ from: run.id })) }} className={buttonClasses()}>
              Change criteria
            </Link>
          </div>
        )
      }
    >
      {run.fault ?? 'It was canceled before it finished, so it has no results.'}{' '}
      {run.state === 'failed' && 'Run it again. If it fails again, check the server log.'}
    </EmptyState>
  )
}
