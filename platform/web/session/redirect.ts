import { redirectTarget } from '#engine/rules/paths.ts'
import { clearCookie, setCookie } from './cookies.ts'

/** The lifetime in seconds of the page to open after signing in; it is followed once (SPEC 5, DECISIONS 9). */
const maxAge = 3600

/** Returns the cookie that remembers a path with its query, or null if signing in must not lead there. */
export function redirectCookie(target: string): string | null {
  if (redirectTarget(target) === null) return null
  return `redirect=${encodeURIComponent(target)}; path=/; max-age=${maxAge}; samesite=lax`
}

/** Returns the path in a page's cookies if it may be followed. */
export function rememberedTarget(cookies: string): string | null {
  const cookie = cookies.split('; ').find((each) => each.startsWith('redirect='))
  try {
    return cookie ? redirectTarget(decodeURIComponent(cookie.slice('redirect='.length))) : null
  } catch {
    return null
  }
}

/** Remembers a page for after the next sign-in. */
export function rememberPage(target: string): void {
  const cookie = redirectCookie(target)
  if (cookie) setCookie(cookie)
}

/** Returns the remembered page and forgets it. */
export function takeRememberedPage(): string | null {
  const target = rememberedTarget(document.cookie)
  clearCookie('redirect')
  return target
}
