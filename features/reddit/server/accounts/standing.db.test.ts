import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runUpkeep } from '#app/server.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { browserOf, call, type Person, seedRedditAccount, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { ExchangeError } from '../api/exchange.ts'
import { refreshStandings } from './standing.ts'

/** Tests the standing of connected accounts against the sandbox's Reddit over a real connection. */
const hour = 3_600_000
let world: World
let app: FastifyInstance
let reddit: TestReddit
let ctx: Ctx
let ann: Person
let project: string
/** The number of requests for a token's own account. */
let asked: number

beforeEach(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  reddit = await testReddit(world.clock)
  asked = 0
  const exchange: TestReddit['service']['exchange'] = (question) => {
    if (question.url.pathname === '/api/v1/me') asked++
    return reddit.service.exchange(question)
  }
  world.ctx.reddit = { ...reddit.service, exchange }
  ctx = asJob(world.ctx)
  project = await setUpProject(app, ann)
  await connect()
  asked = 0
})

afterEach(async () => {
  reddit.close()
  await world.close()
})

/** Connects like a browser: to Reddit's page, where Wilma agrees, and back. */
async function connect(): Promise<void> {
  const page = new URL((await call(app, ann, 'POST', 'reddit-accounts', { project })).json().data.page)
  page.searchParams.set('person', 'wilma')
  const { headers } = await fetch(page, { redirect: 'manual' })
  const { search } = new URL(headers.get('location')!)
  const url = `/connect/reddit/callback${search}`
  const back = await app.inject({ method: 'GET', url, headers: { cookie: browserOf(ann).cookie } })
  expect(back.headers.location).toContain('reddit-connected')
}

const account = async () => (await call(app, ann, 'GET', 'reddit-accounts?filters[name]=wilma-welds')).json().data[0]
const forgetKarma = () => ask(world.url, 'update reddit_account set karma = 1, joined_at = null')

test("the standing is requested once a day with the account's own token, and shown with its date", async () => {
  const first = await account()
  expect(first).toMatchObject({ standingAt: world.clock.now.toISOString(), suspendedAt: null })
  expect(first.karma).toBeGreaterThan(1)
  await forgetKarma()
  world.clock.advance(23 * hour)
  await runUpkeep(ctx)
  expect(asked).toBe(0)
  world.clock.advance(hour)
  await Promise.all([refreshStandings(ctx), refreshStandings(ctx)])
  expect(asked).toBe(1)
  const { karma, joinedAt } = first
  expect(await account()).toMatchObject({ karma, joinedAt, standingAt: world.clock.now.toISOString() })
  await runUpkeep(ctx)
  expect(asked).toBe(1)
})

test('a suspended account keeps its karma and shows the suspension until it ends', async () => {
  const { karma, standingAt } = await account()
  await reddit.tell('people/wilma-welds', { standing: 'suspended' })
  world.clock.advance(24 * hour)
  const seenAt = world.clock.now.toISOString()
  await refreshStandings(ctx)
  world.clock.advance(24 * hour)
  await refreshStandings(ctx)
  expect(await account()).toMatchObject({ karma, standingAt, suspendedAt: seenAt, state: 'connected' })
  await reddit.tell('people/wilma-welds', { standing: 'well' })
  world.clock.advance(24 * hour)
  await refreshStandings(ctx)
  expect(await account()).toMatchObject({ suspendedAt: null, standingAt: world.clock.now.toISOString() })
})

test('an unavailable standing is retried an hour later without an error of the account', async () => {
  const { karma } = await account()
  const service = world.ctx.reddit!
  const dead: Ctx = {
    ...ctx,
    reddit: { ...service, exchange: async () => Promise.reject(new ExchangeError('unreachable')) },
  }
  await forgetKarma()
  world.clock.advance(24 * hour)
  await refreshStandings(dead)
  await refreshStandings(ctx)
  expect(await account()).toMatchObject({ karma: 1, state: 'connected' })
  world.clock.advance(hour)
  await refreshStandings(ctx)
  expect(await account()).toMatchObject({ karma })
})

test('a run covers at most twenty accounts, and none of another app or with a revoked grant', async () => {
  const { clientId } = reddit.service.app
  for (let each = 0; each < 30; each++) await seedRedditAccount(world.ctx, project, { clientId, name: `other${each}` })
  await ask(world.url, `update reddit_account set standing_due_at = $1 where name <> 'wilma-welds'`, [
    new Date(world.clock.now.getTime() - hour).toISOString(),
  ])
  await seedRedditAccount(world.ctx, project, { clientId, name: 'refused', state: 'signIn' })
  await seedRedditAccount(world.ctx, project, { clientId: 'another', name: 'stranger' })
  await refreshStandings(ctx)
  const due = () =>
    ask(world.url, 'select name from reddit_account where standing_due_at is null or standing_due_at <= $1', [
      world.clock.now.toISOString(),
    ])
  expect(await due()).toHaveLength(12)
  await refreshStandings(ctx)
  expect((await due()).map(({ name }) => name).toSorted()).toEqual(['refused', 'stranger'])
})
