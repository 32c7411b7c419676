import { canGrantRole } from '#engine/rules/access.ts'
import { type MemberRole, memberRoles } from '#engine/rules/rights.ts'
import type { Option } from '#platform/ui/fields/option.tsx'
import { roleDetails, roleNames } from '#platform/web/session/roles.ts'

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

/** Returns when an invitation expires. Dates are ISO 8601. */
export function invitationText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'Invited'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'Invitation expired'
  const days = Math.ceil(left / day)
  return days === 1 ? 'Expires within a day' : `Expires in ${days} days`
}
