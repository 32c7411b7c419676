import { authPaths, isAppPath, withoutTrailingSlash } from './paths.ts'
import type { MemberRole, Right } from './rights.ts'

export const projectStatuses = ['draft', 'processing', 'done', 'paid', 'archived'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** What the projects that one works in are at: those set up by half, and those at rest, are no place to go (DECISIONS 16). */
export const workingStatuses = ['done', 'paid', 'processing'] as const satisfies readonly ProjectStatus[]

export interface Visit {
  /** Path of the page asked for, without query. */
  path: string
  signedIn: boolean
  /** One that they work in. */
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
 * Who may do what in a project; engine/rules/access-words says it to people. A client reads leads, insights and reports of one
 * project and nothing else; settings, members and billing are for owner and admin (DECISIONS 15).
 */
const holders: Record<Right, readonly MemberRole[]> = {
  readLeads: all,
  readInsights: all,
  readReports: all,
  readProject: all,
  readWatchlist: team,
  readMembers: team,
  decide: team,
  changeWatchlist: team,
  readOutreach: team,
  changeOutreach: team,
  changeReports: team,
  changeProject: admins,
  import: admins,
  retryJobs: admins,
  manageMembers: admins,
  readBilling: admins,
  changeBilling: admins,
  readAudit: admins,
  manageTokens: admins,
  grantOwnership: owners,
  deleteProject: owners,
}

/** The roles that may do something. */
export function rolesWith(right: Right): readonly MemberRole[] {
  return holders[right]
}

export function hasRight(role: MemberRole, right: Right): boolean {
  return holders[right].includes(role)
}

/**
 * Whether somebody may give a role, or take it away by another or by removing who has it: ownership is the owners'
 * alone to give and take. Leaving is everybody's own affair, but for the last owner.
 */
export function canGrantRole(role: MemberRole, granted: MemberRole): boolean {
  return hasRight(role, granted === 'owner' ? 'grantOwnership' : 'manageMembers')
}
