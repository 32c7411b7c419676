import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  create,
  finishBackfill,
  type Person,
  setUpProject,
  signUp,
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
  project = await setUpProject(app, ann)
  await finishBackfill(world.ctx, project)
})

afterAll(() => world.close())

/** The two resources of a watchlist, which behave alike, each with the name of its text field. */
const kinds = [
  {
    noun: 'keyword',
    path: 'keywords',
    word: 'query',
    first: 'orbital welder',
    other: 'pipe fitter',
    sent: { kind: 'problem', status: 'active' },
    change: { kind: 'brand' },
    length: 500,
  },
  {
    noun: 'competitor',
    path: 'competitors',
    word: 'name',
    first: 'Weldco',
    other: 'Fitco',
    sent: { website: null, status: 'active' },
    change: { website: 'weldco.example' },
    length: 100,
  },
] as const

describe.each(kinds)('$path', ({ noun, path, word, first, other, sent, change, length }) => {
  const add = (text: string, person = ann, target = project) =>
    call(app, person, 'POST', path, { project: target, [word]: text })

  test('are added and start a backfill', async () => {
    const before = await watchlistState(world.ctx, project)
    const answer = await add(` ${first} `)
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json()
    expect(data).toMatchObject({ ...sent, [word]: first, documentId: data.id })
    expect((await call(app, ann, 'GET', `${path}/${data.id}`)).json().data).toEqual(data)
    expect(await watchlistState(world.ctx, project)).toEqual({
      version: before.version + 1,
      status: 'processing',
      phrases: before.phrases + 1,
      backfills: before.backfills + 1,
    })
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} ${noun}.create`)
  })

  test("accept the project in Strapi's relation syntax", async () => {
    const answer = await call(app, ann, 'POST', path, { project: { connect: [project] }, [word]: first })
    expect(answer.statusCode).toBe(201)
  })

  test('are not added twice, ignoring case, and the project stays unchanged', async () => {
    await add(first)
    const before = await watchlistState(world.ctx, project)
    const answer = await add(first.toUpperCase())
    expect(answer.json().error).toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: `This ${noun} already exists`,
      details: { errors: [{ path: [word] }] },
    })
    expect(await watchlistState(world.ctx, project)).toEqual(before)
  })

  test('are added once if twenty requests add the same one at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => add(first)))
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(19)
  })

  test('are changed and start a backfill', async () => {
    const { id } = (await add(first)).json().data
    for (const changes of [{ [word]: other }, { status: 'paused' }, change]) {
      const before = await watchlistState(world.ctx, project)
      const answer = await call(app, ann, 'PUT', `${path}/${id}`, changes)
      expect(answer.json().data).toMatchObject(changes)
      expect((await call(app, ann, 'GET', `${path}/${id}`)).json().data).toEqual(answer.json().data)
      expect(await watchlistState(world.ctx, project)).toMatchObject({
        version: before.version + 1,
        backfills: before.backfills + 1,
      })
    }
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} ${noun}.update`)
  })

  test('stay unchanged without a backfill if an update sets the current values', async () => {
    const { id } = (await add(first)).json().data
    const before = await watchlistState(world.ctx, project)
    for (const changes of [{}, { [word]: first }, { status: 'active', [word]: `${first} ` }]) {
      expect((await call(app, ann, 'PUT', `${path}/${id}`, changes)).statusCode).toBe(200)
    }
    expect(await watchlistState(world.ctx, project)).toEqual(before)
  })

  test("can change only their case, but not to another entry's text", async () => {
    const { id } = (await add(first)).json().data
    await add(other)
    const own = await call(app, ann, 'PUT', `${path}/${id}`, { [word]: first.toUpperCase() })
    expect(own.json().data[word]).toBe(first.toUpperCase())
    const conflict = await call(app, ann, 'PUT', `${path}/${id}`, { [word]: other.toUpperCase() })
    expect(conflict.json().error).toMatchObject({ status: 400, message: `This ${noun} already exists` })
  })

  test('are deleted once and start a backfill', async () => {
    const { id } = (await add(first)).json().data
    const before = await watchlistState(world.ctx, project)
    const answer = await call(app, ann, 'DELETE', `${path}/${id}`)
    expect(answer.statusCode).toBe(204)
    expect(answer.body).toBe('')
    expect(await watchlistState(world.ctx, project)).toMatchObject({
      version: before.version + 1,
      backfills: before.backfills + 1,
    })
    expect((await call(app, ann, 'DELETE', `${path}/${id}`)).statusCode).toBe(404)
    expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} ${noun}.delete`)
  })

  test("are not added to another user's project or to a missing one", async () => {
    expect((await add(first, bob)).statusCode).toBe(404)
    expect((await add(first, ann, world.ctx.id())).statusCode).toBe(404)
  })

  test("are not moved to another user's project", async () => {
    const { id } = (await add(first)).json().data
    const bobs = await setUpProject(app, bob)
    const answer = await call(app, ann, 'PUT', `${path}/${id}`, { project: bobs })
    expect(answer.json().error).toMatchObject({ status: 400, message: 'Invalid key project' })
  })

  test.each([
    ['admin', 201],
    ['member', 201],
    ['client', 403],
  ] as const)('answer changes by %s with status %i', async (role, status) => {
    const person = await signUp(app, `${role}-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, person, role)
    const { id } = await create(app, ann, path, { project, [word]: other })
    expect((await call(app, person, 'GET', `${path}/${id}`)).statusCode).toBe(status === 403 ? 403 : 200)
    expect((await add(first, person)).statusCode).toBe(status)
    expect((await call(app, person, 'PUT', `${path}/${id}`, { status: 'paused' })).statusCode === 403).toBe(
      status === 403,
    )
    expect((await call(app, person, 'DELETE', `${path}/${id}`)).statusCode === 403).toBe(status === 403)
  })

  test('are refused with an invalid text, project or status', async () => {
    for (const text of ['', ' ', '\t', 'x'.repeat(length + 1), 'a\0b']) {
      expect((await add(text)).statusCode).toBe(400)
    }
    for (const target of [
      '',
      '1',
      null,
      { connect: [] },
      { connect: [project, project] },
      { set: [project, project] },
    ]) {
      const answer = await call(app, ann, 'POST', path, { project: target, [word]: first })
      expect(answer.statusCode).toBe(400)
    }
    expect((await call(app, ann, 'POST', path, { project, [word]: first, status: 'gone' })).statusCode).toBe(400)
  })

  test('keep quotes, percent signs and other scripts as they are', async () => {
    for (const text of [`"C++" & 'AT&T' 100%`, '配管溶接', 'Rohr\u00adschweißen', '-- drop table']) {
      expect((await add(text)).json().data[word]).toBe(text)
    }
  })
})

test("a keyword of a competitor can't be created directly", async () => {
  const answer = await call(app, ann, 'POST', 'keywords', { project, query: 'Weldco', kind: 'competitor' })
  expect(answer.statusCode).toBe(400)
})

describe('a keyword with operators', () => {
  const add = (query: string) => call(app, ann, 'POST', 'keywords', { project, query })

  test('is stored as written', async () => {
    const query = 'crm AND (agency OR "small studio") -hubspot'
    const answer = await add(query)
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data.query).toBe(query)
  })

  const faults = [
    ['crm AND', 'Try: '],
    ['(crm', 'Try: '],
    ['-hubspot', 'Add a term to search for. Try: '],
    ['subredit:agency crm', 'subreddit:agency crm'],
  ] as const
  test.each(faults)("is refused with a suggestion if it can't be parsed: %s", async (query, expected) => {
    const { id } = (await add('welding')).json().data
    for (const answer of [await add(query), await call(app, ann, 'PUT', `keywords/${id}`, { query })]) {
      expect(answer.statusCode).toBe(400)
      const { error } = answer.json()
      expect(error).toMatchObject({ name: 'ValidationError', details: { errors: [{ path: ['query'] }] } })
      expect(error.message).toContain(expected)
    }
  })

  test("that can't be parsed prevents the project from being created", async () => {
    const answer = await call(app, ann, 'POST', 'projects', { name: 'Faulty', keywords: ['crm', 'crm AND'] })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.details.errors).toMatchObject([{ path: ['keywords', 1] }])
  })
})
