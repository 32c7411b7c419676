import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { MemberRole } from '#engine/rules/rights.ts'
import { Button } from '#platform/ui/button.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import type { Project } from '../../contract.ts'
import { call } from '../api.ts'

/** The end of a project with all that is in it; its name is asked for, since nothing brings it back. */
export function Deletion({ project, role }: { project: Project; role: MemberRole }) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const modal = useModal()
  const { id, name } = project
  const reason = whyNot(role, 'deleteProject')

  async function remove(): Promise<void> {
    await call('projectsDelete', { id })
    notify({ title: `Deleted “${name}”` })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey, exact: true })
    await navigate(paths.app)
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Delete ${name}?`}
        typed={name}
        action="Delete it for good"
        doing="Deleting…"
        onConfirm={remove}
      >
        <p>It is out of everybody’s reach at once, and nothing of it is kept. If it may only rest, archive it.</p>
      </ConfirmDialog>
    ))

  return (
    <Section
      title="Delete"
      hint="Leads, decisions, settings and members of this project are erased for everybody. It can’t be undone."
    >
      {reason !== null && <Locked>{reason}</Locked>}
      <Button look="danger" className="self-start" disabled={reason !== null} onClick={ask}>
        Delete this project…
      </Button>
    </Section>
  )
}
