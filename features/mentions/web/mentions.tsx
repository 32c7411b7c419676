import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { classes } from '#platform/ui/classes.ts'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { Sheet, SheetBack } from '#platform/ui/overlays/dialog.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { rowId } from './list/element-ids.ts'
import { ListHeader } from './list/list-header.tsx'
import { ListPane } from './list/list-pane.tsx'
import { useChangedMentions } from './list/use-changed-mentions.ts'
import { OverviewSkeleton } from './overview/overview-skeleton.tsx'
import { type MentionsState, useMentions } from './use-mentions.ts'

/** Loaded after the list, with the charts. */
const Overview = lazy(async () => ({ default: (await loadPart(() => import('./overview/overview.tsx'))).Overview }))

/** Loaded once a mention is opened. */
const Panel = lazy(async () => ({ default: (await loadPart(() => import('./panel/panel.tsx'))).Panel }))

/** The mentions of the current project: a list, beside an overview or the open mention. */
export function Mentions() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  if (project) return <MentionsOf key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <ListSkeleton label="Loading mentions" />
}

function MentionsOf({ project }: { project: CurrentProject }) {
  const state = useMentions(project)
  useChangedMentions(project, state.view)
  const [now] = useState(Date.now)
  // On narrow screens, the overview covers the list on request.
  const [overviewOpen, setOverviewOpen] = useState(false)
  const { wide, view, selectedId, go } = state
  const overview = (
    <Suspense fallback={<OverviewSkeleton />}>
      <Overview
        project={project}
        view={view}
        onView={(next) => go(next, null, true)}
        onList={(next) => {
          setOverviewOpen(false)
          go(next, null, false)
        }}
        onOpen={(mention) => {
          setOverviewOpen(false)
          go(view, mention, false)
        }}
      />
    </Suspense>
  )
  return (
    <div className="flex h-full">
      <section
        aria-label="Mention list"
        className={classes('flex min-w-0 flex-1 flex-col border-line lg:max-w-md lg:border-r')}
      >
        <ListHeader project={project} state={state} onOverview={() => setOverviewOpen(true)} />
        <ListPane project={project} state={state} now={now} />
      </section>
      {wide && selectedId === null ? (
        <section aria-label="Overview" className="min-w-0 flex-1 overflow-y-auto">
          {overview}
        </section>
      ) : (
        <MentionPanel projectId={project.id} state={state} now={now} />
      )}
      {!wide && (
        <Sheet open={overviewOpen && selectedId === null} onOpenChange={setOverviewOpen} title="Overview">
          <div className="flex h-12 shrink-0 items-center border-line border-b px-2">
            <SheetBack>Mentions</SheetBack>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto">{overview}</div>
        </Sheet>
      )}
      <p className="sr-only" aria-live="polite">
        {state.announcement}
      </p>
    </div>
  )
}

interface MentionPanelProps {
  projectId: string
  state: MentionsState
  now: number
}

function MentionPanel({ projectId, state, now }: MentionPanelProps) {
  const { view, go, lastId, wide } = state
  const navigate = useNavigate()
  const location = useLocation()
  // Before the first mention is opened, there is no panel. Afterwards it stays, so that it can close smoothly.
  if (lastId === null) return null
  return (
    <Suspense fallback={wide && <OverviewSkeleton />}>
      <Panel
        projectId={projectId}
        state={state}
        // A mention opened from the list returns to it; one opened by its address goes to the list.
        onClose={() => (location.state === 'from list' ? void navigate(-1) : go(view, null, true))}
        rowAfter={() => document.getElementById(rowId(lastId))}
        now={now}
      />
    </Suspense>
  )
}
