import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { notify } from '#platform/ui/overlays/toast.tsx'
import { Paged } from '#platform/web/api/paged.tsx'
import { useDeferred } from '#platform/web/api/use-deferred.ts'
import { withErrorToast } from '#platform/web/api/with-error-toast.ts'
import { article, roleNames } from '#platform/web/session/roles.ts'
import type { Member } from '../contract.ts'
import { FindPerson, peoplePageSize } from './account/find-person.tsx'
import { call } from './api.ts'
import { MemberRow } from './member-row.tsx'
import { membersKey, refreshMembers } from './refresh.ts'

interface PeopleProps {
  project: CurrentProject
  role: MemberRole
  ownId: string
  members: readonly Member[]
  /** False while the user's own address is unconfirmed. */
  mayInvite: boolean
}

/** Members and pending invitations. Roles change at once; removals can be undone first. */
export function People({ project, role, ownId, members, mayInvite }: PeopleProps) {
  const queryClient = useQueryClient()
  const { defer, isHidden } = useDeferred()
  const [wanted, setWanted] = useState('')
  const refresh = () => refreshMembers(queryClient, project.id)

  async function changeRole({ id, email, role: before }: Member, next: MemberRole, undone = false): Promise<void> {
    const show = (shown: MemberRole) =>
      queryClient.setQueryData<Member[]>(membersKey(project.id), (rows) =>
        rows?.map((row) => (row.id === id ? { ...row, role: shown } : row)),
      )
    show(next)
    const worked = await withErrorToast(() => call('membersUpdate', { id, body: { data: { role: next } } }))
    if (!worked) show(before)
    await refresh()
    if (!worked || undone) return
    notify({
      title: `${email} is now ${article(next)} ${roleNames[next].toLowerCase()}`,
      undo: () => void changeRole({ ...find(id), role: next }, before, true),
    })
  }
  const find = (id: string) => members.find((row) => row.id === id)!

  async function resend({ id, email }: Member): Promise<void> {
    if (await withErrorToast(() => call('invitationPut', { id }))) {
      notify({ title: `Resent the invitation to ${email}`, description: 'The previous link no longer works.' })
    }
    await refresh()
  }

  function remove({ id, email, status }: Member): void {
    defer({
      id,
      title: status === 'invited' ? `Canceled the invitation for ${email}` : `Removed ${email}`,
      work: () => call('membersDelete', { id, keepalive: true }),
      after: refresh,
    })
  }

  const shown = members.filter(({ id, email }) => !isHidden(id) && email.includes(wanted.trim().toLowerCase()))
  const list = (label: string, rows: readonly Member[]) => (
    <Paged label={label} rows={rows} pageSize={peoplePageSize}>
      {(member) => (
        <MemberRow
          key={member.id}
          member={member}
          isOwn={member.id === ownId}
          role={role}
          mayInvite={mayInvite}
          onRole={(next) => void changeRole(member, next)}
          onRemove={() => remove(member)}
          {...(member.status === 'invited' && { onResend: () => void resend(member) })}
        />
      )}
    </Paged>
  )
  const active = shown.filter(({ status }) => status === 'active')
  const invited = shown.filter(({ status }) => status === 'invited')
  return (
    <>
      <FindPerson among={members.length} wanted={wanted} onWanted={setWanted} placeholder="Email" />
      {shown.length === 0 && <p className="text-muted">No matching members.</p>}
      {active.length > 0 && list('Members', active)}
      {invited.length > 0 && (
        <div className="flex flex-col gap-2">
          <h2 className="font-medium">
            Pending invitations <span className="tabular font-normal text-muted">{invited.length}</span>
          </h2>
          {list('Invitations', invited)}
        </div>
      )}
    </>
  )
}
