import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  type Person,
  seedSubscription,
  setUpProject,
  watchlistState,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})

beforeEach(async () => {
  world.ctx.billing = 'off'
  project = await setUpProject(app, ann, { keywords: [] })
})

afterAll(() => world.close())

const kinds = [
  { path: 'keywords', edits: 'keyword-edits', word: 'query', noun: 'keyword', room: 40 },
  { path: 'competitors', edits: 'competitor-edits', word: 'name', noun: 'competitor', room: 6 },
] as const

describe.each(kinds)('$path', ({ path, edits, word, noun, room }) => {
  const edit = (data: object, person = ann, id = project) => call(app, person, 'POST', `projects/${id}/${edits}`, data)
  const found = async () => {
    const query = `filters[project]=${project}&sort=id:asc&pagination[pageSize]=100`
    const rows: { id: string; kind?: string; status: string; pausedBy: string | null }[] = (
      await call(app, ann, 'GET', `${path}?${query}`)
    ).json().data
    return rows.filter(({ kind }) => kind !== 'competitor')
  }
  const words = (count: number) => Array.from({ length: count }, (_, each) => ({ [word]: `word ${each}` }))

  test('are added, changed and removed together, with one backfill and an audit entry each', async () => {
    expect((await edit({ add: words(3) })).json().data).toMatchObject({ added: 3, known: 0, waiting: 0 })
    const [first, second, third] = (await found()).map(({ id }) => id)
    const before = await watchlistState(world.ctx, project)
    const answer = await edit({
      remove: [first],
      change: { ids: [second, third], values: { status: 'paused' } },
      add: [{ [word]: 'word 1' }, { [word]: 'Word 0', status: 'paused' }],
    })
    expect(answer.json().data).toEqual({ removed: 1, changed: 2, added: 1, known: 1, waiting: 0 })
    expect((await found()).map(({ pausedBy }) => pausedBy)).toEqual(['user', 'user', 'user'])
    expect(await watchlistState(world.ctx, project)).toMatchObject({
      version: before.version + 1,
      backfills: before.backfills + 1,
    })
    const actions = (await auditOf(world.ctx, project)).slice(-4)
    expect(actions).toEqual(
      ['delete', 'update', 'update', 'create'].map((action) => `user:${ann.id} ${noun}.${action}`),
    )
  })

  test('cause no change if they already have the new values', async () => {
    await edit({ add: words(1) })
    const before = await watchlistState(world.ctx, project)
    const [row] = await found()
    const answer = await edit({ change: { ids: [row?.id], values: { status: 'active' } }, add: words(1) })
    expect(answer.json().data).toEqual({ removed: 0, changed: 0, added: 0, known: 1, waiting: 0 })
    expect(await watchlistState(world.ctx, project)).toEqual(before)
  })

  test("beyond the plan's limit are all refused, or paused on request", async () => {
    world.ctx.billing = 'sandbox'
    await seedSubscription(world.ctx, project, { userId: ann.id })
    expect((await edit({ add: words(room + 2) })).statusCode).toBe(409)
    expect(await found()).toEqual([])
    const answer = await edit({ add: words(room + 2), overQuota: 'pause' })
    expect(answer.json().data).toMatchObject({ added: room + 2, waiting: 2 })
    expect((await found()).slice(-3).map(({ pausedBy }) => pausedBy)).toEqual([null, 'quota', 'quota'])
  })

  test("of another project can't be changed, even through a project of one's own", async () => {
    await edit({ add: words(1) })
    const [row] = await found()
    const bobs = await setUpProject(app, bob)
    expect((await edit({ add: words(1) }, bob)).statusCode).toBe(404)
    expect((await edit({ remove: [row?.id] }, bob, bobs)).statusCode).toBe(404)
    const own = await setUpProject(app, ann)
    expect((await edit({ remove: [row?.id] }, ann, own)).statusCode).toBe(404)
    expect(await found()).toHaveLength(1)
    await addMember(world.ctx, project, bob, 'client')
    expect((await edit({ add: words(1) }, bob)).statusCode).toBe(403)
  })

  test.each([
    ['too many at once', { add: words(501) }],
    ['empty terms', { add: [{ [word]: ' ' }] }],
    ['invalid IDs', { remove: ['1'] }],
    ['an unknown key', { replace: [] }],
    ['an unknown status', { change: { ids: [], values: { status: 'gone' } } }],
  ])('are refused: %s', async (_, data) => {
    expect((await edit(data)).statusCode).toBe(400)
    expect(await found()).toEqual([])
  })
})

test('an error names the faulty query among several, and none is added', async () => {
  const add = [{ query: 'pipes' }, { query: 'crm AND (' }]
  const answer = await call(app, ann, 'POST', `projects/${project}/keyword-edits`, { add })
  expect(answer.json().error.details.errors).toMatchObject([{ path: ['add', 1, 'query'] }])
  const { meta } = (await call(app, ann, 'GET', `keywords?filters[project]=${project}`)).json()
  expect(meta.pagination.total).toBe(0)
})

test('the kind and communities of several keywords are changed together', async () => {
  const send = (data: object) => call(app, ann, 'POST', `projects/${project}/keyword-edits`, data)
  await send({ add: [{ query: 'pipes' }, { query: 'valves', subredditsIn: ['diy'] }, { query: 'taps' }] })
  const read = async () => (await call(app, ann, 'GET', `keywords?filters[project]=${project}&sort=id:asc`)).json().data
  const [pipes, valves, taps] = await read()
  const values = { kind: 'brand', subredditsIn: ['Plumbing', 'welding'], subredditsOut: ['memes'] }
  const answer = await send({ change: { ids: [pipes.id, valves.id], values } })
  expect(answer.json().data).toEqual({ removed: 0, changed: 2, added: 0, known: 0, waiting: 0 })
  expect(await read()).toMatchObject([{ query: 'pipes', ...values }, { query: 'valves', ...values }, taps])
})

test('two competitors are merged into one with the names of both', async () => {
  const send = (data: object) => call(app, ann, 'POST', `projects/${project}/competitor-edits`, data)
  await send({ add: [{ name: 'Weldco' }, { name: 'Weld Co', aliases: ['WCO'] }] })
  const read = async () =>
    (await call(app, ann, 'GET', `competitors?filters[project]=${project}&sort=id:asc`)).json().data
  const [kept, gone] = await read()
  await send({ remove: [gone.id], change: { ids: [kept.id], values: { aliases: ['Weld Co', 'WCO'] } } })
  expect(await read()).toMatchObject([{ id: kept.id, name: 'Weldco', aliases: ['Weld Co', 'WCO'] }])
})
