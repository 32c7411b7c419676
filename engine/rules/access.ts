import { adminPath, authPaths, isAppPath, withoutTrailingSlash } from './paths.ts'
import type { MemberRole, Right } from './rights.ts'

export const projectStatuses = ['draft', 'processing', 'done', 'paid', 'archived'] as const
export type ProjectStatus = (typeof projectStatuses)[number]

/** The statuses of projects that users can open, which exclude drafts and archived ones (DECISIONS 16). */
export const workingStatuses = ['done', 'paid', 'processing'] as const satisfies readonly ProjectStatus[]

export interface Visit {
  /** The path of the requested page, without query. */
  path: string
  signedIn: boolean
  /** Whether the user has a project with a working status. */
  hasProject: boolean
  /** Whether billing allows access to the current project; true if billing is off. */
  hasAccess: boolean
  /** Whether the user is an internal admin, who needs no project for the page of admins. */
  isAdmin: boolean
}

const setup = '/app/setup'
/** The page to choose a project's plan. */
export const billingPath = '/app/settings/project/billing'

/**
 * Returns the redirect target of a visit, or null if it is allowed. Server and browser call the same function, before
 * they check whether the page exists (DECISIONS 1, 2; SPEC 5).
 */
export function guard(visit: Visit): string | null {
  const path = withoutTrailingSlash(visit.path)
  if ((authPaths as readonly string[]).includes(path)) return visit.signedIn ? '/app' : null
  if (!isAppPath(path)) return null
  if (!visit.signedIn) return '/auth/login'
  if (path === setup || (path === adminPath && visit.isAdmin)) return null
  if (!visit.hasProject) return setup
  if (!visit.hasAccess && path !== billingPath) return billingPath
  return null
}

const all: readonly MemberRole[] = ['owner', 'admin', 'member', 'client']
const team: readonly MemberRole[] = ['owner', 'admin', 'member']
const admins: readonly MemberRole[] = ['owner', 'admin']
const owners: readonly MemberRole[] = ['owner']

/**
 * The roles with each right in a project. engine/rules/access-words has the labels. Clients can only read the leads,
 * insights and reports of one project. Settings, members and billing are for owners and admins (DECISIONS 15).
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

/** Returns the roles with a right. */
export function rolesWith(right: Right): readonly MemberRole[] {
  return holders[right]
}

export function hasRight(role: MemberRole, right: Right): boolean {
  return holders[right].includes(role)
}

/**
 * Returns whether a role may grant another, or revoke it by changing it or removing the member. Only owners grant and
 * revoke ownership. Leaving needs no right, but the last owner can't leave.
 */
export function canGrantRole(role: MemberRole, granted: MemberRole): boolean {
  return hasRight(role, granted === 'owner' ? 'grantOwnership' : 'manageMembers')
}
