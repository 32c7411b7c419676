import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LeadRun, LeadRunResult, RunComparison } from '#features/discovery/contract.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { forgetPost } from '#features/reddit/server/deletions/forget-post.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob, chatter, importRecords, record } from '#tests/support/leads.ts'
import { addMember, call, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { forgetResults } from '../forget-results.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string

const product = {
  name: 'Ledgerly',
  summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
  keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  competitors: ['Pipewise'],
}

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})
beforeEach(async () => {
  await ask(world.url, 'truncate post, recent, forgotten cascade')
  project = await setUpProject(app, ann, product)
  await world.drain()
})
afterAll(() => world.close())

const pain = record('pain', {
  title: 'Struggling with client follow-ups',
  body: 'We keep losing clients because nobody remembers the follow-ups. It is a mess, I hate our spreadsheet.',
  subreddit: 'smallbusiness',
  author: 'u_pam',
})
const rival = record('rival', {
  title: 'Is Pipewise worth it for a small agency?',
  body: 'Pipewise got too expensive for us. Looking for a CRM to replace it.',
  author: 'u_rob',
})

interface Sent {
  criteria?: object
  schedule?: string | null
  rerunOf?: string
}
const send = (data: Sent = {}, by = ann) => call(app, by, 'POST', 'lead-runs', { project, ...data })
const runOf = async (id: string): Promise<LeadRun> => (await call(app, ann, 'GET', `lead-runs/${id}`)).json().data
const runs = async (): Promise<LeadRun[]> =>
  (await call(app, ann, 'GET', `lead-runs?filters[project]=${project}&sort=createdAt:desc`)).json().data
const results = async (run: string, query = ''): Promise<LeadRunResult[]> =>
  (await call(app, ann, 'GET', `lead-run-results?filters[run]=${run}&sort=rank&populate=post${query}`)).json().data

/** Starts a run and waits for its end. */
async function finished(data: Sent = {}): Promise<LeadRun> {
  const answer = await send(data)
  expect(answer.statusCode).toBe(201)
  await world.drain()
  return runOf(answer.json().data.id)
}

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

  test.each<[string, object, string[]]>([
    ['communities', { communities: ['r/SmallBusiness'] }, ['pain']],
    ['a signal', { signals: ['pain'] }, ['pain']],
    ['any of several signals', { signals: ['pain', 'competitor'] }, ['pain', 'rival']],
    ['a competitor of the watchlist', { competitors: ['pipewise'] }, ['rival']],
    ['a competitor that the watchlist lacks', { competitors: ['Nothingbutcrm'] }, []],
    ['a window', { days: 3 }, ['ask', 'pain', 'rival']],
    ['any time', { days: null }, ['ask', 'old', 'pain', 'rival', 'undated']],
  ])('is limited to %s', async (_, criteria, expected) => {
    const old = record('old', { title: 'Recommend a sales pipeline tool?', postedAt: Date.UTC(2025, 1, 1) })
    const undated = record('undated', { title: 'What CRM does your agency use?', body: 'Tell me.', postedAt: null })
    await importRecords(world.ctx, [record('ask'), pain, rival, old, undated], project)
    expect(await foundBy(criteria)).toEqual(expected)
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

  test.each([
    [{ criteria: { size: 5 } }, 'criteria.size'],
    [{ criteria: { size: 501 } }, 'criteria.size'],
    [{ criteria: { days: 0 } }, 'criteria.days'],
    [{ criteria: { signals: ['love'] } }, 'criteria.signals'],
    [{ criteria: { communities: ['not a community'] } }, 'criteria.communities'],
    [{ schedule: 'hourly' }, 'schedule'],
    [{ rerunOf: '01890000-0000-7000-8000-000000000000' }, 'rerunOf'],
  ])('refuse %j', async (data, path) => {
    const answer = await send(data as Sent)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.details.errors[0].path.join('.')).toMatch(new RegExp(`^${path}`))
  })

  test('refuse users of other projects, and clients', async () => {
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

describe('choosing results', () => {
  const leads = async () => (await call(app, ann, 'GET', `opportunities?filters[project]=${project}`)).json().data
  const choose = async (run: string, ids: string[], choice: string) =>
    (await call(app, ann, 'PUT', `lead-runs/${run}/choice`, { results: ids, choice })).json().data

  /** Runs over posts that the pipeline didn't take as leads. */
  async function foundNoLeads() {
    await importRecords(world.ctx, [record('ask'), pain], project)
    await world.drain()
    await ask(world.url, 'delete from opportunity')
    const run = await finished()
    const found = await results(run.id)
    expect(found.map(({ lead }) => lead)).toEqual([null, null])
    return { run: run.id, ids: found.map(({ id }) => id) }
  }

  test('adds them to the leads once, where they stay whatever they score', async () => {
    const { run, ids } = await foundNoLeads()
    expect(await choose(run, ids, 'added')).toEqual({ changed: 2, unchanged: 0 })
    expect(await choose(run, ids, 'added')).toEqual({ changed: 0, unchanged: 2 })
    await world.drain()
    expect(await leads()).toHaveLength(2)
    expect((await results(run)).map(({ lead }) => lead?.state)).toEqual(['new', 'new'])
    await call(app, ann, 'PUT', `projects/${project}`, { summary: 'Garden gnomes.', audience: ['gardeners'] })
    await world.drain()
    expect(await leads()).toHaveLength(2)
  })

  test('leaves the state of known leads as it is', async () => {
    await importRecords(world.ctx, [record('ask')], project)
    await world.drain()
    const [lead] = await leads()
    await call(app, ann, 'PUT', `opportunities/${lead.id}/rejection`, { reason: 'tooOld' })
    const run = await finished()
    const [found] = await results(run.id)
    expect(found?.lead).toEqual({ id: lead.id, state: 'rejected', saved: false })
    expect(await choose(run.id, [found!.id], 'added')).toEqual({ changed: 0, unchanged: 1 })
    expect(await choose(run.id, [found!.id], 'dismissed')).toEqual({ changed: 0, unchanged: 1 })
    expect((await results(run.id))[0]?.lead?.state).toBe('rejected')
  })

  test('dismisses them, which later runs leave out, until it is undone', async () => {
    const { run, ids } = await foundNoLeads()
    expect(await choose(run, ids.slice(0, 1), 'dismissed')).toEqual({ changed: 1, unchanged: 0 })
    expect((await results(run)).map(({ dismissed }) => dismissed)).toEqual([true, false])
    expect(await results(run, '&filters[dismissed]=false')).toHaveLength(1)
    expect((await finished()).results).toBe(1)
    expect(await choose(run, ids, 'none')).toEqual({ changed: 1, unchanged: 1 })
    expect((await finished()).results).toBe(2)
  })

  test('undoes an addition', async () => {
    const { run, ids } = await foundNoLeads()
    await choose(run, ids, 'added')
    await ask(world.url, 'delete from candidate')
    expect(await choose(run, ids, 'none')).toEqual({ changed: 2, unchanged: 0 })
    expect(await leads()).toEqual([])
  })

  test('does nothing with results of other runs, projects, or users', async () => {
    const { run, ids } = await foundNoLeads()
    const other = await finished()
    expect(await choose(other.id, ids, 'added')).toEqual({ changed: 0, unchanged: 0 })
    const theirs = await call(app, bob, 'PUT', `lead-runs/${run}/choice`, { results: ids, choice: 'added' })
    expect(theirs.statusCode).toBe(404)
  })

  test('is in the audit log, with the number of results', async () => {
    const { run, ids } = await foundNoLeads()
    await choose(run, ids, 'dismissed')
    const [entry] = await ask(
      world.url,
      `select action, details from audit_entry where subject_id = $1 and action like 'leadRun.d%'`,
      [run],
    )
    expect(entry).toEqual({ action: 'leadRun.dismissed', details: { results: 2 } })
  })
})

describe('comparing runs', () => {
  const compare = async (id: string, query = ''): Promise<RunComparison> =>
    (await call(app, ann, 'GET', `lead-runs/${id}/comparison${query}`)).json().data

  test('shows what is new, gone, and moved since the run that it repeats', async () => {
    await importRecords(world.ctx, [record('ask'), pain], project)
    const first = await finished({ criteria: { size: 10 } })
    await importRecords(world.ctx, [rival], project)
    const second = await finished({ criteria: { size: 10 }, rerunOf: first.id })
    const { with: before, added, gone, moved, same } = await compare(second.id)
    expect(before).toBe(first.id)
    expect(added.map(({ title, rankBefore }) => [title, rankBefore])).toEqual([[rival.title, null]])
    expect(gone).toEqual([])
    expect(moved.length + same).toBe(2)
    const back = await compare(first.id, `?with=${second.id}`)
    expect(back.gone.map(({ title, rank }) => [title, rank])).toEqual([[rival.title, null]])
  })

  test("is refused for another user's run, and says if there is none to compare with", async () => {
    const run = await finished()
    const { with: before } = await compare(run.id)
    expect(before).toBeNull()
    const theirs = await setUpProject(app, bob)
    const other = (await call(app, bob, 'POST', 'lead-runs', { project: theirs })).json().data.id
    expect((await call(app, ann, 'GET', `lead-runs/${run.id}/comparison?with=${other}`)).statusCode).toBe(404)
  })
})

describe('the file of results', () => {
  test('has a line for each result, and only for members', async () => {
    await importRecords(world.ctx, [record('ask'), pain], project)
    const run = await finished()
    const url = `/api/lead-run-results.csv?filters[run]=${run.id}&sort=rank`
    const answer = await app.inject({ url, headers: ann.headers })
    expect(answer.headers['content-disposition']).toBe('attachment; filename="found-leads.csv"')
    expect(answer.body.split('\r\n').filter(Boolean)).toHaveLength(3)
    expect(answer.body).toContain('https://www.reddit.com/r/agency/comments/ask/')
    expect((await app.inject({ url, headers: bob.headers })).body).not.toContain('comments/ask')
    expect((await app.inject({ url })).statusCode).toBe(403)
  })
})

test('deleting a run deletes its results, and keeps the leads that it added', async () => {
  await importRecords(world.ctx, [record('ask')], project)
  await world.drain()
  await ask(world.url, 'delete from opportunity')
  const run = await finished()
  const [found] = await results(run.id)
  await call(app, ann, 'PUT', `lead-runs/${run.id}/choice`, { results: [found!.id], choice: 'added' })
  expect((await call(app, ann, 'DELETE', `lead-runs/${run.id}`)).statusCode).toBe(204)
  await world.drain()
  expect(await runs()).toEqual([])
  expect(await results(run.id)).toEqual([])
  expect(await ask(world.url, 'select id from opportunity')).toHaveLength(1)
})
