import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readActiveProjects } from '#features/watchlist/server/active-projects.ts'
import { phraseVersion } from '#features/watchlist/server/tables.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { ownedProjectsMax } from '#platform/server/tenancy/project-limit.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import {
  addMember,
  auditOf,
  call,
  finishBackfill,
  jobTransaction,
  type Person,
  seedPurchase,
  setUpProject,
  signUp,
  watchlistState,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { projectBudgets } from './change-projects.ts'

let world: World
let app: FastifyInstance
let ann: Person

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

afterAll(() => world.close())

const watchlist = (id: string) => watchlistState(world.ctx, id)

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, data?: object, person = ann) =>
  call(app, person, method, path, data)

/** Stores this many projects of an owner: P001, P002 and so on. */
async function seedOwned(owner: Person, count: number): Promise<void> {
  await jobTransaction(world.ctx, (tx) =>
    tx.execute(sql`with made as (
        insert into project (id, name, status, created_at, updated_at)
        select gen_random_uuid(), 'P' || lpad(n::text, 3, '0'), 'done', now(), now() from generate_series(1, ${count}::int) as n
        returning id)
      insert into member (project_id, id, user_id, role, created_at, updated_at)
      select id, gen_random_uuid(), ${owner.id}, 'owner', now(), now() from made`),
  )
}

describe('creating a project', () => {
  test('is limited to 150 per hour', async () => {
    const eager = await signUp(app, 'eager@example.com')
    const ctx = actingAs(world.ctx, { kind: 'user', userId: eager.id, sessionId: 'any', memberships: [] })
    for (let count = 1; count < 150; count++) await spend(ctx, projectBudgets(ctx))
    const make = (name: string) => send('POST', 'projects', { name }, eager)
    expect((await make('Brewbook 150')).statusCode).toBe(201)
    expect((await make('Brewbook 151')).json().error).toMatchObject({
      status: 429,
      name: 'RateLimitError',
      message: 'You have created 150 projects in the past hour. Try again in 60 minutes.',
    })
    expect((await send('POST', 'projects', { name: 'Of another person' })).statusCode).toBe(201)
  })

  test('is refused to an account that owns 50, even if the last ones are created concurrently', async () => {
    const owner = await signUp(app, 'collector@example.com')
    await seedOwned(owner, ownedProjectsMax - 1)
    await addMember(world.ctx, await setUpProject(app, ann), owner, 'admin')
    const make = () => send('POST', 'projects', { name: 'Brewbook' }, owner)
    const answers = await Promise.all([make(), make(), make()])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect((await make()).json().error).toMatchObject({
      name: 'ConflictError',
      message: 'You own 50 projects, the maximum for an account. Delete one you no longer need.',
    })
    const own = answers.find(({ statusCode }) => statusCode === 201)!.json().data.id
    expect((await send('DELETE', `projects/${own}`, undefined, owner)).statusCode).toBe(204)
    expect((await make()).statusCode).toBe(201)
  })

  test('has the same limit for transfers to an account that owns 50', async () => {
    const heir = await signUp(app, 'heir@example.com')
    await seedOwned(heir, ownedProjectsMax)
    const project = await setUpProject(app, ann)
    await addMember(world.ctx, project, heir, 'admin')
    const members = (await send('GET', `members?filters[project]=${project}`)).json().data
    const { id } = members.find(({ email }: { email: string }) => email === heir.email)
    const refusal = { status: 409, message: 'This member owns 50 projects, the maximum for an account.' }
    expect((await send('PUT', `members/${id}`, { role: 'owner' })).json().error).toMatchObject(refusal)
    expect((await send('PUT', `projects/${project}/ownership`, { member: id })).json().error).toMatchObject(refusal)
  })

  test('leaves a long list that is sorted, counted and paged like a short one', async () => {
    const maker = await signUp(app, 'maker@example.com')
    await seedOwned(maker, 120)
    const page = async (query: string) => {
      const { data, meta } = (await send('GET', `projects?${query}`, undefined, maker)).json()
      return { names: data.map(({ name }: { name: string }) => name), ...meta.pagination }
    }
    const last = ['P120', 'P119', 'P118']
    expect(await page('sort=name:desc&pagination[pageSize]=3')).toMatchObject({
      names: last,
      total: 120,
      pageCount: 40,
    })
    expect(await page('sort=name&pagination[page]=40&pagination[pageSize]=3')).toMatchObject({
      names: last.toReversed(),
      total: 120,
    })
    expect(await page('sort=name&filters[name][$gt]=P117&pagination[start]=1&pagination[limit]=5')).toMatchObject({
      names: ['P119', 'P120'],
      total: 3,
    })
    for (const far of ['41', '999999999999']) {
      expect(await page(`sort=name&pagination[page]=${far}&pagination[pageSize]=3`)).toMatchObject({
        names: [],
        total: 120,
      })
    }
  })

  test('creates the project with its watchlist and starts the first backfill', async () => {
    const before = await jobTransaction(world.ctx, (tx) => tx.select().from(phraseVersion))
    const answer = await send('POST', 'projects', {
      name: ' Pipewell ',
      website: 'pipewell.example',
      summary: 'Welds pipes.',
      timeZone: 'Europe/Berlin',
      audience: [' small workshops '],
      languages: ['de'],
      communities: ['r/Welding', ' https://www.reddit.com/r/Machinists/new/?f=1', 'WELDING'],
      keywords: ['pipe welding', 'orbital welder', 'Pipe Welding', 'PIPE WELDING '],
      competitors: ['Weldco', 'weldco'],
    })
    expect(answer.statusCode).toBe(201)
    const { data, meta } = answer.json()
    expect(meta).toEqual({})
    expect(data).toEqual({
      id: expect.any(String),
      documentId: data.id,
      name: 'Pipewell',
      website: 'pipewell.example',
      summary: 'Welds pipes.',
      timeZone: 'Europe/Berlin',
      audience: ['small workshops'],
      pains: [],
      languages: ['de'],
      communities: ['welding', 'machinists'],
      sources: ['reddit-api', 'reddit-rss', 'archive', 'sandbox', 'hackernews'],
      realm: 'real',
      realSince: null,
      scoreWeights: { fit: 1, intent: 1, window: 1 },
      sendToModel: true,
      isAgencyProject: false,
      agencyPlan: null,
      status: 'processing',
      backfillDone: 0,
      backfillTotal: null,
      createdAt: '2026-11-20T12:00:00.000Z',
      updatedAt: '2026-11-20T12:00:00.000Z',
      publishedAt: '2026-11-20T12:00:00.000Z',
    })
    const keywords = (await send('GET', `keywords?sort=query&filters[project]=${data.id}&filters[kind]=problem`)).json()
      .data
    expect(keywords.map((row: { query: string }) => row.query)).toEqual(['orbital welder', 'pipe welding'])
    expect(keywords[0]).toMatchObject({ kind: 'problem', status: 'active' })
    const competitors = (await send('GET', `competitors?filters[project]=${data.id}`)).json().data
    expect(competitors).toMatchObject([{ name: 'Weldco', website: null, status: 'active' }])
    expect(await watchlist(data.id)).toEqual({
      version: 1,
      status: 'processing',
      phrases: (before[0]?.version ?? 0) + 1,
      backfills: 1,
    })
    expect(await auditOf(world.ctx, data.id)).toEqual([`user:${ann.id} project.create`])
  })

  test('with an empty watchlist creates a draft without a backfill', async () => {
    const id = await setUpProject(app, ann, { name: 'Empty', keywords: [] })
    expect(await watchlist(id)).toMatchObject({ status: 'draft', version: 1, backfills: 0 })
  })

  test.each([
    { summary: 'Welds pipes.', keywords: [] },
    { keywords: ['x'] },
    { keywords: [], competitors: ['Weldco'] },
  ])('with %j starts processing', async (overrides) => {
    expect(await watchlist(await setUpProject(app, ann, overrides))).toMatchObject({
      status: 'processing',
      backfills: 1,
    })
  })

  test('stores nothing if a part is invalid', async () => {
    const before = (await send('GET', 'projects')).json().meta.pagination.total
    const answer = await send('POST', 'projects', { name: 'Half', competitors: [''] })
    expect(answer.statusCode).toBe(400)
    expect((await send('GET', 'projects')).json().meta.pagination.total).toBe(before)
  })

  test('makes the creator the owner and only member', async () => {
    const id = await setUpProject(app, ann)
    const bob = await signUp(app, 'bob@example.com')
    expect((await send('GET', `projects/${id}`, undefined, bob)).statusCode).toBe(404)
    expect((await send('GET', 'projects', undefined, bob)).json().data).toEqual([])
    expect((await send('PUT', `projects/${id}`, { name: 'Mine' })).statusCode).toBe(200)
  })

  test.each([
    ['status', 'paid'],
    ['id', '01a1f8d3-ea00-7000-8000-28d47e53fe86'],
    ['user', 1],
    ['agencyPlan', 'pro'],
    ['isAgencyProject', true],
    ['createdAt', '2020-01-01T00:00:00Z'],
    ['version', 9],
  ])('refuses %s, and so does an update', async (key, value) => {
    const id = await setUpProject(app, ann)
    for (const [method, path] of [
      ['POST', 'projects'],
      ['PUT', `projects/${id}`],
    ] as const) {
      const { error } = (await send(method, path, { name: 'Pipewell', [key]: value })).json()
      expect(error).toMatchObject({ status: 400, message: `Invalid key ${key}` })
    }
  })

  test.each([
    ['name', '\0'],
    ['name', 'x'.repeat(101)],
    ['summary', 'x'.repeat(5001)],
    ['summary', 'a\0b'],
    ['website', 'not an address'],
    ['website', 'javascript:alert(1)'],
    ['timeZone', 'Mars/Olympus'],
    ['audience', ['']],
    ['pains', Array.from({ length: 21 }, () => 'rework')],
    ['languages', ['german']],
    ['communities', ['two words']],
    ['communities', ['_welding']],
    ['communities', Array.from({ length: 51 }, (_, index) => `welding${index}`)],
    ['scoreWeights', { fit: 2 }],
    ['keywords', ['a\0b']],
    ['keywords', Array.from({ length: 201 }, (_, index) => `k${index}`)],
  ])('refuses a bad %s', async (key, value) => {
    expect((await send('POST', 'projects', { name: 'Pipewell', [key]: value })).statusCode).toBe(400)
  })
})

describe('the list', () => {
  test('as the app requests it contains working projects, newest first', async () => {
    const eve = await signUp(app, 'eve@example.com')
    const first = await setUpProject(app, eve, { name: 'First' })
    world.clock.advance(1000)
    const second = await setUpProject(app, eve, { name: 'Second' })
    await setUpProject(app, eve, { name: 'Draft', keywords: [] })
    await finishBackfill(world.ctx, first)
    const query = 'filters[status][$in][0]=done&filters[status][$in][1]=paid&filters[status][$in][2]=processing'
    const { data } = (await send('GET', `projects?${query}&sort=createdAt:desc`, undefined, eve)).json()
    expect(data.map((row: { id: string }) => row.id)).toEqual([second, first])
    const byId = (await send('GET', `projects?filters[id][$eq]=${first}`, undefined, eve)).json()
    expect(byId.data).toMatchObject([{ id: first, status: 'done' }])
  })
})

describe('changing a project', () => {
  let id: string
  beforeEach(async () => {
    id = await setUpProject(app, ann, { name: 'Pipewell', website: 'pipewell.example', summary: 'Welds pipes.' })
    await finishBackfill(world.ctx, id)
  })

  test.each([
    { name: 'Pipewell Pro' },
    { website: null },
    { website: 'https://pipewell.pro' },
    { summary: 'Bends pipes.' },
    { audience: ['small workshops'] },
    { languages: ['ja', 'en'] },
    { pains: ['leaking joints', 'rework'] },
  ])('to %j starts a backfill of the next version', async (data) => {
    const before = await watchlist(id)
    const answer = await send('PUT', `projects/${id}`, data)
    expect(answer.json().data).toMatchObject({ ...data, status: 'processing' })
    expect(await watchlist(id)).toEqual({
      version: before.version + 1,
      status: 'processing',
      phrases: before.phrases + 1,
      backfills: before.backfills + 1,
    })
    expect(await auditOf(world.ctx, id)).toEqual([`user:${ann.id} project.create`, `user:${ann.id} project.update`])
  })

  test.each([{ timeZone: 'Asia/Tokyo' }, { scoreWeights: { fit: 2, intent: 0.5, window: 0 } }])(
    'to %j starts no backfill',
    async (data) => {
      const before = await watchlist(id)
      const answer = await send('PUT', `projects/${id}`, data)
      expect(answer.json().data).toMatchObject(data)
      expect(await watchlist(id)).toEqual(before)
    },
  )

  test('to other communities updates the feeds and starts no backfill', async () => {
    const before = await watchlist(id)
    const answer = await send('PUT', `projects/${id}`, { communities: ['welding'] })
    expect(answer.json().data).toMatchObject({ communities: ['welding'], status: 'done' })
    expect(await watchlist(id)).toEqual({ ...before, phrases: before.phrases + 1 })
  })

  test.each([
    {},
    { audience: [], scoreWeights: { window: 1, fit: 1, intent: 1 } },
    { name: 'Pipewell' },
    { name: ' Pipewell ', website: 'pipewell.example', summary: 'Welds pipes.' },
  ])('to %j changes nothing and starts no work', async (data) => {
    const before = await watchlist(id)
    world.clock.advance(1000)
    const answer = await send('PUT', `projects/${id}`, data)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data.updatedAt < world.clock.now.toISOString()).toBe(true)
    expect(await watchlist(id)).toEqual(before)
    expect(await auditOf(world.ctx, id)).toEqual([`user:${ann.id} project.create`])
  })

  test('turns a draft into a project in processing', async () => {
    const draft = await setUpProject(app, ann, { keywords: [] })
    await send('PUT', `projects/${draft}`, { summary: 'Welds pipes.' })
    expect(await watchlist(draft)).toMatchObject({ status: 'processing', version: 2, backfills: 1 })
  })

  test('leaves a paid project paid', async () => {
    await jobTransaction(world.ctx, (tx) => tx.update(project).set({ status: 'paid' }).where(eq(project.id, id)))
    await send('PUT', `projects/${id}`, { summary: 'Bends pipes.' })
    expect(await watchlist(id)).toMatchObject({ status: 'paid', version: 2 })
  })

  test('twenty times at once loses no version', async () => {
    const names = Array.from({ length: 20 }, (_, index) => ({ name: `Pipewell ${index}` }))
    await Promise.all(names.map((data) => send('PUT', `projects/${id}`, data)))
    expect(await watchlist(id)).toMatchObject({ version: 21, backfills: 21 })
  })

  test.each([
    ['admin', 200],
    ['member', 403],
    ['client', 403],
  ] as const)('as %s is answered with %i', async (role, status) => {
    const person = await signUp(app, `${role}-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, id, person, role)
    expect((await send('GET', `projects/${id}`, undefined, person)).statusCode).toBe(200)
    const answer = await send('PUT', `projects/${id}`, { name: 'Changed' }, person)
    expect(answer.statusCode).toBe(status)
    if (status === 403) expect(answer.json().error.name).toBe('ForbiddenError')
  })
})

describe('an archived project', () => {
  test('stops matching, keeps its data, and can be restored', async () => {
    const id = await setUpProject(app, ann)
    const before = await watchlist(id)
    expect((await send('PUT', `projects/${id}/archive`)).json().data.status).toBe('archived')
    expect(await watchlist(id)).toMatchObject({ version: before.version + 1, status: 'archived' })
    expect((await send('PUT', `projects/${id}/archive`)).json().data.status).toBe('archived')
    expect((await send('GET', `keywords?filters[project]=${id}`)).json().data).toHaveLength(1)
    expect((await send('DELETE', `projects/${id}/archive`)).json().data.status).toBe('processing')
    expect(await watchlist(id)).toMatchObject({ version: before.version + 2, backfills: before.backfills + 2 })
    const done = (await auditOf(world.ctx, id)).map((line) => line.split(' ')[1])
    expect(done).toEqual(['project.create', 'project.archive', 'project.wake'])
  })

  test('that was paid for is paid again after a restore', async () => {
    const id = await setUpProject(app, ann)
    await seedPurchase(world.ctx, id)
    await send('PUT', `projects/${id}/archive`)
    expect((await send('DELETE', `projects/${id}/archive`)).json().data.status).toBe('paid')
  })

  test('can only be archived by its owner', async () => {
    const id = await setUpProject(app, ann)
    const admin = await signUp(app, `admin-${world.ctx.id()}@example.com`)
    expect((await send('PUT', `projects/${id}/archive`, undefined, admin)).statusCode).toBe(404)
    await addMember(world.ctx, id, admin, 'admin')
    expect((await send('PUT', `projects/${id}/archive`, undefined, admin)).statusCode).toBe(403)
  })
})

test('leads are matched by audience and pain points too', async () => {
  const id = await setUpProject(app, ann, {
    summary: 'Welds pipes.',
    audience: ['small workshops', 'fitters'],
    pains: ['leaking joints'],
  })
  const [found] = await jobTransaction(world.ctx, (tx) => readActiveProjects(tx, sql`p.id = ${id}`))
  expect(found?.profile.summary).toBe('Welds pipes.\nsmall workshops, fitters\nleaking joints')
})
