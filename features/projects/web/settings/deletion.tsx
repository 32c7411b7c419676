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

/** Deletes the project after the user types its name, because deletion can't be undone. */
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
        action="Delete project"
        doing="Deleting…"
        onConfirm={remove}
      >
        <p>
          All members lose access immediately, and all data is deleted. To keep the data, archive the project instead.
        </p>
      </ConfirmDialog>
    ))

  return (
    <Section
      title="Delete project"
      hint="Permanently deletes this project's leads, decisions, settings, and members. You can't undo this."
    >
      {reason !== null && <Locked>{reason}</Locked>}
      <Button look="danger" className="self-start" disabled={reason !== null} onClick={ask}>
        Delete project…
      </Button>
    </Section>
  )
}
