import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { App } from './grants.ts'

/** The program that this is the outside world of, as every provider knows it. */
export const ownApp: App = { clientId: 'earshot-in-the-sandbox', clientSecret: 'no-secret-in-the-sandbox' }
/** Somebody else's program. */
const otherApp: App = { clientId: 'another-program', clientSecret: 'secret-of-another-program' }

/** The app with this id and secret. */
export function appOf({ clientId, clientSecret }: App): App | null {
  return [ownApp, otherApp].find((app) => app.clientId === clientId && app.clientSecret === clientSecret) ?? null
}

/** Whether an app has registered this address to come back to: on this machine, where that program expects it. */
export function isRegistered(provider: ProviderName, clientId: string, redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  if (!url || !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return false
  const path = clientId === ownApp.clientId ? `/connect/${provider}/callback` : '/elsewhere'
  return [ownApp, otherApp].some((app) => app.clientId === clientId) && url.pathname === path && url.search === ''
}
