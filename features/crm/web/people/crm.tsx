import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { projectsQuery, useProject, useUser } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { Board } from '../board/board.tsx'
import { Header } from './header.tsx'
import { type CrmState, useCrm } from './use-crm.ts'

/** Loaded once it is shown. */
const PeopleTable = separatePart(async () => (await import('../table/people-table.tsx')).PeopleTable, {
  title: "Couldn't load the table",
  waiting: <ListSkeleton label="Loading people" />,
})
const PersonPage = separatePart(async () => (await import('../person/person-page.tsx')).PersonPage, {
  title: "Couldn't load the person",
  waiting: <ListSkeleton label="Loading the person" />,
})
const Empty = lazy(async () => ({ default: (await loadPart(() => import('./empty.tsx'))).Empty }))
const Dialogs = lazy(async () => ({ default: (await loadPart(() => import('./dialogs.tsx'))).Dialogs }))

/** The people of the current project, as a board or a table, and each of them on a page of their own. */
export function Crm() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  const me = useUser()?.id
  const role = useRole()
  const reason = role && whyNot(role, 'readOutreach')
  if (reason) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-10 sm:px-8">
        <h1 className="mb-4 font-semibold text-lg">CRM</h1>
        <Locked>{reason}</Locked>
      </div>
    )
  }
  if (project && me) return <CrmOf key={project.id} project={project} me={me} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <ListSkeleton label="Loading people" />
}

function CrmOf({ project, me }: { project: CurrentProject; me: string }) {
  const [reader] = useState({ projectId: project.id, me, now: Date.now() })
  const state = useCrm(project, reader)
  const [params] = useSearchParams()
  const personId = params.get('person')
  const { stages } = state
  if (hasFailed(stages)) {
    return (
      <div className="px-4 py-3">
        <h1 className="font-semibold text-lg">CRM</h1>
        <FetchFailure query={stages} title="Couldn't load the stages" />
      </div>
    )
  }
  if (personId !== null) return <PersonPage key={personId} state={state} personId={personId} />
  return (
    <div className="flex h-full flex-col">
      <Header state={state} />
      {stages.data ? <People state={state} /> : <ListSkeleton label="Loading people" />}
      {state.dialog && (
        <Suspense>
          <Dialogs state={state} dialog={state.dialog} />
        </Suspense>
      )}
    </div>
  )
}

/** The people of the view, or why there are none. */
function People({ state }: { state: CrmState }) {
  const { look, totals } = state
  if (hasFailed(totals)) return <FetchFailure query={totals} title="Couldn't load people" />
  if (totals.data?.every(({ people }) => people === 0)) {
    return (
      <Suspense fallback={<ListSkeleton label="Loading people" />}>
        <Empty state={state} />
      </Suspense>
    )
  }
  return look === 'table' ? <PeopleTable state={state} /> : <Board state={state} />
}
