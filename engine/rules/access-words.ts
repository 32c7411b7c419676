import { rolesWith } from './access.ts'
import { type MemberRole, type Right, rights } from './rights.ts'

/** The labels of all rights. Separate from the table, since most of the app only checks rights. */
const words: Record<Right, string> = {
  readLeads: 'View leads and mentions',
  readInsights: 'View insights',
  readReports: 'View reports',
  readProject: 'View project settings',
  readWatchlist: 'View keywords, competitors, prompts, alerts, imports, and system status',
  readMembers: 'View members',
  decide: 'Reply to, reject, and save leads',
  changeWatchlist: 'Edit keywords, competitors, saved searches, and alerts',
  readOutreach: 'View notes, reminders, people, conversations, and campaigns',
  changeOutreach: 'Edit notes, reminders, people, messages, and campaigns',
  changeReports: 'Create and edit reports',
  changeProject: 'Edit project settings and prompts',
  import: 'Import archives',
  retryJobs: 'Retry failed jobs',
  manageMembers: 'Invite and remove members, change roles',
  readBilling: 'View subscriptions and invoices',
  changeBilling: 'Change plan and payment details',
  readAudit: 'View the audit log',
  manageTokens: 'Create and revoke API tokens',
  grantOwnership: 'Add owners and transfer ownership',
  deleteProject: 'Archive and delete the project',
}

/** Returns the table to display: each right with its label and roles. */
export function rightsTable(): { right: Right; text: string; roles: readonly MemberRole[] }[] {
  return rights.map((right) => ({ right, text: words[right], roles: rolesWith(right) }))
}
