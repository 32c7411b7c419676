import type { MemberRole } from '@earshot/contract/entities'
import { authPaths, isAppPath, withoutTrailingSlash } from '@earshot/contract/paths'

export interface Visit {
  /** Path of the page asked for, without query. */
  path: string
  signedIn: boolean
  hasProject: boolean
  /** What billing allows for the current project; true where billing is off. */
  hasAccess: boolean
}

const setup = '/app/setup'
const billing = '/app/settings/project/billing'

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
  if (!visit.hasAccess && path !== billing) return billing
  return null
}

/** What a member may do in a project beyond reading it. */
export type Right = 'changeProject' | 'changeListening' | 'decide' | 'import' | 'retryJobs'

/** DECISIONS 15: project settings are for owner and admin; a client only reads. */
const holders: Record<Right, readonly MemberRole[]> = {
  changeProject: ['owner', 'admin'],
  changeListening: ['owner', 'admin', 'member'],
  decide: ['owner', 'admin', 'member'],
  import: ['owner', 'admin'],
  retryJobs: ['owner', 'admin'],
}

export function may(role: MemberRole, right: Right): boolean {
  return holders[right].includes(role)
}
