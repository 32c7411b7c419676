/** Every address of the product that the web links to. */
export const paths = {
  home: '/',
  login: '/auth/login',
  signup: '/auth/signup',
  app: '/app',
  setup: '/app/setup',
  opportunities: '/app/opportunities',
  accountMain: '/app/settings/account/main',
  projectMain: '/app/settings/project/main',
  projectKeywords: '/app/settings/project/keywords',
  projectCompetitors: '/app/settings/project/competitors',
} as const

/** A post's page on Reddit; `permalink` begins with a slash. */
export function redditUrl(permalink: string): string {
  return new URL(permalink, 'https://www.reddit.com').href
}
