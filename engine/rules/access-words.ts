import { rolesWith } from './access.ts'
import { type MemberRole, type Right, rights } from './rights.ts'

/**
 * The labels of all rights, null for those whose screens aren't built yet. Separate from the table, since most of the
 * app only checks rights.
 */
const words: Record<Right, string | null> = {
  readLeads: 'View leads',
  readInsights: null,
  readReports: null,
  readProject: 'View project settings',
  readWatchlist: 'View keywords, competitors, sources, imports, dropped posts, and system status',
  readMembers: 'View members',
  decide: 'Reply to, reject, save, and restore leads, and review dropped posts',
  changeWatchlist: 'Edit keywords and competitors',
  readOutreach: null,
  changeOutreach: null,
  changeReports: null,
  changeProject: 'Edit project settings',
  import: 'Import archives',
  retryJobs: 'Retry failed jobs',
  manageMembers: 'Invite and remove members, change roles',
  readBilling: 'View payments and invoices',
  changeBilling: 'Choose, change, and cancel the plan',
  readAudit: 'View the audit log',
  manageTokens: 'Create and revoke API tokens',
  grantOwnership: 'Add owners and transfer ownership',
  deleteProject: 'Archive and delete the project',
}

/** Returns the table to display: each right that a screen needs, with its label and roles. */
export function rightsTable(): { right: Right; text: string; roles: readonly MemberRole[] }[] {
  return rights.flatMap((right) => {
    const text = words[right]
    return text === null ? [] : [{ right, text, roles: rolesWith(right) }]
  })
}
