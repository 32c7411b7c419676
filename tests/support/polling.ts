import { once } from 'node:events'
import { arrivalsOf } from '#features/matching/server/batches.ts'
import { recent } from '#features/matching/server/tables.ts'
import { openExchange } from '#features/reddit/server/api/exchange.ts'
import { openPoller, type Poller } from '#features/reddit/server/feeds/poll-feeds.ts'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Exchange, RedditApp } from '#platform/server/services.ts'
import type { Community } from '#sandbox/community/types.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { asJob } from './leads.ts'
import type { Clock } from './world.ts'

/** The sandbox's Reddit on loopback, on the clock of a test, with a record of its requests. */
export interface SandboxReddit {
  /** The sandbox that it belongs to. */
  sandbox: Sandbox
  app: RedditApp
  exchange: Exchange
  /** Returns the lists requested since the last call: path, query and cursor. */
  asked(): string[]
  /** Controls the sandbox manually (docs/decisions/0036). */
  tell(what: string, words: object): Promise<void>
  /** Posts now. Returns the ID of the post. */
  say(subreddit: string, title: string): Promise<string>
  close(): void
}

export async function openReddit(
  now: () => Date,
  options: { community?: () => Community; days?: number } = {},
): Promise<SandboxReddit> {
  const server = sandboxServer({ ...options, now: () => now().getTime() }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sandbox = addressesOf(server)
  const { url, clientId, clientSecret } = sandbox.reddit
  const exchange = openExchange({ headersMs: 1_000, betweenBytesMs: 1_000, totalMs: 5_000, bytes: 24_000_000 })
  let requested: string[] = []
  const control = async (method: string, what: string, words: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/control/${what}`, { method, headers, body: JSON.stringify(words) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${what}: ${text}`)
    return JSON.parse(text) as { name?: string }
  }
  return {
    sandbox,
    app: { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' },
    exchange: (question) => {
      const { pathname, searchParams } = question.url
      const rest = [searchParams.get('q'), searchParams.get('after')].filter(Boolean)
      if (!pathname.startsWith('/api/')) requested.push([pathname, ...rest].join(' '))
      return exchange(question)
    },
    asked: () => {
      const all = requested
      requested = []
      return all
    },
    tell: async (what, words) => void (await control('PUT', what, words)),
    say: async (subreddit, title) => {
      const post = await control('POST', 'posts', { subreddit, author: 'ada_oaks', title, body: `About: ${title}` })
      return post.name!.slice(3)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Returns the IDs of all arrivals posted since, including repeated ones, with their kind: `post 1abc`. */
export function arrivedOf(ctx: Ctx, since = new Date(0)): Promise<string[]> {
  return transaction(asJob(ctx), async (tx) => {
    const batches = await tx.select().from(recent).orderBy(recent.id)
    const arrivals = await Promise.all(batches.map((batch) => arrivalsOf(tx, batch)))
    const ids = arrivals.flat().map(({ item, draft }) => ({
      at: item.postedAt ?? 0,
      id: `${item.kind} ${BigInt(draft!.outsideId).toString(36)}`,
    }))
    return ids.filter(({ at }) => at >= since.getTime()).map(({ id }) => id)
  })
}

/** Runs pollers for some seconds. A poller waiting for another's token request retries after a second. */
export async function pollFor(ctx: Ctx, clock: Clock, seconds = 3): Promise<void> {
  const poller = openPoller(ctx)
  for (let second = 0; second < seconds; second++) {
    await pollOnce(poller)
    clock.advance(1001)
  }
}

/** Polls everything due once. Throws after all pollers have ended. */
export async function pollOnce({ syncFeeds, pollers }: Poller): Promise<void> {
  await syncFeeds()
  const failed = (await Promise.allSettled(pollers.map((poll) => poll()))).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
