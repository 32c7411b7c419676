import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#platform/ui/button.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { findAll } from '#platform/web/api/find-all.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Section } from '#platform/web/forms/section.tsx'
import { projectsQuery } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { Project } from '../contract.ts'
import { call } from './api.ts'

/** Queries the archived projects, which other lists omit. */
const archivedQuery = queryOptions({
  queryKey: ['projects', 'archived'],
  queryFn: ({ signal }): Promise<Project[]> =>
    findAll((page) => {
      const filters = { status: { $eq: 'archived' } }
      return call('projectsFind', { query: { filters, sort: 'name:asc', pagination: { page, pageSize: 100 } }, signal })
    }, signal),
})

interface ArchivedProjectsProps {
  className?: string
  /** Called after a project is restored. */
  onRestored?: (project: Project) => void
}

/** Lists the archived projects, each with a button to restore it. Renders nothing if there are none. */
export function ArchivedProjects({ className, onRestored }: ArchivedProjectsProps) {
  const queryClient = useQueryClient()
  const { data: archived = [] } = useQuery(archivedQuery)
  const { data: memberships = [] } = useQuery(membershipsQuery)
  if (archived.length === 0) return null

  async function restore(project: Project): Promise<void> {
    if (!(await withErrorToast(() => call('archiveDelete', { id: project.id })))) return
    notify({ title: `Restored “${project.name}”`, color: 'green' })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    onRestored?.(project)
  }

  return (
    <Section title="Archived projects" {...(className && { className })}>
      <ul aria-label="Archived projects" className="divide-y divide-line border-line border-t">
        {archived.map((each) => {
          const role = memberships.find(({ project }) => project?.id === each.id)?.role
          const reason = role ? whyNot(role, 'deleteProject') : null
          return (
            <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
              <div className="min-w-0 flex-1 basis-48">
                <p className="wrap-anywhere font-medium">{each.name}</p>
                {reason !== null && <p className="text-muted text-sm">{reason}</p>}
              </div>
              <Button
                size="small"
                aria-label={`Restore ${each.name}`}
                disabled={reason !== null}
                onClick={() => void restore(each)}
              >
                Restore
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
