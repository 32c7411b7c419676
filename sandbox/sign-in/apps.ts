import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { App } from './grants.ts'

/** Earshot's app, as registered with every provider. */
export const ownApp: App = { clientId: 'earshot-in-the-sandbox', clientSecret: 'no-secret-in-the-sandbox' }
/** A third-party app. */
const otherApp: App = { clientId: 'another-program', clientSecret: 'secret-of-another-program' }

/** Returns the app with this ID and secret. */
export function appOf({ clientId, clientSecret }: App): App | null {
  return [ownApp, otherApp].find((app) => app.clientId === clientId && app.clientSecret === clientSecret) ?? null
}

/** Returns whether an app has registered a redirect URI: on this machine, with the expected path. */
export function isRegistered(provider: ProviderName, clientId: string, redirectUri: string): boolean {
  const url = URL.parse(redirectUri)
  if (!url || !['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return false
  // At Google, the same app also connects mailboxes.
  const own = [`/connect/${provider}/callback`, ...(provider === 'google' ? ['/connect/mailbox/callback'] : [])]
  const paths = clientId === ownApp.clientId ? own : ['/elsewhere']
  return (
    [ownApp, otherApp].some((app) => app.clientId === clientId) && paths.includes(url.pathname) && url.search === ''
  )
}
