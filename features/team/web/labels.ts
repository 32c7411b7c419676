import { mayGrant, rolesWith } from '#engine/rules/access.ts'
import { type MemberRole, memberRoles, type Right } from '#platform/contract/rights.ts'
import type { Option } from '#platform/ui/fields/option.tsx'

export const roleNames: Record<MemberRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  client: 'Client',
}

/** What a role is for, in a line. */
export const roleDetails: Record<MemberRole, string> = {
  owner: 'Everything, and the project itself',
  admin: 'Settings, members, billing and tokens',
  member: 'Works with leads and what is listened for',
  client: 'Only sees leads, insights and reports',
}

/** The roles that an invitation can carry. */
export const invitedRoles = ['admin', 'member', 'client'] as const

export function roleOptions<Role extends MemberRole>(roles: readonly Role[]): Option<Role>[] {
  return roles.map((value) => ({ value, label: roleNames[value], detail: roleDetails[value] }))
}

/** The roles that somebody may give to a member; ownership is the owners' to give. */
export function grantableOptions(by: MemberRole): Option<MemberRole>[] {
  return roleOptions(memberRoles).map((option) =>
    mayGrant(by, option.value) ? option : { ...option, disabled: true, detail: 'Only owners make others owners' },
  )
}

/** Why somebody may not do something in a project; null where they may. */
export function whyNot(role: MemberRole, right: Right): string | null {
  const roles = rolesWith(right)
  if (roles.includes(role)) return null
  const plural = roles.map((each, index) => `${index === 0 ? roleNames[each] : roleNames[each].toLowerCase()}s`)
  const who = plural.length > 1 ? `${plural.slice(0, -1).join(', ')} and ${plural.at(-1)}` : plural[0]
  return `Only ${who?.toLowerCase()} of this project may do this. You are ${article(role)} ${roleNames[role].toLowerCase()} here.`
}

export function article(role: MemberRole): string {
  return /^[aeiou]/.test(role) ? 'an' : 'a'
}

const day = 24 * 60 * 60 * 1000

/** Until when an invitation opens something. Instants are ISO 8601. */
export function invitationText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'Invited'
  const left = Date.parse(expiresAt) - now
  if (left <= 0) return 'Invitation has ended'
  const days = Math.ceil(left / day)
  return days === 1 ? 'Ends within a day' : `Ends in ${days} days`
}
