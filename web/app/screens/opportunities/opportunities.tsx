import type { Project } from '@earshot/contract/entities'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../../ui/error-state.tsx'
import { messageOf } from '../../call-error.ts'
import { projectsQuery, useProject } from '../../project.ts'
import { ListSkeleton } from './list.tsx'
import { Triage } from './triage.tsx'

/** The leads of the current project: a list beside the lead that is read. */
export function Opportunities() {
  const projects = useQuery(projectsQuery)
  const project: Project | undefined = useProject()
  if (project) return <Triage key={project.id} project={project} />
  if (projects.isError) {
    return (
      <ErrorState
        title="Error fetching projects"
        message={messageOf(projects.error)}
        onRetry={() => void projects.refetch()}
        retrying={projects.isFetching}
      />
    )
  }
  return <ListSkeleton />
}
