import { useQuery } from '@tanstack/react-query'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { Search } from './search.tsx'

/** The search of the current project's stored posts. */
export function Searchbox() {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  const role = useRole()
  if (!project) return hasFailed(projects) ? <FetchFailure query={projects} title="Error fetching projects" /> : null
  const reason = role && whyNot(role, 'readWatchlist')
  if (reason) {
    return (
      <div className="p-6">
        <Locked>{reason}</Locked>
      </div>
    )
  }
  return <Search key={project.id} project={project} />
}
