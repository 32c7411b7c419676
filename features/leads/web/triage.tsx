import { lazy, Suspense, useEffect, useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { classes } from '#platform/ui/classes.ts'
import { loadOptional } from '#platform/ui/parts.ts'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { ListHeader } from './header/list-header.tsx'
import { ListPane } from './list/list-pane.tsx'
import { useChangedLeads } from './list/use-changed-leads.ts'
import { PanelSkeleton } from './panel/panel-skeleton.tsx'
import { type Triage as State, useTriage } from './use-triage.ts'

/** Loaded after the list, since it includes everything for Markdown, menus, and dialogs. */
const LeadPanel = separatePart(async () => (await import('./panel/lead-panel.tsx')).LeadPanel, {
  title: "Couldn't load the lead",
  waiting: <PanelSkeleton />,
})

/** Loaded once a lead is chosen. */
const BulkBar = lazy(() => loadOptional(async () => (await import('./list/bulk-bar.tsx')).BulkBar))

/** The leads of one project: a list, with the open lead beside or over it. */
export function Triage({ project }: { project: CurrentProject }) {
  const triage = useTriage(project.id)
  const [now] = useState(Date.now)
  useChangedLeads(project.id, triage.view)
  const CommunityPlaybook = useSlot('communityPlaybook')
  const { wide, isListAlone, isWaiting, selected, selectedId, lastId } = triage
  // In an effect, so that the rest starts to load once the first rows are painted.
  const [isListShown, setListShown] = useState(false)
  useEffect(() => {
    if (!isWaiting) setListShown(true)
  }, [isWaiting])
  return (
    <div className="flex h-full max-lg:flex-col">
      <ListSection project={project} triage={triage} now={now} isShown={isListShown} />
      {!isListShown
        ? (wide ? !isListAlone : selectedId !== null) && <PanelSkeleton />
        : (wide ? !isListAlone : lastId !== null) && <LeadPanel projectId={project.id} triage={triage} now={now} />}
      {isListShown && !selected && (
        // An open lead contains it: a dialog over another must be inside of it.
        <Suspense>
          <CommunityPlaybook projectId={project.id} now={now} />
        </Suspense>
      )}
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
  /** Whether the first rows, or why there are none, have been shown. */
  isShown: boolean
}

function ListSection({ project, triage, now, isShown }: PartProps) {
  const { view, look, list, leads, selectedId, lastId, left, go, setOpenId, isListAlone, mayDecide, choice } = triage
  const pagination = list.data?.pages[0]?.meta.pagination
  return (
    <section
      aria-label="Opportunity list"
      className={classes(
        'flex min-h-0 min-w-0 flex-1 flex-col border-line',
        !isListAlone && 'lg:border-r',
        !isListAlone && look === 'cards' && 'lg:max-w-md',
      )}
    >
      <ListHeader
        view={view}
        look={look}
        withTools={isShown}
        project={project}
        total={pagination?.total ?? 0}
        totalCapped={pagination?.totalCapped ?? false}
        onView={(next, replace) => go(next, null, replace)}
        onLook={triage.onLook}
      />
      <ListPane
        project={project}
        view={view}
        look={look}
        list={list}
        leads={leads}
        selectedId={selectedId}
        lastId={lastId}
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
                projectId={project.id}
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
