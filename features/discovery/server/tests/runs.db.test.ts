import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LeadRunResult } from '#features/discovery/contract.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob, chatter, importRecords, record } from '#tests/support/leads.ts'
import { addMember, call, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { forgetResults } from '../forget-results.ts'
import { pain, product, rival, TestRuns } from './test-runs.ts'

let tested: TestRuns
let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  tested = await TestRuns.open()
  ;({ world, app } = tested)
})
beforeEach(async () => {
  await tested.restart()
  ;({ ann, project } = tested)
})
afterAll(() => world.close())

const send: TestRuns['send'] = (...args) => tested.send(...args)
const runOf = (id: string) => tested.runOf(id)
const results = (run: string, query?: string) => tested.results(run, query)
const finished: TestRuns['finished'] = (data) => tested.finished(data)
const idsOf = (found: readonly LeadRunResult[]) => found.map(({ post }) => post?.permalink.split('/').at(-2))
const foundBy = async (criteria: object) => idsOf(await results((await finished({ criteria })).id)).toSorted()

describe('a run', () => {
  test('scores stored posts as the pipeline does, and ranks them with quotes and reasons', async () => {
    await importRecords(world.ctx, [record('ask'), chatter('bread'), pain], project)
    await world.drain()
    const run = await finished({ criteria: { days: null } })
    expect(run).toMatchObject({ state: 'done', postsTotal: 3, postsDone: 3, results: 2, held: 0, secondsLeft: null })
    expect(run.sources).toEqual({ api: 0, feed: 0, import: 3 })
    const found = await results(run.id)
    expect(found.map(({ rank }) => rank)).toEqual([1, 2])
    expect(found[0]!.score).toBeGreaterThanOrEqual(found[1]!.score)
    expect(found[0]).toMatchObject({ dismissed: false, copies: [], lead: { state: 'new' } })
    expect(found[0]!.sentence?.text).toMatch(/“.+”/)
    const [lead] = await ask<{ score: number; components: unknown }>(
      world.url,
      'select o.score, o.components from opportunity o join post p on p.id = o.post_id where p.id = $1',
      [found[0]!.post!.id],
    )
    expect({ score: found[0]!.score, components: found[0]!.components }).toEqual(lead)
  })

  test('finds posts of shared archives too, but none that another project imported', async () => {
    const bob = await signUp(app, 'bob@example.com')
    const theirs = await setUpProject(app, bob, product)
    await importRecords(world.ctx, [record('secret', { title: 'Which CRM for a bakery?' })], theirs)
    await importRecords(world.ctx, [record('shared')], null)
    await world.drain()
    expect(await foundBy({ days: null })).toEqual(['shared'])
  })

  test('shows copies of a text as one result, the others with it', async () => {
    const copy = record('copy', { subreddit: 'startups', postedAt: Date.UTC(2026, 10, 19) })
    await importRecords(world.ctx, [record('ask'), copy, pain], project)
    const run = await finished()
    expect(run.results).toBe(2)
    const found = await results(run.id)
    const first = found.find(({ copies }) => copies.length > 0)
    expect(first?.copies).toMatchObject([{ author: 'u_mara', permalink: expect.stringContaining('comments') }])
  })

  const limits: [string, object, string[]][] = [
    ['communities', { communities: ['r/SmallBusiness'] }, ['pain']],
    ['a signal', { signals: ['pain'] }, ['pain']],
    ['any of several signals', { signals: ['pain', 'competitor'] }, ['pain', 'rival']],
    ['talk about price', { signals: ['price'] }, ['costly', 'rival']],
    ['a competitor of the watchlist', { competitors: ['pipewise'] }, ['rival']],
    ['a competitor that the watchlist lacks', { competitors: ['Nothingbutcrm'] }, []],
    ['a window', { days: 3 }, ['ask', 'pain', 'rival']],
    ['any time', { days: null }, ['ask', 'costly', 'old', 'pain', 'rival', 'undated']],
  ]

  test('is limited to communities, signals, competitors, and times', async () => {
    const old = record('old', { title: 'Recommend a sales pipeline tool?', postedAt: Date.UTC(2025, 1, 1) })
    const undated = record('undated', { title: 'What CRM does your agency use?', body: 'Tell me.', postedAt: null })
    const costly = record('costly', {
      title: 'Our CRM got too expensive',
      body: 'Which one is affordable?',
      postedAt: Date.UTC(2026, 10, 10),
    })
    await importRecords(world.ctx, [record('ask'), pain, rival, old, undated, costly], project)
    for (const [name, criteria, expected] of limits) expect([name, await foundBy(criteria)]).toEqual([name, expected])
  })

  test('keeps the best if more are found than it asks for', async () => {
    const asking = (n: number) =>
      record(`more${n}`, { title: `Which CRM number ${n} for ${n * 7} clients?`, body: `Budget is ${n * 13} a month.` })
    const many = Array.from({ length: 25 }, (_, n) => asking(n + 1))
    await importRecords(world.ctx, many, project)
    const run = await finished({ criteria: { size: 10 } })
    expect(run.results).toBe(10)
    const all = await results((await finished({ criteria: { size: 100 } })).id)
    expect(idsOf(await results(run.id))).toEqual(idsOf(all).slice(0, 10))
  })

  test('looks for another audience than the project', async () => {
    const bakers = record('bake', {
      title: 'What bakery software do you recommend?',
      body: 'We need software to plan the orders of our bakery.',
    })
    await importRecords(world.ctx, [bakers], project)
    const before = await finished()
    const after = await finished({ criteria: { audience: ['bakery owners', 'bakeries that plan orders in software'] } })
    expect(after.candidates).toBeGreaterThan(before.candidates)
  })

  test('leaves out deleted posts, and forgets those that are deleted later', async () => {
    await importRecords(world.ctx, [record('ask'), pain], project)
    const run = await finished()
    const [first] = await results(run.id)
    const [row] = await ask<{ source: number; outside: string }>(
      world.url,
      'select source, outside_id::text as outside from post where id = $1',
      [first!.post!.id],
    )
    await forgetPost(asJob(world.ctx), { source: row!.source, kind: 'post', outsideId: row!.outside }, 'deleted')
    const [gone] = (await results(run.id)).filter(({ id }) => id === first!.id)
    expect(gone).toMatchObject({ score: 0, label: 0, components: [], sentence: null, snippet: { text: '' } })
    expect(gone?.post).toMatchObject({ title: '', body: '', author: null, standing: 'deleted' })
    expect(await foundBy({})).toHaveLength(1)
  })

  test('keeps the points, but no words, of posts that are reduced', async () => {
    await importRecords(world.ctx, [record('ask')], project)
    const run = await finished()
    const [before] = await results(run.id)
    await jobTransaction(world.ctx, (tx) => forgetResults(world.ctx, tx, [before!.post!.id], { areGone: false }))
    const [after] = await results(run.id)
    expect(after).toMatchObject({ score: before!.score, sentence: null })
    expect(after!.components.map(({ name, points }) => [name, points])).toEqual(
      before!.components.map(({ name, points }) => [name, points]),
    )
    expect(after!.components.flatMap(({ reasons }) => reasons)).toEqual([])
  })

  test('does not show leads before their release', async () => {
    await importRecords(world.ctx, [record('ask')], project)
    await world.drain()
    await ask(world.url, 'update opportunity set released_at = null')
    const run = await finished()
    expect(run).toMatchObject({ results: 1, held: 1 })
    expect(await results(run.id)).toEqual([])
  })

  test('of the sandbox is not shown once the project has real data', async () => {
    await ask(world.url, `update project set realm = 'sandbox' where id = $1`, [project])
    await ingest(asJob(world.ctx), 'sandbox', [record('ask')])
    await world.drain()
    const run = await finished()
    expect(idsOf(await results(run.id))).toEqual(['ask'])
    await ask(world.url, `update project set realm = 'real' where id = $1`, [project])
    expect((await call(app, ann, 'GET', `lead-runs/${run.id}`)).statusCode).toBe(404)
    expect(await results(run.id)).toEqual([])
  })
})

describe('the limits of runs', () => {
  test('allow two at the same time', async () => {
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([201, 201])
    const third = await send()
    expect(third.statusCode).toBe(409)
    expect(third.json().error.message).toBe(
      '2 runs are in progress, the maximum. Wait for one to finish, or cancel one.',
    )
    await world.drain()
    expect((await send()).statusCode).toBe(201)
    await world.drain()
  })

  test('keep the newest fifty, and scheduled ones', async () => {
    const scheduled = await finished({ schedule: 'daily' })
    await ask(
      world.url,
      `insert into lead_run (project_id, id, criteria, profile, state, phase, created_at, updated_at)
       select project_id, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, criteria, profile, 'done', phase, created_at, updated_at
       from lead_run, generate_series(1, 60) n where id = $1`,
      [scheduled.id],
    )
    await finished()
    const [{ count }] = (await ask<{ count: number }>(
      world.url,
      'select count(*)::int as count from lead_run where project_id = $1',
      [project],
    )) as [{ count: number }]
    expect(count).toBeLessThanOrEqual(51)
    expect((await runOf(scheduled.id)).schedule).toBe('daily')
  })

  const refused: [object, string][] = [
    [{ criteria: { size: 5 } }, 'criteria.size'],
    [{ criteria: { size: 501 } }, 'criteria.size'],
    [{ criteria: { days: 0 } }, 'criteria.days'],
    [{ criteria: { signals: ['love'] } }, 'criteria.signals'],
    [{ criteria: { communities: ['not a community'] } }, 'criteria.communities'],
    [{ schedule: 'hourly' }, 'schedule'],
    [{ rerunOf: '01890000-0000-7000-8000-000000000000' }, 'rerunOf'],
  ]

  test('refuse what a run cannot have', async () => {
    for (const [data, path] of refused) {
      const answer = await send(data as Parameters<typeof send>[0])
      expect([data, answer.statusCode]).toEqual([data, 400])
      expect(answer.json().error.details.errors[0].path.join('.')).toMatch(new RegExp(`^${path}`))
    }
  })

  test('refuse users of other projects, and clients', async () => {
    const bob = await signUp(app, 'bob@example.com')
    expect((await send({}, bob)).statusCode).toBe(404)
    const own = await setUpProject(app, ann)
    await addMember(world.ctx, own, bob, 'client')
    expect((await call(app, bob, 'POST', 'lead-runs', { project: own })).statusCode).toBe(403)
  })
})

describe('canceling a run', () => {
  test('ends it without results, whatever its job does later', async () => {
    await importRecords(world.ctx, [record('ask')], project)
    const { id } = (await send()).json().data
    const answer = await call(app, ann, 'PUT', `lead-runs/${id}/cancellation`)
    expect(answer.json().data).toMatchObject({ state: 'canceled', results: 0, finishedAt: expect.any(String) })
    await world.drain()
    expect(await runOf(id)).toMatchObject({ state: 'canceled', results: 0 })
    expect((await call(app, ann, 'PUT', `lead-runs/${id}/cancellation`)).statusCode).toBe(200)
  })

  test('is refused once it has ended', async () => {
    const { id } = await finished()
    const answer = await call(app, ann, 'PUT', `lead-runs/${id}/cancellation`)
    expect(answer.json().error).toMatchObject({ status: 409, message: 'This run has already ended.' })
  })
})
