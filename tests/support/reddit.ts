import { once } from 'node:events'
import { openExchange } from '#features/reddit/server/api/exchange.ts'
import type { RedditService } from '#platform/server/services.ts'

import type { Community } from '#sandbox/community/types.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import type { Clock } from './world.ts'

/** The sandbox's Reddit on loopback, on the clock of a test, and the service that connects to it. */
export interface TestReddit {
  service: RedditService
  /** Controls the sandbox like its control page. Returns the response. */
  tell(what: string, words: object): Promise<Record<string, unknown>>
  /** Returns the number of requests to /api/info. */
  asked(): number
  close(): void
}

/**
 * `crowd`: how many further people have accounts, called crowd_0 and so on. `days`: how many days of posts there are
 * at the start.
 */
export async function testReddit(
  clock: Clock,
  { crowd = 0, days = 4 }: { crowd?: number; days?: number } = {},
): Promise<TestReddit> {
  const now = () => clock.now.getTime()
  const community = () => withCrowd(smallCommunity(), crowd)
  const server = sandboxServer({ community, days, now }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { url, clientId, clientSecret } = addressesOf(server).reddit
  const app = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  const exchange = openExchange()
  let requests = 0
  return {
    service: {
      app,
      realm: 'sandbox',
      exchange: (question) => {
        if (question.url.pathname === '/api/info') requests++
        return exchange(question)
      },
    },
    asked: () => requests,
    tell: async (what, words) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/control/${what}`, { method: 'PUT', headers, body: JSON.stringify(words) })
      if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`)
      return (await answer.json()) as Record<string, unknown>
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function withCrowd(community: Community, crowd: number): Community {
  const [like] = community.people
  if (!like) throw new Error('nobody to be like')
  const names = Array.from({ length: crowd }, (_, at) => `crowd_${at}`)
  return { ...community, people: [...community.people, ...names.map((name) => ({ ...like, name }))] }
}
