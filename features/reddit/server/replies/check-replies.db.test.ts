import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReplyCheck } from '#features/leads/contract.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { silentReddit } from '#tests/support/reddit-answers.ts'
import {
  call,
  commentUnder,
  type Person,
  seedOpportunity,
  seedRedditAccount,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { checkReplies } from './check-replies.ts'

const minute = 60_000
const hour = 60 * minute
let world: World
let reddit: TestReddit
let app: FastifyInstance
let ann: Person
let project: string
let lead: string
let ctx: Ctx
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  reddit = await testReddit(world.clock)
})
beforeEach(async () => {
  // The sandbox acts as the real Reddit.
  world.ctx.reddit = { ...reddit.service, realm: 'real' }
  ctx = asJob(world.ctx)
  await ask(world.url, 'delete from reply_check')
  project = await setUpProject(app, ann)
  lead = await seedOpportunity(world.ctx, project)
})
afterAll(async () => {
  reddit.close()
  await world.close()
})

/** Comments on Reddit; returns the comment's name. */
async function commented(): Promise<string> {
  const { name } = await reddit.tell('posts', { subreddit: 'smallfirms', author: 'ada_oaks', title: 'Which one?' })
  const comment = await reddit.tell('comments', { parent: name, author: 'ada_oaks', body: 'Try a sheet first.' })
  return String(comment.name)
}
const linkTo = (comment: string, of = lead) => commentUnder(world.url, of, comment.slice(3))
const reply = async (data: object, of = lead) => call(app, ann, 'PUT', `opportunities/${of}/reply`, data)
const checks = async (of = lead): Promise<ReplyCheck[]> =>
  (await call(app, ann, 'GET', `opportunities/${of}`)).json().data.reply?.checks ?? []
const states = async (of = lead) => (await checks(of)).map(({ state }) => state)
const later = async (ms: number, as = ctx) => {
  world.clock.advance(ms)
  await checkReplies(as)
}
const announced = async () =>
  Number(
    (await ask(world.url, `select count(*) from event where kind = 'opportunities' and subject_id = $1`, [lead]))[0]!
      .count,
  )

describe('a reply with a link', () => {
  test('is looked up after 10 minutes, an hour, and a day, with its votes, and open screens are told', async () => {
    const comment = await commented()
    await reply({ permalink: await linkTo(comment) })
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
    await later(9 * minute)
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
    const before = await announced()
    await later(minute)
    expect(await checks()).toMatchObject([
      { step: 'tenMinutes', state: 'live', votes: 1, checkedAt: world.clock.now.toISOString(), trouble: null },
      { step: 'hour', state: 'waiting', checkedAt: null },
      { step: 'day', state: 'waiting' },
    ])
    expect(await announced()).toBe(before + 1)
    await reddit.tell(`votes/${comment}`, { by: 'ada_oaks', direction: -1 })
    await later(50 * minute)
    const [, second] = await checks()
    expect(second).toMatchObject({ state: 'live', votes: 0 })
    await reddit.tell(`things/${comment}`, { action: 'remove' })
    await later(23 * hour)
    expect((await checks())[2]).toMatchObject({ step: 'day', state: 'removed', removedBy: null, votes: null })
    const asked = reddit.asked()
    await later(48 * hour)
    expect(reddit.asked()).toBe(asked)
  })

  test('makes the accounts of its project and realm due, so that the reply counts among their posts', async () => {
    const tomorrow = new Date(world.clock.now.getTime() + 24 * hour)
    const account = { standingDueAt: tomorrow }
    const elsewhere = await setUpProject(app, ann)
    const own = await seedRedditAccount(world.ctx, project, account)
    await seedRedditAccount(world.ctx, project, { ...account, realm: 'sandbox' })
    await seedRedditAccount(world.ctx, elsewhere, account)
    await reply({ permalink: await linkTo(await commented()) })
    await later(10 * minute)
    const due = () => ask(world.url, 'select id from reddit_account where standing_due_at <= $1', [world.clock.now])
    expect(await due()).toEqual([{ id: own }])
    await ask(world.url, 'update reddit_account set standing_due_at = $1', [tomorrow])
    await later(50 * minute)
    expect(await due()).toEqual([])
  })

  test('that its author deletes is deleted, not removed', async () => {
    const comment = await commented()
    await reply({ permalink: await linkTo(comment) })
    await reddit.tell(`things/${comment}`, { action: 'delete' })
    await later(10 * minute)
    expect((await checks())[0]).toMatchObject({ state: 'deleted', votes: null })
  })

  test('that Reddit leaves out is asked for twice before it counts as not found', async () => {
    await reply({ permalink: await linkTo('t1_zzzz9') })
    await later(10 * minute)
    expect((await checks())[0]).toMatchObject({ state: 'waiting', trouble: null })
    await later(5 * minute)
    expect((await checks())[0]).toMatchObject({ state: 'missing', checkedAt: world.clock.now.toISOString() })
  })

  test('is looked up late after an outage of this server, and says when it really was', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    await later(5 * hour)
    const at = world.clock.now.toISOString()
    expect(await checks()).toMatchObject([
      { state: 'live', checkedAt: at },
      { state: 'live', checkedAt: at },
      { state: 'waiting', checkedAt: null },
    ])
    expect(Date.parse(at) - Date.parse((await checks())[0]!.dueAt)).toBe(5 * hour - 10 * minute)
  })

  test('is checked once each, whenever the worker dies', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    const other = await seedOpportunity(world.ctx, project)
    await reply({ permalink: await linkTo(await commented(), other) }, other)
    world.clock.advance(10 * minute)
    const before = await announced()
    // The lease of the dead worker ends.
    const expire = () => ask(world.url, `update reply_check set next_at = due_at where state = 'waiting'`)
    expect(await killAtEachMoment(ctx, checkReplies, expire)).toBeGreaterThan(5)
    expect([await states(), await states(other)]).toEqual([
      ['live', 'waiting', 'waiting'],
      ['live', 'waiting', 'waiting'],
    ])
    expect(await announced()).toBe(before + 1)
  })

  test('is stored once if two workers check at the same time', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    world.clock.advance(10 * minute)
    const before = await announced()
    await Promise.all([checkReplies(ctx), checkReplies(ctx)])
    expect([await states(), await announced()]).toEqual([['live', 'waiting', 'waiting'], before + 1])
  })
})

describe('while Reddit does not answer', () => {
  test('a check is repeated, says why meanwhile, and is made once Reddit answers again', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    const without = asJob({ ...world.ctx, reddit: silentReddit })
    await later(10 * minute, without)
    expect((await checks())[0]).toMatchObject({ state: 'waiting', trouble: "Reddit couldn't be reached", votes: null })
    await later(minute)
    expect((await checks())[0]).toMatchObject({ state: 'live', trouble: null })
  })

  test('for half a day, a check is given up as not checked, with the reason', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    const without = asJob({ ...world.ctx, reddit: silentReddit })
    await later(10 * minute, without)
    for (let hours = 0; hours < 20; hours++) await later(hour, without)
    const [first, second, third] = await checks()
    expect(first).toMatchObject({ state: 'notChecked', checkedAt: null, trouble: "Reddit couldn't be reached" })
    expect(second).toMatchObject({ state: 'notChecked' })
    expect(third).toMatchObject({ state: 'waiting', trouble: null })
  })

  test('because our own rate limit is used up, a check only waits', async () => {
    const other = await seedOpportunity(world.ctx, project)
    await reply({ permalink: await linkTo(await commented(), other) }, other)
    await later(10 * minute)
    await reply({ permalink: await linkTo(await commented()) })
    const pausedUntil = new Date(world.clock.now.getTime() + 55 * minute)
    await ask(world.url, 'update reddit_limit set paused_until = $1', [pausedUntil])
    for (let tries = 0; tries < 45; tries++) await later(minute)
    expect((await checks())[0]).toMatchObject({ state: 'waiting', trouble: null })
    await later(12 * minute)
    expect((await checks())[0]).toMatchObject({ state: 'live' })
  })
})

describe('without the API of the realm', () => {
  test.each([
    ['no API', null],
    ["the sandbox's", 'sandbox'],
  ] as const)('(%s) a reply is never called live', async (_what, realm) => {
    world.ctx.reddit = realm && { ...reddit.service, realm }
    await reply({ permalink: await linkTo(await commented()) })
    await later(25 * hour, asJob(world.ctx))
    const trouble = "This server isn't connected to Reddit's API"
    expect(await checks()).toMatchObject(Array(3).fill({ state: 'notChecked', votes: null, checkedAt: null, trouble }))
  })

  test('for a week, the checks are given up', async () => {
    world.ctx.reddit = null
    await reply({ permalink: await linkTo(await commented()) })
    await later(9 * 24 * hour, asJob(world.ctx))
    world.ctx.reddit = { ...reddit.service, realm: 'real' }
    await later(minute)
    expect(await states()).toEqual(['notChecked', 'notChecked', 'notChecked'])
  })
})

describe('a changed reply', () => {
  test('keeps its checks with another text, and starts them again with another comment', async () => {
    const permalink = await linkTo(await commented())
    await reply({ permalink })
    await later(10 * minute)
    await reply({ text: 'Try a sheet first.' })
    await reply({ permalink })
    expect(await states()).toEqual(['live', 'waiting', 'waiting'])
    await reply({ permalink: await linkTo(await commented()) })
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
    const due = new Date(world.clock.now.getTime() + 10 * minute).toISOString()
    expect((await checks())[0]?.dueAt).toBe(due)
  })

  test('stops its checks when its link or the reply itself is taken back', async () => {
    const permalink = await linkTo(await commented())
    await reply({ permalink })
    await reply({ permalink: null })
    expect(await checks()).toEqual([])
    await reply({ permalink })
    await call(app, ann, 'DELETE', `opportunities/${lead}/reply`)
    const asked = reddit.asked()
    await later(25 * hour)
    expect(reddit.asked()).toBe(asked)
    await reply({ permalink })
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  })

  test('while Reddit is being asked loses nothing to the old answer', async () => {
    await reply({ permalink: await linkTo(await commented()) })
    const next = await linkTo(await commented())
    const service = world.ctx.reddit!
    const slow = asJob({
      ...world.ctx,
      reddit: {
        ...service,
        exchange: async (question) => {
          const answer = await service.exchange(question)
          if (question.url.pathname === '/api/info') await reply({ permalink: next })
          return answer
        },
      },
    })
    await later(10 * minute, slow)
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting'])
  })
})

describe('a link', () => {
  test('to a comment of another thread is refused and says what to do', async () => {
    const other = await seedOpportunity(world.ctx, project)
    const answer = await reply({ permalink: await linkTo(await commented(), other) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toMatchObject({
      name: 'ValidationError',
      message: expect.stringContaining("Open your comment under this lead's post"),
      details: { errors: [{ path: ['permalink'] }] },
    })
    expect(await checks()).toEqual([])
  })

  test('may lead to a comment under a copy of the post, in whose community it counts', async () => {
    const copy = await seedOpportunity(world.ctx, project)
    await ask(world.url, `update opportunity set sibling_of = $1 where id = $2`, [lead, copy])
    await ask(
      world.url,
      `update post set subreddit = 'Fitters' where id = (select post_id from opportunity where id = $1)`,
      [copy],
    )
    expect((await reply({ permalink: await linkTo(await commented(), copy) })).statusCode).toBe(200)
    expect(await ask(world.url, 'select distinct community from reply_check')).toEqual([{ community: 'fitters' }])
  })
})
