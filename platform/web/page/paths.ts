/** All paths that the web app links to. */
export const paths = {
  home: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  resetPassword: '/auth/reset-password',
  app: '/app',
  setup: '/app/setup',
  opportunities: '/app/opportunities',
  findLeads: '/app/find-leads',
  mentions: '/app/mentions',
  pay: '/app/pay',
  searchbox: '/app/searchbox',
  replied: '/app/archive/replied',
  rejected: '/app/archive/rejected',
  accountMain: '/app/settings/account/main',
  accountMembers: '/app/settings/account/members',
  accountNotifications: '/app/settings/account/notifications',
  projectMain: '/app/settings/project/main',
  projectKeywords: '/app/settings/project/keywords',
  projectCompetitors: '/app/settings/project/competitors',
  projectImports: '/app/settings/project/imports',
  projectSources: '/app/settings/project/sources',
  projectMembers: '/app/settings/project/members',
  projectNotifications: '/app/settings/project/notifications',
  projectBilling: '/app/settings/project/billing',
} as const

const reddit = 'https://www.reddit.com'

/** Returns the URL of a page on Reddit, or of its home page if the path would lead to another host in a browser. */
export function redditUrl(path: string): string {
  const url = URL.parse(path, reddit)
  return url?.origin === reddit ? url.href : reddit
}
