import type { MemberRole } from '@earshot/contract/entities'
import { authPaths, isAppPath, withoutTrailingSlash } from '@earshot/contract/paths'
import { type Right, rights } from '@earshot/contract/rights'

export interface Visit {
  /** Path of the page asked for, without query. */
  path: string
  signedIn: boolean
  hasProject: boolean
  /** What billing allows for the current project; true where billing is off. */
  hasAccess: boolean
}

const setup = '/app/setup'
/** Where a project's plan is chosen. */
export const billingPath = '/app/settings/project/billing'

/**
 * Where a visit to a page must go instead, or null when it may go on. Server and browser ask the same function,
 * and it comes before the question whether the page exists (DECISIONS 1, 2; SPEC 5).
 */
export function guard(visit: Visit): string | null {
  const path = withoutTrailingSlash(visit.path)
  if ((authPaths as readonly string[]).includes(path)) return visit.signedIn ? '/app' : null
  if (!isAppPath(path)) return null
  if (!visit.signedIn) return '/auth/login'
  if (path === setup) return null
  if (!visit.hasProject) return setup
  if (!visit.hasAccess && path !== billingPath) return billingPath
  return null
}

const all: readonly MemberRole[] = ['owner', 'admin', 'member', 'client']
const team: readonly MemberRole[] = ['owner', 'admin', 'member']
const admins: readonly MemberRole[] = ['owner', 'admin']
const owners: readonly MemberRole[] = ['owner']

/**
 * Who may do what in a project, and how it is told to people. A client reads leads, insights and reports of one project
 * and nothing else; settings, members and billing are for owner and admin (DECISIONS 15).
 */
const table: Record<Right, { roles: readonly MemberRole[]; text: string }> = {
  readLeads: { roles: all, text: 'See leads and mentions' },
  readInsights: { roles: all, text: 'See insights' },
  readReports: { roles: all, text: 'See reports' },
  readProject: { roles: all, text: 'See the project and its settings' },
  readListening: { roles: team, text: 'See keywords, competitors, prompts, alerts, imports and health' },
  readMembers: { roles: team, text: 'See who belongs to the project' },
  decide: { roles: team, text: 'Reply to, reject and save leads' },
  changeListening: { roles: team, text: 'Change keywords, competitors, saved searches and alerts' },
  readOutreach: { roles: team, text: 'See notes, reminders, people, conversations and campaigns' },
  changeOutreach: { roles: team, text: 'Write notes and reminders, keep people, draft messages and campaigns' },
  changeReports: { roles: team, text: 'Make and change reports' },
  changeProject: { roles: admins, text: 'Change the project settings and its prompts' },
  import: { roles: admins, text: 'Bring archives in' },
  retryJobs: { roles: admins, text: 'Try failed jobs again' },
  manageMembers: { roles: admins, text: 'Invite, change and remove members' },
  readBilling: { roles: admins, text: 'See subscriptions and invoices' },
  changeBilling: { roles: admins, text: 'Change plan and payment' },
  readAudit: { roles: admins, text: 'See who did what' },
  manageTokens: { roles: admins, text: 'Make and revoke API tokens' },
  grantOwnership: { roles: owners, text: 'Make others owners, and hand the project over' },
  deleteProject: { roles: owners, text: 'Archive and delete the project' },
}

export function may(role: MemberRole, right: Right): boolean {
  return table[right].roles.includes(role)
}

/** The table as it is shown: what, and for which roles. */
export function rightsTable(): { right: Right; text: string; roles: readonly MemberRole[] }[] {
  return rights.map((right) => ({ right, ...table[right] }))
}

/**
 * Whether somebody may give a role, or take it away by another or by removing who has it: ownership is the owners'
 * alone to give and take. Leaving is everybody's own affair, but for the last owner.
 */
export function mayGrant(role: MemberRole, granted: MemberRole): boolean {
  return may(role, granted === 'owner' ? 'grantOwnership' : 'manageMembers')
}
