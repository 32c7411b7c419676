import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Config } from '#platform/server/config.ts'
import type { RedditService } from '#platform/server/services.ts'
import { openExchange } from '../api/exchange.ts'

/** Returns Reddit if its app is configured, else the sandbox's Reddit; null if there is neither. */
export function redditServiceOf(
  { signIn: { reddit }, version }: Config,
  sandbox: Sandbox | null,
): RedditService | null {
  const exchange = openExchange()
  if (reddit) return { app: reddit, exchange, realm: 'real' }
  if (!sandbox) return null
  const { url, clientId, clientSecret } = sandbox.reddit
  const app = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: `web:earshot:${version}` }
  return { app, exchange, realm: 'sandbox' }
}
