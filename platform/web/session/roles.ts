import { rolesWith } from '#engine/rules/access.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'

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

/** Why a role may not do something in a project; null if it may. */
export function whyNot(role: MemberRole, right: Right): string | null {
  const roles = rolesWith(right)
  if (roles.includes(role)) return null
  const plural = roles.map((each, index) => `${index === 0 ? roleNames[each] : roleNames[each].toLowerCase()}s`)
  const who = plural.length > 1 ? `${plural.slice(0, -1).join(', ')} and ${plural.at(-1)}` : plural[0]
  return `Only ${who?.toLowerCase()} of this project may do this. You are ${article(role)} ${roleNames[role].toLowerCase()} here.`
}

/** The article before the name of a role. */
export function article(role: MemberRole): string {
  return /^[aeiou]/.test(role) ? 'an' : 'a'
}
