import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { authorizationUrl } from '#features/accounts/server/providers/sign-in.ts'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { SignInApp, SignInApps } from '#platform/server/services.ts'
import type { MailServer } from '#sandbox/mail/mail-server.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { sandboxServer } from '#sandbox/server.ts'

/** The sandbox's sign-in providers on a free port. */
export interface TestProviders {
  apps: Required<SignInApps>
  /** Sets the providers' behavior (sandbox/sign-in/behaviour.ts). Without an argument they work normally. */
  behave(behaviour?: object): Promise<void>
  /** Chooses a person on a provider's page. Returns where the browser is redirected. */
  choose(page: string | URL, person: string): Promise<URL>
  /** Returns a provider's access token for a person, issued to our app or to another one. */
  token(provider: ProviderName, person: string, whose?: 'ours' | 'anothers'): Promise<string>
  close(): Promise<void>
}

/** Another app registered with the sandbox, and its redirect address. */
const other = {
  clientId: 'another-program',
  clientSecret: 'secret-of-another-program',
  redirectUri: 'http://localhost/elsewhere',
}
const attempt = { state: 'state-1', verifier: 'v'.repeat(43), nonce: 'nonce-1' }

/** With a mail server, Google's tokens open mailboxes there. */
export async function openTestProviders({ mail }: { mail?: MailServer } = {}): Promise<TestProviders> {
  // These tests need no posts, and generating a month of them takes seconds.
  const server: Server = sandboxServer({ community: smallCommunity, days: 1, ...(mail && { mail }) }).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sign-in`
  const app = (name: ProviderName): SignInApp => ({
    clientId: 'earshot-in-the-sandbox',
    clientSecret: 'no-secret-in-the-sandbox',
    authUrl: `${url}/${name}`,
    tokenUrl: `${url}/${name}`,
    apiUrl: `${url}/${name}`,
    userAgent: 'Earshot/1.2.3',
  })
  const choose: TestProviders['choose'] = async (page, person) => {
    const chosen = new URL(page)
    chosen.searchParams.set('person', person)
    const answer = await fetch(chosen, { redirect: 'manual' })
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${chosen.pathname} did not redirect: ${answer.status}`)
    return new URL(location)
  }
  return {
    apps: { google: app('google'), github: app('github'), reddit: app('reddit'), oidc: app('oidc') },
    behave: async (behaviour = {}) => {
      const answer = await fetch(`${url}/behaviour`, { method: 'PUT', body: JSON.stringify(behaviour) })
      if (!answer.ok) throw new Error(`the sandbox rejected the behavior: ${await answer.text()}`)
    },
    choose,
    token: async (provider, person, whose = 'ours') => {
      const ours = { ...app(provider), redirectUri: `http://localhost:3000/connect/${provider}/callback` }
      const client = whose === 'ours' ? ours : { ...ours, ...other }
      const page = await authorizationUrl(provider, client, client.redirectUri, attempt)
      return redeem(provider, client, await choose(page, person))
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Exchanges a code for an access token, as any app would. */
async function redeem(provider: ProviderName, client: SignInApp & { redirectUri: string }, back: URL): Promise<string> {
  const path = {
    google: '/token',
    github: '/login/oauth/access_token',
    reddit: '/api/v1/access_token',
    oidc: '/token',
  }[provider]
  const { clientId, clientSecret, redirectUri, tokenUrl } = client
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const answer = await fetch(`${tokenUrl}${path}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'user-agent': 'test/1', authorization: `Basic ${basic}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.searchParams.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: attempt.verifier,
      client_id: clientId,
      client_secret: clientSecret,
    }),
  })
  const { access_token: token } = (await answer.json()) as { access_token?: string }
  if (!token) throw new Error(`${provider} issued no token: ${answer.status}`)
  return token
}
