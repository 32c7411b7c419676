import { redirectTarget } from '#engine/rules/paths.ts'
import { clearCookie, setCookie } from './cookies.ts'

/** Where somebody wanted to go before signing in: kept one hour, followed once (SPEC 5, DECISIONS 9). */
const maxAge = 3600

/** The cookie that remembers a path with its query; none where no sign-in may lead there. */
export function redirectCookie(target: string): string | null {
  if (redirectTarget(target) === null) return null
  return `redirect=${encodeURIComponent(target)}; path=/; max-age=${maxAge}; samesite=lax`
}

/** The path that the cookies of a page name, if it may be followed. */
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

/** The remembered page, which is forgotten by this. */
export function takeRememberedPage(): string | null {
  const target = rememberedTarget(document.cookie)
  clearCookie('redirect')
  return target
}
