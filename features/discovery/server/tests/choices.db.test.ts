import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunComparison } from '#features/discovery/contract.ts'
import { ask } from '#tests/support/databases.ts'
import { importRecords, record } from '#tests/support/leads.ts'
import { call, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { pain, rival, TestRuns } from './test-runs.ts'

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

const runs = () => tested.runs()
const results = (run: string, query?: string) => tested.results(run, query)
const finished: TestRuns['finished'] = (data) => tested.finished(data)

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
    const bob = await signUp(app, 'bob@example.com')
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
    const bob = await signUp(app, 'bob@example.com')
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
    const bob = await signUp(app, 'bob@example.com')
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
