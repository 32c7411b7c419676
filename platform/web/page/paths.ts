/** Every address of the product that the web links to. */
export const paths = {
  home: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  resetPassword: '/auth/reset-password',
  app: '/app',
  setup: '/app/setup',
  opportunities: '/app/opportunities',
  accountMain: '/app/settings/account/main',
  accountMembers: '/app/settings/account/members',
  projectMain: '/app/settings/project/main',
  projectKeywords: '/app/settings/project/keywords',
  projectCompetitors: '/app/settings/project/competitors',
  projectImports: '/app/settings/project/imports',
  projectSources: '/app/settings/project/sources',
  projectMembers: '/app/settings/project/members',
} as const

const reddit = 'https://www.reddit.com'

/** A page on Reddit; its front page where a path, as a browser reads it, leads to another host. */
export function redditUrl(path: string): string {
  const url = URL.parse(path, reddit)
  return url?.origin === reddit ? url.href : reddit
}
