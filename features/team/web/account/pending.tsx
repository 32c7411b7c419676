import { useQuery } from '@tanstack/react-query'
import { Paged } from '#platform/web/api/paged.tsx'
import { Section } from '#platform/web/forms/section.tsx'
import { useUser } from '#platform/web/session/project.ts'
import { membershipsQuery } from '#platform/web/session/role.ts'
import type { Member } from '../../contract.ts'
import { useMemberActions } from '../member-actions.ts'
import { peopleQuery } from '../member-queries.ts'
import { MemberRow } from '../member-row.tsx'
import { peoplePageSize } from './find-person.tsx'

interface PendingProps {
  /** The members and invitations of all projects. */
  members: readonly Member[]
  onOpen: (projectId: string) => void
}

/** The invitations to the user's projects that nobody has accepted yet. Hidden if there are none. */
export function PendingInvitations({ members, onOpen }: PendingProps) {
  const user = useUser()
  const { data: memberships = [] } = useQuery(membershipsQuery)
  const { changeRole, resend, remove, isHidden } = useMemberActions(peopleQuery.queryKey)
  const pending = members.filter(({ id, status }) => status === 'invited' && !isHidden(id))
  if (pending.length === 0) return null
  const row = (member: Member) => {
    const { project } = member
    const role = memberships.find((own) => own.project?.id === project?.id)?.role
    if (!project || !role) return null
    return (
      <MemberRow
        key={member.id}
        member={member}
        isOwn={false}
        role={role}
        mayInvite={user?.confirmed === true}
        place={
          <button
            type="button"
            onClick={() => onOpen(project.id)}
            className="wrap-anywhere rounded text-left underline underline-offset-2 hover:text-accent-ink"
          >
            {project.name}
          </button>
        }
        onRole={(next) => void changeRole(project.id, member, next)}
        onRemove={() => remove(project.id, member)}
        onResend={() => void resend(project.id, member)}
      />
    )
  }
  return (
    <Section
      title="Pending invitations"
      hint="These invitations haven't been accepted yet. Resending one creates a new link, and the old one stops working."
    >
      <Paged label="Pending invitations" rows={pending} pageSize={peoplePageSize}>
        {row}
      </Paged>
    </Section>
  )
}
