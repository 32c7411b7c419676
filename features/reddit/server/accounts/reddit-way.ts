import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Config } from '#platform/server/config.ts'
import type { RedditWay } from '#platform/server/services.ts'
import { openExchange } from '../api/exchange.ts'

/** The way to Reddit where its app is configured, else to the sandbox's; null where there is neither. */
export function redditWayOf({ signIn: { reddit }, version }: Config, sandbox: Sandbox | null): RedditWay | null {
  const exchange = openExchange()
  if (reddit) return { app: reddit, exchange, realm: 'real' }
  if (!sandbox) return null
  const { url, clientId, clientSecret } = sandbox.reddit
  const app = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: `web:earshot:${version}` }
  return { app, exchange, realm: 'sandbox' }
}
