import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

/** Posts as Wilma: a comment under a new post for each text. Returns the names of the comments. */
async function commented(...texts: string[]): Promise<string[]> {
  const names: string[] = []
  for (const body of texts) {
    const { name } = await reddit.tell('posts', { subreddit: 'smallfirms', author: 'ada_oaks', title: 'Pipewell?' })
    const comment = await reddit.tell('comments', { parent: name, author: 'wilma-welds', body })
    names.push(String(comment.name))
  }
  return names
}
/** Reads what is stored of Wilma's last posts and comments. */
const promotions = async () =>
  (
    await ask(
      world.url,
      'select promotions, promotions_at as at, promotions_trouble as trouble, standing_due_at as due from reddit_account',
    )
  )[0]!
const daysLater = async (as = ctx) => {
  world.clock.advance(24 * hour)
  await refreshStandings(as)
}
/** A job for which Reddit doesn't answer requests for paths like this. */
const without = (path: RegExp): Ctx => {
  const service = world.ctx.reddit!
  const exchange: TestReddit['service']['exchange'] = (question) =>
    path.test(question.url.pathname) ? Promise.reject(new ExchangeError('unreachable')) : service.exchange(question)
  return { ...ctx, reddit: { ...service, exchange } }
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
  await forgetKarma()
  world.clock.advance(24 * hour)
  await refreshStandings(without(/./))
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

describe('the last posts and comments', () => {
  test('are read with the standing, in one call, as whether each promotes the product, and no text is stored', async () => {
    const asks: string[] = []
    const service = world.ctx.reddit!
    const exchange: TestReddit['service']['exchange'] = (question) => {
      asks.push(`${question.url.pathname} ${question.url.searchParams.get('limit')}`)
      return service.exchange(question)
    }
    await commented('Try a sheet first.', 'I work on Pipewell, it does that.')
    await reddit.tell('posts', {
      ...{ subreddit: 'smallfirms', author: 'wilma-welds', title: 'How we call back', body: 'With a list.' },
    })
    await daysLater({ ...ctx, reddit: { ...service, exchange } })
    expect(asks.filter((path) => path.startsWith('/user/'))).toEqual(['/user/wilma-welds/overview 20'])
    expect(await promotions()).toMatchObject({ promotions: [false, true, false], at: world.clock.now, trouble: null })
    const [row] = await ask(world.url, 'select a::text as row from reddit_account a')
    expect(String(row!.row)).not.toMatch(/sheet|call back/)
  })

  test('are at most twenty, newest first', async () => {
    await commented('Pipewell does that.', ...Array.from({ length: 19 }, () => 'A sheet is enough.'), 'Pipewell too.')
    await daysLater()
    const { promotions: each } = await promotions()
    expect(each).toEqual([true, ...Array.from({ length: 19 }, () => false)])
  })

  test('are read on connecting, and by the next upkeep if Reddit fails then', async () => {
    await commented('Pipewell does that.')
    await connect()
    expect(await promotions()).toMatchObject({ promotions: [true], at: world.clock.now })
    await ask(world.url, 'delete from reddit_account')
    const service = world.ctx.reddit!
    world.ctx.reddit = without(/overview/).reddit
    await connect()
    expect(await promotions()).toMatchObject({ promotions: null, at: null, trouble: null })
    world.ctx.reddit = service
    world.clock.advance(hour)
    await runUpkeep(ctx)
    expect(await promotions()).toMatchObject({ promotions: [true] })
  })

  test('leave out what was deleted', async () => {
    const [deleted] = await commented('Pipewell does that.', 'A sheet is enough.')
    await reddit.tell(`things/${deleted}`, { action: 'delete' })
    await daysLater()
    expect(await promotions()).toMatchObject({ promotions: [false] })
  })

  test('of a hidden profile are unknown, also if they were known before', async () => {
    await commented('Pipewell does that.')
    await daysLater()
    await reddit.tell('people/wilma-welds', { profile: 'hidden' })
    await daysLater()
    expect(await promotions()).toMatchObject({ promotions: null, at: null, trouble: 'hidden' })
    await reddit.tell('people/wilma-welds', { profile: 'shown' })
    await daysLater()
    expect(await promotions()).toMatchObject({ promotions: [true], trouble: null })
  })

  test('of a suspended account are not requested', async () => {
    await commented('Pipewell does that.')
    await daysLater()
    const { at } = await promotions()
    await reddit.tell('people/wilma-welds', { standing: 'suspended' })
    await daysLater(without(/overview/))
    expect(await promotions()).toMatchObject({ promotions: [true], at, trouble: null })
  })

  test('that Reddit does not answer for are unknown, or keep their date, and are requested again in an hour', async () => {
    await daysLater(without(/overview/))
    expect(await promotions()).toMatchObject({ promotions: null, trouble: 'hidden' })
    await ask(world.url, 'update reddit_account set promotions_trouble = null')
    await daysLater(without(/overview/))
    const due = new Date(world.clock.now.getTime() + hour)
    expect(await promotions()).toMatchObject({ promotions: null, trouble: 'failed', due })
    await commented('Pipewell does that.')
    world.clock.advance(hour)
    await refreshStandings(ctx)
    const known = await promotions()
    expect(known).toMatchObject({ promotions: [true], trouble: null })
    await daysLater(without(/api\/v1\/me/))
    expect(await promotions()).toMatchObject({ promotions: [true], at: known.at, trouble: null })
  })
})
