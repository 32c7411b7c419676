import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CurrentProject } from '#platform/contract/session.ts'
import { PageHeading } from '#platform/ui/page-heading.tsx'
import { Tabs } from '#platform/ui/tabs.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { Locked } from '#platform/web/forms/section.tsx'
import { projectsQuery, useProject } from '#platform/web/session/project.ts'
import { useRole } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { ArchivedLeads } from './archived-leads.tsx'
import { DroppedPosts } from './dropped-posts.tsx'

/** The leads marked as replied. */
export function RepliedArchive() {
  return (
    <Archive title="Replied leads" purpose="Every lead you replied to, with the reply.">
      {(project) => <ArchivedLeads project={project} state="replied" />}
    </Archive>
  )
}

const tabs = [
  { value: 'leads', label: 'Rejected leads' },
  { value: 'dropped', label: 'Dropped posts' },
] as const

/** The rejected leads, and the audit of posts that never became leads. */
export function RejectedArchive() {
  const [params, setParams] = useSearchParams()
  const tab = params.get('tab') === 'dropped' ? 'dropped' : 'leads'
  return (
    <Archive
      title="Rejected leads"
      purpose="Leads you rejected, and posts that Earshot dropped before they became leads."
    >
      {(project) => (
        <Tabs
          label="Rejected by"
          tabs={tabs}
          value={tab}
          onValueChange={(next) => setParams(next === 'leads' ? {} : { tab: next }, { replace: true })}
          className="flex flex-col gap-5"
        >
          {tab === 'leads' ? <ArchivedLeads project={project} state="rejected" /> : <Audit projectId={project.id} />}
        </Tabs>
      )}
    </Archive>
  )
}

function Audit({ projectId }: { projectId: string }) {
  const role = useRole()
  const reason = role && whyNot(role, 'readWatchlist')
  if (!role) return null
  return reason ? <Locked>{reason}</Locked> : <DroppedPosts projectId={projectId} />
}

interface ArchiveProps {
  title: string
  purpose: string
  children: (project: CurrentProject) => ReactNode
}

function Archive({ title, purpose, children }: ArchiveProps) {
  const projects = useQuery(projectsQuery)
  const project = useProject()
  return (
    <div className="mx-auto flex max-w-5xl flex-col gap-6 px-4 pt-6 pb-24 sm:px-8 lg:pt-10">
      <PageHeading title={title}>{purpose}</PageHeading>
      {project && <div key={project.id}>{children(project)}</div>}
      {!project && hasFailed(projects) && <FetchFailure query={projects} title="Error fetching projects" />}
    </div>
  )
}
