import { useQuery } from '@tanstack/react-query'
import type { CurrentProject } from '#platform/contract/session.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { ListSkeleton } from './list/list.tsx'
import { Triage } from './triage.tsx'

/** The leads of the current project: a list and the open lead. */
export function Opportunities() {
  const projects = useQuery(projectsQuery)
  const project: CurrentProject | undefined = useProject()
  if (project) return <Triage key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <ListSkeleton />
}
