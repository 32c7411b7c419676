import type { InvitationFacts } from '#features/team/contract.ts'
import { article, roleDetails, roleNames } from '#platform/web/session/roles.ts'
import { exactTime } from '#platform/web/text/age.ts'

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' })

/** The inviter, the project, the role and the expiry in one or two sentences. */
export function InvitedTo({ facts: { project, role, email, invitedBy, expiresAt } }: { facts: InvitationFacts }) {
  const detail = roleDetails[role]
  return (
    <>
      {invitedBy === null ? 'Someone' : <strong className="font-medium text-ink">{invitedBy}</strong>} invited{' '}
      <strong className="font-medium text-ink">{email}</strong> to {project} as {article(role)}{' '}
      <strong className="font-medium text-ink">{roleNames[role].toLowerCase()}</strong> (
      {detail.charAt(0).toLowerCase() + detail.slice(1)}). The invitation expires on{' '}
      <time dateTime={expiresAt} title={exactTime(expiresAt)}>
        {day.format(new Date(expiresAt))}
      </time>
      .
    </>
  )
}
