import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { separatePart } from '#platform/web/page/separate-part.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { todayIn } from '#platform/web/text/today.ts'
import { BoardPage } from './board/board-page.tsx'
import { BoardSkeleton } from './board/board-skeleton.tsx'
import { Controls } from './controls.tsx'
import { Header } from './header.tsx'
import { useInsights } from './use-insights.ts'

/** Loaded once it is shown. */
const Reports = separatePart(async () => (await import('./reports/reports.tsx')).Reports, {
  title: "Couldn't load the reports",
  waiting: <BoardSkeleton />,
})

/** The boards and reports of the current project. */
export function Insights() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  if (project) return <InsightsOf key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <BoardSkeleton />
}

function InsightsOf({ project }: { project: CurrentProject }) {
  const [today] = useState(() => todayIn(project.timeZone, new Date()))
  const state = useInsights(project, today)
  const { view, boards } = state
  return (
    <Header state={state}>
      {view.page === 'reports' ? (
        <Reports state={state} />
      ) : hasFailed(boards) ? (
        <FetchFailure query={boards} title="Couldn't load the boards" />
      ) : state.board ? (
        <>
          <Controls state={state} />
          <BoardPage key={state.board.id} state={state} board={state.board} />
        </>
      ) : (
        <BoardSkeleton />
      )}
    </Header>
  )
}
