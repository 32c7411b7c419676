import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openExchange } from '#features/reddit/server/api/exchange.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { smallCommunity } from '#sandbox/reddit/tests/small-community.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob, importRecords, record } from '#tests/support/leads.ts'
import { appOf, call, finishBackfill, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import type { SeoLead, SeoReport, SeoThread } from '../../contract.ts'
import { seoFeature } from '../feature.ts'

let server: Server
let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
const minute = 60_000
const hour = 60 * minute

beforeAll(async () => {
  world = await testWorld()
  const now = () => world.clock.now.getTime()
  server = sandboxServer({ community: smallCommunity, days: 2, now }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { search, chatModel, reddit } = addressesOf(server)
  const { url, clientId, clientSecret } = reddit
  const own = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  ctx = {
    ...world.ctx,
    search: { ...search, apiKey: null, realm: 'sandbox' },
    model: { ...chatModel, apiKey: null },
    sandbox: addressesOf(server),
    reddit: { app: own, exchange: openExchange(), realm: 'sandbox' },
  }
  app = await appOf(ctx)
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
  await setUpProject(app, bob)
})
beforeEach(async () => {
  await ask(world.url, 'delete from seo_update; delete from seo_question; delete from seo_thread; delete from project')
  project = await projectOf(ctx)
})
afterAll(async () => {
  await app.close()
  await world.close()
  server.closeAllConnections()
  server.close()
})

/** A new project of Ann's that watches kettles, in the sandbox. */
async function projectOf(of: Ctx): Promise<string> {
  const id = await setUpProject(app, ann, { name: 'Pipewell', keywords: ['kettles'], competitors: ['Hedgehogs'] })
  await finishBackfill(of, id)
  await ask(world.url, `update project set realm = 'sandbox' where id = '${id}'`)
  return id
}

const run = (at: Ctx = ctx) => seoFeature.jobs!.seo!.run(asJob(at), {})
const get = (path: string, by = ann) => call(app, by, 'GET', `projects/${project}/${path}`)
const report = async (): Promise<SeoReport> => (await get('seo')).json().data
const control = (path: string, body: object) =>
  fetch(`${addressesOf(server).reddit.url}/control/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const told = ({ receipts }: SeoThread) =>
  receipts.map(({ kind, engine, query, position }) => [kind, engine, query, position])

describe('a monthly update', () => {
  test('asks each engine and the model, and keeps receipts that are never inferred from one another', async () => {
    await run()
    const { source, startedAt, finishedAt, nextAt, held, threads, questions } = await report()
    expect([source, startedAt, finishedAt !== null, nextAt, held]).toEqual([
      ...['search', '2026-11-20T12:00:00.000Z', true, '2026-12-01T07:00:00.000Z', 0],
    ])
    expect(questions.map(({ kind, engine, text }) => [kind, engine, text])).toEqual([
      ['ranking', 'google', 'kettles'],
      ['ranking', 'bing', 'kettles'],
      ['ranking', 'google', 'Hedgehogs alternative'],
      ['ranking', 'bing', 'Hedgehogs alternative'],
      ['ranking', 'google', 'Pipewell reviews'],
      ['ranking', 'bing', 'Pipewell reviews'],
      ['cited', 'sandbox-chat', 'What do people recommend for kettles?'],
      ['cited', 'sandbox-chat', 'What is a good alternative to Hedgehogs?'],
    ])
    expect(questions.every(({ askedAt, fault, isOpen }) => askedAt !== null && fault === null && !isOpen)).toBe(true)
    const first = threads.find(({ receipts }) => receipts[0]!.query === 'kettles')!
    expect(told(first)).toEqual([
      ['ranking', 'google', 'kettles', 1],
      ['cited', 'sandbox-chat', 'What do people recommend for kettles?', null],
    ])
    expect(first).toMatchObject({
      ...{ subreddit: 'kettles', title: expect.stringMatching(/^Question \d+ of day \d+ about kettles$/) },
      ...{ comments: 'open', lastAnswerAt: expect.any(String), isGone: false, lead: null },
      named: { in: 'thread', names: { brand: [], competitors: [] } },
    })
    expect(first.receipts[0]!.url).toMatch(/^https:\/\/www\.reddit\.com\/r\/kettles\/comments\/\w+\/question/)
    const others = threads.filter((thread) => thread.subreddit === 'hedgehogs')
    expect(others[0]!.named!.names.competitors).toEqual(['Hedgehogs'])
    expect(others.at(-1)!.receipts.every(({ kind }) => kind === 'ranking')).toBe(true)
  })

  test('shows its own questions while the clock moves on', async () => {
    let calls = 0
    await run({ ...ctx, now: () => new Date(world.clock.now.getTime() + calls++) })
    const { questions, threads } = await report()
    expect(questions.length).toBeGreaterThan(0)
    expect(threads.flatMap(({ receipts }) => receipts).filter(({ isCurrent }) => isCurrent).length).toBeGreaterThan(0)
  })

  test('is held until the 1st where the plan holds leads, and shown at once where it does not', async () => {
    const hold = (at: string | null) =>
      ask(world.url, `update project set leads_release_at = $1 where id = '${project}'`, [at])
    await hold('2026-11-23T07:00:00Z')
    await run()
    const { held, threads, questions, nextAt } = await report()
    expect(held).toBeGreaterThan(5)
    expect([threads, questions.some(({ found }) => found > 0), nextAt]).toEqual([[], false, '2026-12-01T07:00:00.000Z'])
    const [row] = await ask<{ id: string }>(world.url, 'select id from seo_thread limit 1')
    const added = await call(app, ann, 'PUT', `projects/${project}/seo-lead`, { thread: row!.id })
    expect(added.statusCode).toBe(404)
    await hold(null)
    expect((await report()).threads).toHaveLength(held)
  })

  test('asks again what a killed worker had asked, and retries what failed, but not forever', async () => {
    const down: Ctx = { ...ctx, search: { ...ctx.search!, url: 'http://127.0.0.1:9' }, model: null }
    await run(down)
    expect((await report()).questions.map(({ fault, isOpen }) => [fault, isOpen]).slice(0, 2)).toEqual([
      ["The endpoint couldn't be reached", true],
      [null, true],
    ])
    // A worker took the second question and was killed.
    const taken = new Date(world.clock.now.getTime() + 3 * minute).toISOString()
    await ask(
      world.url,
      `update seo_question set due_at = $1, attempts = 1 where text = 'kettles' and engine = 'bing'`,
      [taken],
    )
    await run()
    expect((await report()).questions.filter(({ isOpen }) => isOpen)).toHaveLength(2)
    world.clock.advance(5 * minute)
    await run()
    const { questions, finishedAt } = await report()
    expect(questions.every(({ askedAt, fault }) => askedAt !== null && fault === null)).toBe(true)
    expect(finishedAt).toBe(world.clock.now.toISOString())
    await ask(
      world.url,
      `update seo_question set due_at = '2026-11-20', attempts = 3, asked_at = null where engine = 'bing' and text = 'kettles'`,
    )
    await run(down)
    expect((await report()).questions.find(({ fault }) => fault !== null)).toMatchObject({ isOpen: false })
  })
})

test('a thread that is gone from Reddit loses its title and the names in it, and is not found again', async () => {
  await run()
  const [thread] = (await report()).threads
  const id = thread!.permalink.split('/').at(-2)!
  await control(`things/t3_${id}`, { action: 'delete' })
  world.clock.advance(21 * hour)
  await run()
  const forgotten = (await report()).threads.find((each) => each.id === thread!.id)!
  expect(forgotten).toMatchObject({ ...{ title: '', named: null, comments: null, lastAnswerAt: null, isGone: true } })
  for (const receipt of forgotten.receipts) {
    expect([receipt.title, receipt.url]).toEqual(['', `https://www.reddit.com/comments/${id}/`])
  }
  expect(told(forgotten)).toEqual(told(thread!))
  expect(JSON.stringify(await ask(world.url, 'select * from seo_thread, seo_receipt'))).not.toContain(thread!.title)
})

test('a thread is added to the leads, which then show where it ranks', async () => {
  await run()
  const [thread] = (await report()).threads
  const add = (body: object, by = ann) => call(app, by, 'PUT', `projects/${project}/seo-lead`, body)
  const added = await add({ thread: thread!.id })
  expect([added.statusCode, added.json().data]).toEqual([200, expect.objectContaining({ saved: true, state: 'new' })])
  expect((await add({ thread: thread!.id })).json().data.id).toBe(added.json().data.id)
  const leads: SeoLead[] = (await get('seo-leads')).json().data
  expect(leads.map(({ lead, receipts }) => [lead, receipts[0]])).toEqual([[added.json().data.id, thread!.receipts[0]]])
  expect((await report()).threads[0]!.lead).toBe(added.json().data.id)
  for (const path of ['seo', 'seo-leads']) {
    expect((await get(path, bob)).statusCode).toBe(404)
    expect((await app.inject({ url: `/api/projects/${project}/${path}` })).statusCode).toBe(403)
  }
  expect((await add({ thread: thread!.id }, bob)).statusCode).toBe(404)
  expect((await add({ thread: ctx.id() })).statusCode).toBe(404)
  expect((await add({ thread: 'first' })).statusCode).toBe(400)
})

test('without a search engine, old stored posts with votes are an estimate, without engine and position', async () => {
  await ask(world.url, `update project set realm = 'real' where id = '${project}'`)
  const old = { postedAt: Date.UTC(2025, 2, 1), score: 240, title: 'Which kettles beat Hedgehogs?', body: 'Asking.' }
  await importRecords(ctx, [
    record('1old', old),
    record('1few', { ...old, score: 3 }),
    record('1new', { ...old, postedAt: Date.UTC(2026, 10, 19) }),
  ])
  await run({ ...ctx, search: null, model: null })
  const { source, threads } = await report()
  expect(source).toBe('estimate')
  expect(threads.map((thread) => [thread.permalink, told(thread), thread.named, thread.comments])).toEqual([
    [
      '/r/agency/comments/1old/',
      [['estimated', '', 'kettles', null]],
      { in: 'post', names: { brand: [], competitors: ['Hedgehogs'] } },
      null,
    ],
  ])
})

test('a monthly update runs on the 1st in the time zone of the project, once, and keeps what the last one found', async () => {
  await run()
  const before = await report()
  world.clock.now = new Date('2026-12-01T06:59:00Z')
  await run()
  expect((await report()).startedAt).toBe(before.startedAt)
  world.clock.now = new Date('2026-12-01T07:00:00Z')
  await Promise.all([run(), run()])
  const { startedAt, nextAt, questions, threads } = await report()
  expect([startedAt, nextAt, questions.length]).toEqual([
    ...['2026-12-01T07:00:00.000Z', '2027-01-01T07:00:00.000Z', before.questions.length],
  ])
  const dates = threads.flatMap(({ receipts }) =>
    receipts.map(({ askedAt, isCurrent }) => `${askedAt.slice(0, 10)} ${isCurrent}`),
  )
  expect([...new Set(dates)].toSorted()).toEqual([`${before.startedAt!.slice(0, 10)} false`, '2026-12-01 true'])
  await ask(world.url, `update project set time_zone = 'Asia/Tokyo' where id = '${project}'`)
  await run()
  expect(await report()).toMatchObject({ startedAt, nextAt: '2026-12-31T22:00:00.000Z' })
})

test('the queries of the next update can be chosen, and taken from the watchlist again', async () => {
  const put = (queries: unknown, by = ann) => call(app, by, 'PUT', `projects/${project}/seo-queries`, { queries })
  const suggested = { texts: ['kettles', 'Hedgehogs alternative', 'Pipewell reviews'], isOwn: false }
  expect((await report()).queries).toEqual(suggested)
  const chosen = { texts: ['hedgehogs for pets', 'Kettles'], isOwn: true }
  expect((await put(['Hedgehogs for pets', ...chosen.texts])).json().data).toEqual(chosen)
  await run()
  const { queries, questions, threads } = await report()
  expect(queries).toEqual(chosen)
  const rankings = questions.flatMap(({ kind, engine, text }) =>
    kind === 'ranking' && engine === 'bing' ? [text] : [],
  )
  expect(rankings).toEqual(chosen.texts)
  expect(threads.length).toBeGreaterThan(0)
  expect((await put(null)).json().data).toEqual(suggested)
  for (const bad of [[], ['kettles site:reddit.com'], Array.from({ length: 11 }, (_, at) => `query ${at}`)]) {
    expect((await put(bad)).statusCode).toBe(400)
  }
  expect((await put(['kettles'], bob)).statusCode).toBe(404)
})
