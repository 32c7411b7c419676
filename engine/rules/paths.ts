/** The pages below /app that exist; any other address there is the error page with status 404 (SPEC 2). */
export const appPaths = [
  '/app',
  '/app/setup',
  '/app/opportunities',
  '/app/settings/account',
  '/app/settings/account/main',
  '/app/settings/account/members',
  '/app/settings/project',
  '/app/settings/project/main',
  '/app/settings/project/billing',
  '/app/settings/project/keywords',
  '/app/settings/project/competitors',
  '/app/settings/project/imports',
  '/app/settings/project/sources',
  '/app/settings/project/members',
] as const
export type AppPath = (typeof appPaths)[number]

/** Where people sign in and sign up; both send signed-in users to /app (SPEC 5). */
export const authPaths = ['/auth/login', '/auth/signup'] as const

/**
 * Pages of the app that anyone may see, signed in or not, and no search engine should list: a new password (DECISIONS 2),
 * and the ui kit in all its states (DECISIONS 5).
 */
export const publicPaths = ['/auth/reset-password', '/test'] as const

export type Layout = 'blank' | 'dashboard' | 'auth' | 'default'

const blank: readonly string[] = ['/app/setup', '/test', '/legal/violation']

/** The frame around a page (DECISIONS 5). The error page is always in the default layout, whatever its address. */
export function layoutOf(path: string): Layout {
  const page = withoutTrailingSlash(path)
  if (blank.includes(page)) return 'blank'
  if (isBelow('/app', page)) return 'dashboard'
  if (isBelow('/auth', page)) return 'auth'
  return 'default'
}

/** True for /app and everything under it, and for nothing that merely begins with the letters (/appleseed). */
export function isAppPath(path: string): boolean {
  return isBelow('/app', path)
}

/** Whether the app shows what is at a path, rather than a public page: all below /app, and where people sign in. */
export function isPageOfApp(path: string): boolean {
  const page = withoutTrailingSlash(decodedPath(path))
  return isAppPath(page) || [...authPaths, ...publicPaths].some((known) => known === page)
}

/**
 * What of a query goes along where a guard leads somebody on who is signed in: that a link in a mail has worked, and the
 * invitation that another carried. Empty, or with its question mark.
 */
export function preservedQuery(search: string): string {
  const query = new URLSearchParams(search)
  const carried = ['notice', 'invitation'].flatMap((name) => {
    const value = query.get(name) ?? ''
    return /^[\w.-]{1,300}$/.test(value) ? [`${name}=${value}`] : []
  })
  return carried.length > 0 ? `?${carried.join('&')}` : ''
}

/** `/app/setup/` names the same page as `/app/setup`; the root stays `/`. */
export function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

/** An address as people read it: decoded where it can be, else as it is. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Bytes of an encoded redirect target; longer ones are not remembered (DECISIONS 9). */
const redirectMax = 2000

/**
 * The page to return to after signing in, if `value` (path and query, not encoded) may be followed: an /app path of
 * this site, short enough for a cookie, that no browser reads as another address (DECISIONS 9). Otherwise null.
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
