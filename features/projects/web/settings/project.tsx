import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { MemberRole } from '#engine/rules/rights.ts'
import { ErrorState } from '#platform/ui/error-state.tsx'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Project } from '../../contract.ts'
import { ArchivedProjects } from '../archived-projects.tsx'
import { Archive } from './archive.tsx'
import { ChatModel } from './chat-model.tsx'
import { Deletion } from './deletion.tsx'
import { ProjectForm } from './project-form.tsx'
import { projectDetailsQuery } from './queries.ts'
import { Sources } from './sources.tsx'

export function ProjectSettings() {
  const project = useProject()
  const list = useQuery(projectsQuery)
  return (
    <>
      <PageHeading title="Project">Earshot scores posts against these settings. Changes rescore all leads.</PageHeading>
      {hasFailed(list) && <FetchFailure query={list} title="Error fetching projects" />}
      {project && <Details key={project.id} id={project.id} />}
    </>
  )
}

function Details({ id }: { id: string }) {
  const query = useQuery(projectDetailsQuery(id))
  const memberships = useQuery(membershipsQuery)
  if (query.error && query.data === undefined) {
    const retry = () => void query.refetch()
    return <ErrorState title={query.error.message} onRetry={retry} retrying={query.isFetching} />
  }
  if (hasFailed(memberships)) return <FetchFailure query={memberships} title="Couldn't load your role" />
  const role = memberships.data?.find(({ project }) => project?.id === id)?.role
  if (!query.data || !role) return <Waiting />
  // Waits for the parts of other features, so that nothing moves when they load.
  return (
    <Suspense fallback={<Waiting />}>
      <Known project={query.data} role={role} />
    </Suspense>
  )
}

function Known({ project, role }: { project: Project; role: MemberRole }) {
  const reason = whyNot(role, 'changeProject')
  const ProjectExport = useSlot('projectExport')
  return (
    <>
      {reason !== null && <Locked>{reason}</Locked>}
      <ProjectForm project={project} locked={reason !== null} />
      <Sources project={project} role={role} />
      <ChatModel project={project} role={role} />
      <ProjectExport projectId={project.id} />
      <Archive project={project} role={role} />
      <Deletion project={project} role={role} />
      {/* Last, because it appears after its data loads and would move everything below it. */}
      <ArchivedProjects />
    </>
  )
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-6">
      {['name', 'website', 'summary'].map((field) => (
        <div key={field} className="flex flex-col gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className={field === 'summary' ? 'h-36 w-full' : 'h-10 w-full'} />
        </div>
      ))}
    </div>
  )
}
