import { canGrantRole } from '#engine/rules/access.ts'
import { type MemberRole, memberRoles } from '#engine/rules/rights.ts'
import type { Option } from '#platform/ui/fields/option.tsx'
import { roleDetails, roleNames } from '#platform/web/session/roles.ts'
import type { Member } from '../contract.ts'

/** The roles available in an invitation. */
export const invitedRoles = ['admin', 'member', 'client'] as const

export function roleOptions<Role extends MemberRole>(roles: readonly Role[]): Option<Role>[] {
  return roles.map((value) => ({ value, label: roleNames[value], detail: roleDetails[value] }))
}

/** Returns the roles that a member may give; only owners may give ownership. */
export function grantableOptions(by: MemberRole): Option<MemberRole>[] {
  return roleOptions(memberRoles).map((option) =>
    canGrantRole(by, option.value)
      ? option
      : { ...option, disabled: true, detail: 'Only owners can make someone an owner' },
  )
}

const day = 24 * 60 * 60 * 1000
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

/** Returns when an invitation expires. Dates are ISO 8601. */
export function invitationText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'Invited'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'Invitation expired'
  const days = Math.ceil(left / day)
  return days === 1 ? 'Expires within a day' : `Expires in ${days} days`
}

/** Returns when somebody was invited and by whom; by nobody if the account was deleted. Dates are ISO 8601. */
export function invitedText({ createdAt, invitedBy }: Pick<Member, 'createdAt' | 'invitedBy'>): string {
  const by = invitedBy ? ` by ${invitedBy.email}` : ''
  return `invited on ${date.format(new Date(createdAt))}${by}`
}

/** Returns how many people have access, each counted once, and who counts. No plan limits people (SPEC 9). */
export function seatsText(members: readonly Pick<Member, 'email' | 'status'>[]): string {
  const people = new Set(members.filter(({ status }) => status === 'active').map(({ email }) => email)).size
  const count = people === 1 ? '1 person' : `${people.toLocaleString('en')} people`
  return `${count}, no limit. Clients count too. Invitations don't count until they are accepted.`
}
