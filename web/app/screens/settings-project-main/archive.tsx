import type { MemberRole, Project } from '@earshot/contract/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/toast.tsx'
import { call } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { membershipsQuery } from '../../members/queries.ts'
import { whyNot } from '../../members/words.ts'
import { paths } from '../../paths.ts'
import { projectsQuery, selectProject } from '../../project.ts'
import { Locked, Section } from '../../section.tsx'
import { archivedQuery } from './queries.ts'

/** Lets the project rest, at once and with an undo; it is listed under the archived ones from then on. */
export function Archive({ project, role }: { project: Project; role: MemberRole }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { data: projects = [] } = useQuery(projectsQuery)
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  const isOnly = projects.length < 2
  const reason = whyNot(role, 'deleteProject') ?? (isOnly ? onlyOne : null)

  async function archive(): Promise<void> {
    if (busy) return
    setBusy(true)
    const worked = await attempt(() => call('archivePut', { id: project.id }))
    if (worked) {
      await refresh()
      await navigate(paths.app)
      notify({
        title: `Archived “${project.name}”`,
        undo: () =>
          void attempt(async () => {
            await call('archiveDelete', { id: project.id })
            await refresh()
            selectProject(project.id)
          }),
      })
    }
    setBusy(false)
  }

  return (
    <Section
      title="Archive"
      hint="The project listens no more, and keeps its leads and settings. You can take it out of the archive again."
    >
      {reason !== null && <Locked>{reason}</Locked>}
      <Button className="self-start" busy={busy} disabled={reason !== null} onClick={() => void archive()}>
        {busy ? 'Archiving…' : 'Archive this project'}
      </Button>
    </Section>
  )
}

const onlyOne = 'This is your only project. Make another one first; then this one can rest.'

/** The projects that rest, and the way back; nothing where there are none. */
export function ArchivedProjects() {
  const queryClient = useQueryClient()
  const { data: archived = [] } = useQuery(archivedQuery)
  const { data: memberships = [] } = useQuery(membershipsQuery)
  if (archived.length === 0) return null

  async function wake({ id, name }: Project): Promise<void> {
    if (!(await attempt(() => call('archiveDelete', { id })))) return
    notify({ title: `“${name}” listens again`, color: 'green' })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  }

  return (
    <Section title="Archived projects">
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
                aria-label={`Take out ${each.name} of the archive`}
                disabled={reason !== null}
                onClick={() => void wake(each)}
              >
                Take out
              </Button>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
