/** The pages below /app that exist. Any other address there shows the error page with status 404 (SPEC 2). */
export const appPaths = [
  '/app',
  '/app/setup',
  '/app/archive/rejected',
  '/app/archive/replied',
  '/app/crm',
  '/app/dashboard',
  '/app/find-leads',
  '/app/inbox',
  '/app/inbox-mail',
  '/app/insights',
  '/app/insights-copy-working',
  '/app/mentions',
  '/app/opportunities',
  '/app/pay',
  '/app/searchbox',
  '/app/settings/account',
  '/app/settings/account/main',
  '/app/settings/account/members',
  '/app/settings/account/notifications',
  '/app/settings/project',
  '/app/settings/project/main',
  '/app/settings/project/billing',
  '/app/settings/project/keywords',
  '/app/settings/project/competitors',
  '/app/settings/project/imports',
  '/app/settings/project/integrations',
  '/app/settings/project/sources',
  '/app/settings/project/members',
  '/app/settings/project/notifications',
  '/app/settings/project/mailboxes',
  '/app/settings/project/messages',
  '/app/settings/project/prompts',
  '/app/users',
] as const
export type AppPath = (typeof appPaths)[number]

/** The page of internal admins. For everyone else, it doesn't exist (docs/decisions/0128). */
export const adminPath = '/app/users' satisfies AppPath

/** The pages to sign in and sign up. Both send signed-in users to /app (SPEC 5). */
export const authPaths = ['/auth/login', '/auth/signup'] as const

/**
 * Pages of the app that are public but not for search engines: the password reset (DECISIONS 2), and the UI kit in all
 * its states (DECISIONS 5).
 */
export const publicPaths = ['/auth/reset-password', '/test'] as const

/** The page of a link to insights, whose address ends with its key (DECISIONS 5). */
export const sharePage = '/share/:token'

/** Returns the key in the address of a link to insights; null for other addresses. */
export function shareKeyOf(path: string): string | null {
  const [, key] = /^\/share\/([^/]+)$/.exec(path) ?? []
  return key ?? null
}

export type Layout = 'blank' | 'dashboard' | 'auth' | 'default'

const blank: readonly string[] = ['/app/setup', '/test', '/legal/violation']

/** Returns the layout of a page (DECISIONS 5). The error page always has the default layout. */
export function layoutOf(path: string): Layout {
  const page = withoutTrailingSlash(path)
  if (blank.includes(page)) return 'blank'
  if (isBelow('/app', page)) return 'dashboard'
  if (isBelow('/auth', page)) return 'auth'
  return 'default'
}

/** Returns whether a path is /app or below it. Paths with the same first letters (/appleseed) don't count. */
export function isAppPath(path: string): boolean {
  return isBelow('/app', path)
}

/** Returns whether the app, rather than a public page, shows a path: all below /app, and the sign-in pages. */
export function isPageOfApp(path: string): boolean {
  const page = withoutTrailingSlash(decodedPath(path))
  return isAppPath(page) || [...authPaths, ...publicPaths].some((known) => known === page)
}

/**
 * Returns the part of a query to keep when a guard redirects a signed-in user: the notice that a mailed link worked,
 * and an invitation. It is empty or begins with a question mark.
 */
export function preservedQuery(search: string): string {
  const query = new URLSearchParams(search)
  const carried = ['notice', 'invitation'].flatMap((name) => {
    const value = query.get(name) ?? ''
    return /^[\w.-]{1,300}$/.test(value) ? [`${name}=${value}`] : []
  })
  return carried.length > 0 ? `?${carried.join('&')}` : ''
}

/** Removes a trailing slash, since `/app/setup/` and `/app/setup` are the same page. The root stays `/`. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** Returns an address decoded if possible, or else unchanged. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The maximum size of an encoded redirect target, in bytes. Longer ones aren't remembered (DECISIONS 9). */
const redirectMax = 2000

/**
 * Returns the page to open after signing in, or null if `value` (path and query, not encoded) isn't safe. It must be an
 * /app path of this site, fit into a cookie, and be the same address in every browser (DECISIONS 9).
 */
export function redirectTarget(value: string): string | null {
  if (encodeURIComponent(value.toWellFormed()).length > redirectMax) return null
  const base = 'http://base.invalid'
  if (!URL.canParse(value, base)) return null
  const { origin, pathname, search } = new URL(value, base)
  const same = value === pathname + search
  return origin === base && same && isAppPath(pathname) ? value : null
}

function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(`${root}/`)
}

/**
 * Returns the title of a page (SPEC 2): its last segment as words. Settings include their section,
 * `/app/settings/project/keywords` -> 'Project settings: Keywords', and the CRM is called so (DECISIONS 25). That of a link
 * to insights would be its key.
 */
export function titleOf(pathname: string): string {
  if (shareKeyOf(withoutTrailingSlash(pathname)) !== null) return 'Shared Insights'
  const segments = pathname.split('/').filter(Boolean)
  const settings = segments.indexOf('settings')
  const parent = segments[settings + 1]
  const child = segments[settings + 2]
  if (segments[0] === 'app' && settings === 1 && parent && child)
    return `${inWords(parent)} settings: ${inWords(child)}`
  if (segments.join('/') === 'app/crm') return 'CRM'
  return inWords(segments.at(-1) ?? '')
}

function inWords(segment: string): string {
  return decodedPath(segment)
    .replaceAll('-', ' ')
    .replace(/(^|\s)(\S)/gu, (_, space: string, letter: string) => space + letter.toUpperCase())
}
