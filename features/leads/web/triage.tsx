import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { classes } from '#platform/ui/classes.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { Actions } from './actions.tsx'
import { ListHeader } from './list/list-header.tsx'
import { ListPane } from './list/list-pane.tsx'
import { rowId } from './list/row.tsx'
import { useChangedLeads } from './list/use-changed-leads.ts'
import { Panel } from './panel/panel.tsx'
import { type Triage as State, useTriage } from './use-triage.ts'

/** Loaded once a lead is chosen. */
const BulkBar = lazy(async () => ({ default: (await loadPart(() => import('./list/bulk-bar.tsx'))).BulkBar }))

/** The leads of one project: a list, with the open lead beside or over it. */
export function Triage({ project }: { project: CurrentProject }) {
  const triage = useTriage(project.id)
  const [now] = useState(Date.now)
  useChangedLeads(project.id, triage.view)
  return (
    <div className="flex h-full">
      <ListSection project={project} triage={triage} now={now} />
      {(!triage.wide || !triage.isListAlone) && <LeadPanel project={project} triage={triage} now={now} />}
      <p className="sr-only" aria-live="polite">
        {triage.announcement}
      </p>
    </div>
  )
}

interface PartProps {
  project: CurrentProject
  triage: State
  now: number
}

function ListSection({ project, triage, now }: PartProps & { project: CurrentProject }) {
  const { view, list, leads, selectedId, left, go, setOpenId, isListAlone, mayDecide, choice } = triage
  const pagination = list.data?.pages[0]?.meta.pagination
  return (
    <section
      aria-label="Opportunity list"
      className={classes('flex min-w-0 flex-1 flex-col border-line', !isListAlone && 'lg:max-w-md lg:border-r')}
    >
      <ListHeader
        view={view}
        project={project}
        total={pagination?.total ?? 0}
        totalCapped={pagination?.totalCapped ?? false}
        onView={(next, replace) => go(next, null, replace)}
      />
      <ListPane
        project={project}
        view={view}
        list={list}
        leads={leads}
        selectedId={selectedId}
        now={now}
        left={left}
        onView={(next, replace) => go(next, null, replace)}
        onOpen={setOpenId}
        isChosen={choice.isChosen}
        onChoose={mayDecide ? choice.choose : null}
        bulk={
          choice.chosen.length > 0 && (
            <Suspense>
              <BulkBar
                chosen={choice.chosen}
                shown={leads.length}
                decide={triage.decide}
                rejecting={triage.rejecting}
                onRejecting={triage.setRejecting}
                onChooseAll={choice.chooseAll}
                onClear={choice.clear}
              />
            </Suspense>
          )
        }
      />
    </section>
  )
}

function LeadPanel({ project, triage, now }: PartProps) {
  const { wide, view, list, selectedId, selected, error, mayDecide, go, lastId } = triage
  const navigate = useNavigate()
  const { state } = useLocation()
  return (
    <Panel
      projectId={project.id}
      decide={triage.decideSelected}
      wide={wide}
      selectedId={selectedId}
      loading={list.isPending}
      lead={selected}
      others={triage.leads}
      error={error}
      // A lead opened from the list returns to it; one opened by its address goes to the list.
      onClose={() => (state === 'from list' ? void navigate(-1) : go(view, null, true))}
      rowAfter={() => document.getElementById(rowId(lastId ?? ''))}
      now={now}
      actions={(side) =>
        selected &&
        mayDecide && (
          <Actions
            lead={selected}
            decide={triage.decideSelected}
            rejecting={triage.rejecting && triage.choice.chosen.length === 0}
            onRejecting={triage.setRejecting}
            side={side}
          />
        )
      }
    />
  )
}
