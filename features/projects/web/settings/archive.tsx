import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MemberRole } from '#engine/rules/rights.ts'
import { Button } from '#platform/ui/button.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery, selectProject } from '#platform/web/session/project.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'

/** Archives the project at once, with an undo. */
export function Archive({ project, role }: { project: Project; role: MemberRole }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const refresh = () => queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
  const reason = whyNot(role, 'deleteProject')

  async function archive(): Promise<void> {
    if (busy) return
    setBusy(true)
    const worked = await withErrorToast(() => call('archivePut', { id: project.id }))
    if (worked) {
      await refresh()
      await navigate(paths.app)
      notify({
        title: `Archived “${project.name}”`,
        undo: () =>
          void withErrorToast(async () => {
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
      title="Archive project"
      hint="Stops finding leads and keeps existing leads and settings. You can restore the project later."
    >
      {reason !== null && <Locked>{reason}</Locked>}
      <Button className="self-start" busy={busy} disabled={reason !== null} onClick={() => void archive()}>
        {busy ? 'Archiving…' : 'Archive project'}
      </Button>
    </Section>
  )
}
