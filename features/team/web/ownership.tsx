import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { Field } from '#platform/ui/fields/field.tsx'
import { Select } from '#platform/ui/fields/select.tsx'
import { useModal } from '#platform/ui/overlays/modal.tsx'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { ConfirmDialog } from '#platform/web/forms/confirm-dialog.tsx'
import { Locked, Section } from '#platform/web/forms/section.tsx'
import { paths } from '#platform/web/page/paths.ts'
import { projectsQuery } from '#platform/web/session/project.ts'
import { whyNot } from '#platform/web/session/roles.ts'
import { useSlot } from '#platform/web/slots.ts'
import type { Member } from '../contract.ts'
import { call } from './api.ts'
import { refreshMembers } from './refresh.ts'

interface OwnershipProps {
  project: CurrentProject
  role: MemberRole
  ownId: string
  members: readonly Member[]
}

/** Transfers the project to another member. The user must type its name, since only the new owner could undo it. */
export function Ownership({ project, role, ownId, members }: OwnershipProps) {
  const queryClient = useQueryClient()
  const [heirId, setHeirId] = useState<string | null>(null)
  const modal = useModal()
  const { TransferEffect } = useSlot('agency')
  const heirs = members.filter(({ id, status }) => id !== ownId && status === 'active')
  const heir = heirs.find(({ id }) => id === heirId)
  const reason = whyNot(role, 'grantOwnership') ?? (heirs.length === 0 ? noCandidates : null)

  async function transfer(): Promise<void> {
    if (!heir) return
    await call('ownershipPut', { id: project.id, body: { data: { member: heir.id } } })
    notify({ title: `${heir.email} now owns ${project.name}`, description: "You're now an admin." })
    setHeirId(null)
    await refreshMembers(queryClient, project.id)
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Transfer ${project.name}?`}
        typed={project.name}
        action="Transfer ownership"
        doing="Transferring…"
        onConfirm={transfer}
      >
        <p>
          <strong className="wrap-anywhere font-semibold">{heir?.email}</strong> will become the owner and control
          members, billing, and deletion. Only the new owner can transfer it back.
        </p>
        {heir && (
          <Suspense>
            <TransferEffect memberId={heir.id} />
          </Suspense>
        )}
      </ConfirmDialog>
    ))

  return (
    <Section title="Transfer ownership" hint="Another member becomes the owner. You stay as an admin.">
      {reason !== null ? (
        <Locked>{reason}</Locked>
      ) : (
        <div className="flex flex-wrap items-end gap-2">
          <Field label="New owner" className="min-w-0 flex-1 max-sm:basis-full">
            {(control) => (
              <Select
                {...control}
                value={heirId}
                onChange={setHeirId}
                options={heirs.map(({ id, email }) => ({ value: id, label: email }))}
                placeholder="Choose a member"
              />
            )}
          </Field>
          <Button look="danger" className="h-10" disabled={!heir} onClick={ask}>
            Transfer ownership…
          </Button>
        </div>
      )}
    </Section>
  )
}

const noCandidates = 'There are no other members yet. Invite someone and wait for them to accept.'

interface LeaveProps {
  project: CurrentProject
  role: MemberRole
  ownId: string
  /** Null if the user may not see the members, or they couldn't be loaded. */
  members: readonly Member[] | null
}

/** Ends the user's membership. The last owner can't leave: the project would have no owner. */
export function Leave({ project, role, ownId, members }: LeaveProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const modal = useModal()
  // If the members are unknown, the server rejects a last owner.
  const isLastOwner =
    role === 'owner' && members !== null && !members.some(({ id, role: each }) => id !== ownId && each === 'owner')

  async function leave(): Promise<void> {
    await call('membersDelete', { id: ownId })
    notify({ title: `You left ${project.name}` })
    await queryClient.invalidateQueries({ queryKey: projectsQuery.queryKey })
    await refreshMembers(queryClient, project.id)
    await navigate(paths.app)
  }

  const ask = () =>
    modal.open((shown) => (
      <ConfirmDialog
        {...shown}
        title={`Leave ${project.name}?`}
        action="Leave project"
        doing="Leaving…"
        onConfirm={leave}
      >
        <p>You'll need a new invitation to rejoin.</p>
      </ConfirmDialog>
    ))

  return (
    <Section title="Leave project" hint="You'll lose access immediately. Your work in the project is kept.">
      {isLastOwner && <Locked>You're the only owner. Transfer ownership before you leave.</Locked>}
      <Button look="danger" className="self-start" disabled={isLastOwner} onClick={ask}>
        Leave project…
      </Button>
    </Section>
  )
}
