import { useState } from 'react'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Paged } from '#platform/web/api/paged.tsx'
import type { Member } from '../contract.ts'
import { FindPerson, peoplePageSize } from './account/find-person.tsx'
import { seatsText } from './labels.ts'
import { useMemberActions } from './member-actions.ts'
import { MemberRow } from './member-row.tsx'
import { membersKey } from './refresh.ts'

interface PeopleProps {
  project: CurrentProject
  role: MemberRole
  ownId: string
  members: readonly Member[]
  /** False while the user's own address is unconfirmed. */
  mayInvite: boolean
}

/** Members and pending invitations, and how many people count. */
export function People({ project, role, ownId, members, mayInvite }: PeopleProps) {
  const { changeRole, resend, remove, isHidden } = useMemberActions(membersKey(project.id))
  const [wanted, setWanted] = useState('')
  const kept = members.filter(({ id }) => !isHidden(id))
  const shown = kept.filter(({ email }) => email.includes(wanted.trim().toLowerCase()))
  const list = (label: string, rows: readonly Member[]) => (
    <Paged label={label} rows={rows} pageSize={peoplePageSize}>
      {(member) => (
        <MemberRow
          key={member.id}
          member={member}
          isOwn={member.id === ownId}
          role={role}
          mayInvite={mayInvite}
          onRole={(next) => void changeRole(project.id, member, next)}
          onRemove={() => remove(project.id, member)}
          {...(member.status === 'invited' && { onResend: () => void resend(project.id, member) })}
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
      {active.length > 0 && (
        <div className="flex flex-col gap-2">
          <p className="text-muted text-sm">{seatsText(kept)}</p>
          {list('Members', active)}
        </div>
      )}
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
