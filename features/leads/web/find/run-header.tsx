import { Link, useNavigate } from 'react-router'
import type { LeadRun, RunSchedule } from '#features/discovery/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { Menu, MenuItem, MenuSeparator } from '#platform/ui/overlays/menu.tsx'
import { useMay } from '#platform/web/session/role.ts'
import { exactTime } from '#platform/web/text/age.ts'
import { plural } from '../labels.ts'
import { criteriaText, isWorking, scheduleNames, sourcesText } from './labels.ts'
import { resultsFileUrl } from './queries.ts'
import { useRunChanges } from './use-run-changes.ts'
import { type FindView, findParams } from './view.ts'

interface RunHeaderProps {
  projectId: string
  run: LeadRun
  view: FindView
}

/** What a run looked for and read, with its actions. */
export function RunHeader({ projectId, run, view }: RunHeaderProps) {
  const mayRun = useMay('decide') === true
  return (
    <header className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-2">
        <Link
          to={{ search: '' }}
          className="-ml-2 inline-flex h-9 items-center gap-2 rounded-md px-2 font-medium text-muted text-sm hover:text-ink"
        >
          <Icon name="back" /> All runs
        </Link>
        {!isWorking(run) && <RunMenu projectId={projectId} run={run} view={view} mayRun={mayRun} />}
      </div>
      <h1 className="wrap-anywhere text-pretty font-semibold text-lg leading-snug">{criteriaText(run.criteria)}</h1>
      <p className="tabular text-muted text-sm">
        <Covered run={run} />
        {run.schedule && ` · ${scheduleNames[run.schedule]}`}
        {run.nextRunAt && <span className="sr-only">, next on {exactTime(run.nextRunAt)}</span>}
      </p>
    </header>
  )
}

/** How much a run found, and in which posts. */
function Covered({ run: { state, results, held, postsTotal, sources } }: { run: LeadRun }) {
  if (postsTotal === null || !sources) return 'Not started yet'
  const read = sourcesText(sources)
  return (
    <>
      {state === 'done' && `${plural(results - held, 'result')} in `}
      {plural(postsTotal, 'post')}
      {read && ` (${read})`}
    </>
  )
}

function RunMenu({ projectId, run, view, mayRun }: RunHeaderProps & { mayRun: boolean }) {
  const navigate = useNavigate()
  const { rerun, schedule } = useRunChanges(projectId)
  const start = async () => {
    const started = await rerun(run)
    if (started) void navigate({ search: String(findParams({ run: started.id })) })
  }
  const schedules: [RunSchedule | null, string][] = [
    [null, "Don't repeat"],
    ['daily', `Repeat ${scheduleNames.daily.toLowerCase()}`],
    ['weekly', 'Repeat every Monday at 7:00'],
  ]
  return (
    <Menu
      align="end"
      trigger={
        <Button look="ghost" size="small">
          Run <Icon name="chevronDown" />
        </Button>
      }
    >
      {mayRun && <MenuItem onClick={() => void start()}>Run again</MenuItem>}
      {mayRun && (
        <MenuItem onClick={() => void navigate({ search: String(findParams({ from: run.id })) })}>
          Run with other criteria
        </MenuItem>
      )}
      {run.state === 'done' && (
        <MenuItem onClick={() => void navigate({ search: String(findParams({ run: run.id, compare: 'before' })) })}>
          Compare with earlier run
        </MenuItem>
      )}
      {run.state === 'done' && (
        <MenuItem onClick={() => window.location.assign(resultsFileUrl(run.id, view))}>Download CSV</MenuItem>
      )}
      {mayRun && <MenuSeparator />}
      {mayRun &&
        schedules
          .filter(([value]) => value !== run.schedule)
          .map(([value, label]) => (
            <MenuItem key={label} onClick={() => void schedule(run, value)}>
              {label}
            </MenuItem>
          ))}
    </Menu>
  )
}
