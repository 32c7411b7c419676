import { rolesWith } from './access.ts'
import { type MemberRole, type Right, rights } from './rights.ts'

/** The labels of all rights. Separate from the table, since most of the app only checks rights. */
const words: Record<Right, string> = {
  readLeads: 'View leads',
  readInsights: 'View the dashboard',
  readReports: 'View insights and reports',
  readProject: 'View project settings',
  readWatchlist:
    'Search posts, and view keywords, competitors, prompts, sources, imports, dropped posts, and system status',
  readMembers: 'View members',
  decide: 'Reply to, reject, save, and restore leads, handle mentions, and review dropped posts',
  changeWatchlist: 'Edit keywords and competitors',
  readOutreach: 'View messages, mail, and the CRM',
  changeOutreach: 'Send messages and mail, and edit the CRM',
  changeReports: 'Edit boards and reports, and share them with a link',
  changeProject: 'Edit project settings, prompts, and alerts, and connect Reddit accounts and mailboxes',
  import: 'Import archives and receive posts from other programs',
  retryJobs: 'Retry failed jobs',
  manageMembers: 'Invite and remove members, change roles',
  readBilling: 'View payments and invoices',
  changeBilling: 'Choose, change, and cancel the plan',
  readAudit: 'View the audit log',
  manageTokens: 'Create and revoke API tokens and feeds',
  grantOwnership: 'Add owners and transfer ownership',
  deleteProject: 'Archive and delete the project',
}

/** Returns the table to display: each right with its label and roles. */
export function rightsTable(): { right: Right; text: string; roles: readonly MemberRole[] }[] {
  return rights.map((right) => ({ right, text: words[right], roles: rolesWith(right) }))
}
