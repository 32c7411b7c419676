import { rolesWith } from '#engine/rules/access.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'

export const roleNames: Record<MemberRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  client: 'Client',
}

/** A one-line description of each role. */
export const roleDetails: Record<MemberRole, string> = {
  owner: 'Full access, including deleting the project',
  admin: 'Manages settings, members, billing, and API tokens',
  member: 'Works with leads, keywords, and competitors',
  client: 'Views leads, insights, and reports',
}

/** Returns the reason why a role lacks a right in a project, or null if it has it. */
export function whyNot(role: MemberRole, right: Right): string | null {
  const roles = rolesWith(right)
  if (roles.includes(role)) return null
  const who = new Intl.ListFormat('en').format(roles.map((each) => `${roleNames[each].toLowerCase()}s`))
  return `Only project ${who} can do this. Your role: ${roleNames[role].toLowerCase()}.`
}

/** Returns the article for the name of a role. */
export function article(role: MemberRole): string {
  return /^[aeiou]/.test(role) ? 'an' : 'a'
}
