/** What members can do in a project. engine/rules/access has the roles with each right. */
export const rights = [
  'readLeads',
  'readInsights',
  'readReports',
  'readProject',
  'readWatchlist',
  'readMembers',
  'decide',
  'changeWatchlist',
  'readOutreach',
  'changeOutreach',
  'changeReports',
  'changeProject',
  'import',
  'retryJobs',
  'manageMembers',
  'readBilling',
  'changeBilling',
  'readAudit',
  'manageTokens',
  'grantOwnership',
  'deleteProject',
] as const

export type Right = (typeof rights)[number]

export const memberRoles = ['owner', 'admin', 'member', 'client'] as const
export type MemberRole = (typeof memberRoles)[number]
