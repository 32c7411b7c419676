import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { Comparison } from './comparison.tsx'
import { RunPage } from './run-page.tsx'
import { RunsPage } from './runs-page.tsx'
import { readFindView } from './view.ts'

/** Searches for leads among the stored posts: the runs, one run with its results, or two of them compared. */
export function FindLeads() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  const role = useRole()
  const [params] = useSearchParams()
  const view = readFindView(params)
  if (!project) return hasFailed(projects) && <FetchFailure query={projects} title="Error fetching projects" />
  const reason = role && whyNot(role, 'readWatchlist')
  if (reason) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-10 sm:px-8">
        <Locked>{reason}</Locked>
      </div>
    )
  }
  if (view.run === null) return <RunsPage key={project.id} project={project} from={view.from} />
  if (view.compare !== null) return <Comparison projectId={project.id} runId={view.run} earlier={view.compare} />
  return <RunPage key={view.run} project={project} view={{ ...view, run: view.run }} />
}
