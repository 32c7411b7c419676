import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ProviderName } from '@earshot/contract/sign-in'
import { sandboxServer } from '../sandbox/server.ts'
import type { SignInApp, SignInApps } from './sources/sign-in/provider.ts'

/** The providers of the sandbox on a free port, for tests. */
export interface TestProviders {
  apps: Required<SignInApps>
  /** Tells them how to behave from now on (sandbox/sign-in/behaviour.ts); without words, well. */
  behave(behaviour?: object): Promise<void>
  /** Goes to the page of a provider, chooses somebody, and says where the browser is sent then. */
  choose(page: string | URL, person: string): Promise<URL>
  close(): Promise<void>
}

export async function openTestProviders(): Promise<TestProviders> {
  const server: Server = sandboxServer().listen(0, '127.0.0.1')
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
  return {
    apps: { google: app('google'), github: app('github'), reddit: app('reddit') },
    behave: async (behaviour = {}) => {
      const answer = await fetch(`${url}/behaviour`, { method: 'PUT', body: JSON.stringify(behaviour) })
      if (!answer.ok) throw new Error(`the sandbox does not know how to behave so: ${await answer.text()}`)
    },
    choose: async (page, person) => {
      const chosen = new URL(page)
      chosen.searchParams.set('person', person)
      const answer = await fetch(chosen, { redirect: 'manual' })
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`no way back from ${chosen.pathname}: ${answer.status}`)
      return new URL(location)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
