import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { ListSkeleton } from './list/list.tsx'
import { SeoTab } from './list/seo-tab.tsx'
import { Triage } from './triage.tsx'
import { seoTab } from './view.ts'

/** The leads of the current project: a list and the open lead. */
export function Opportunities() {
  const [params] = useSearchParams()
  const projects = useQuery(projectsQuery)
  const project: CurrentProject | undefined = useProject()
  if (project && params.get('tab') === seoTab) return <SeoTab project={project} />
  if (project) return <Triage key={project.id} project={project} />
  if (hasFailed(projects)) return <FetchFailure query={projects} title="Error fetching projects" />
  return <ListSkeleton />
}
