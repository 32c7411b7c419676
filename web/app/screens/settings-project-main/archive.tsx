import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MemberRole, Project } from '#contract/entities.ts'
import { Button } from '../../../ui/button.tsx'
import { notify } from '../../../ui/toast.tsx'
import { call } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { whyNot } from '../../members/words.ts'
import { paths } from '../../paths.ts'
import { projectsQuery, selectProject } from '../../project.ts'
import { Locked, Section } from '../../section.tsx'

/** Lets the project rest, at once and with an undo; it is listed under the archived ones from then on. */
export function Archive({ project, role }: { project: Project; role: MemberRole }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  const reason = whyNot(role, 'deleteProject')

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
            await navigate(paths.app)
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
