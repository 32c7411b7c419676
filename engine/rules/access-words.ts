import { rolesWith } from './access.ts'
import { type MemberRole, type Right, rights } from './rights.ts'

/** What each right is, in words for people; apart from the table, since most of the app asks only who may. */
const words: Record<Right, string> = {
  readLeads: 'See leads and mentions',
  readInsights: 'See insights',
  readReports: 'See reports',
  readProject: 'See the project and its settings',
  readWatchlist: 'See keywords, competitors, prompts, alerts, imports and health',
  readMembers: 'See who belongs to the project',
  decide: 'Reply to, reject and save leads',
  changeWatchlist: 'Change keywords, competitors, saved searches and alerts',
  readOutreach: 'See notes, reminders, people, conversations and campaigns',
  changeOutreach: 'Write notes and reminders, keep people, draft messages and campaigns',
  changeReports: 'Make and change reports',
  changeProject: 'Change the project settings and its prompts',
  import: 'Bring archives in',
  retryJobs: 'Try failed jobs again',
  manageMembers: 'Invite, change and remove members',
  readBilling: 'See subscriptions and invoices',
  changeBilling: 'Change plan and payment',
  readAudit: 'See who did what',
  manageTokens: 'Make and revoke API tokens',
  grantOwnership: 'Make others owners, and hand the project over',
  deleteProject: 'Archive and delete the project',
}

/** The table as it is shown: what, and for which roles. */
export function rightsTable(): { right: Right; text: string; roles: readonly MemberRole[] }[] {
  return rights.map((right) => ({ right, text: words[right], roles: rolesWith(right) }))
}
