/** What a member of a project may do in it, by name; who may is engine/access. */
export const rights = [
  'readLeads',
  'readInsights',
  'readReports',
  'readProject',
  'readListening',
  'readMembers',
  'decide',
  'changeListening',
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
