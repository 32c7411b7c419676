import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../support/app.ts'
import { call, create, type Person, seedMention, seedOpportunity, setUpProject } from '../support/seed-data.ts'
import type { World } from '../support/world.ts'

/** Requests for project data without a session, by another user, and with invalid bodies. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
let bobs: string
/** Rows of Ann's project that other rows refer to. */
const about: Record<string, string> = {}

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  project = await setUpProject(app, ann)
  bobs = await setUpProject(app, bob)
  about.opportunity = await seedOpportunity(world.ctx, project)
  about.person = (await create(app, ann, 'people', { project, handle: 'mara' })).id
  about.conversation = (await create(app, ann, 'conversations', { project, person: about.person })).id
})
afterAll(() => world.close())

const definition = { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 }

interface Sample {
  resource: string
  body: () => Record<string, unknown>
  /** Changes that make the body invalid, each with the path of the fault. */
  faults: [change: Record<string, unknown>, path: string][]
}
const samples: Sample[] = [
  {
    resource: 'notes',
    body: () => ({ opportunity: about.opportunity, text: 'Asked for a price' }),
    faults: [
      [{ text: '' }, 'text'],
      [{ text: 'x'.repeat(10_001) }, 'text'],
      [{ opportunity: null }, 'opportunity'],
    ],
  },
  {
    resource: 'reminders',
    body: () => ({ opportunity: about.opportunity, dueAt: '2026-12-01T09:00:00Z' }),
    faults: [[{ dueAt: 'tomorrow' }, 'dueAt']],
  },
  {
    resource: 'prompts',
    body: () => ({ kind: 'voice', text: 'Kind' }),
    faults: [
      [{ kind: 'mood' }, 'kind'],
      [{ subreddit: 'two words' }, 'subreddit'],
    ],
  },
  {
    resource: 'canned-replies',
    body: () => ({ name: 'Thanks', text: 'Hi {author}' }),
    faults: [
      [{ name: '' }, 'name'],
      [{ text: 'Hi {autor}' }, 'text'],
      [{ text: 'x'.repeat(5_001) }, 'text'],
    ],
  },
  {
    resource: 'saved-searches',
    body: () => ({ name: 'Prices', query: 'price' }),
    faults: [
      [{ query: 'price AND (welder' }, 'query'],
      [{ filters: { colour: 'red' } }, 'filters.colour'],
    ],
  },
  {
    resource: 'saved-views',
    body: () => ({ name: 'Kept', params: 'tab=saved&sort=newest' }),
    faults: [
      [{ params: 'tab=nonsense' }, 'params'],
      [{ params: 'tab=saved&lead=1' }, 'params'],
      [{ name: 'x'.repeat(61) }, 'name'],
    ],
  },
  {
    resource: 'alert-rules',
    body: () => ({ name: 'Hot', query: 'price' }),
    faults: [
      [{ query: '-price' }, 'query'],
      [{ channel: 'slack' }, 'channel'],
      [{ threshold: 101 }, 'threshold'],
      [{ quietHours: { from: '25:00', to: '07:00' } }, 'quietHours.from'],
    ],
  },
  {
    resource: 'reports',
    body: () => ({ name: 'Leads', definition }),
    faults: [
      [{ definition: { ...definition, metric: 'passwords' } }, 'definition.metric'],
      [{ definition: { ...definition, sql: 'select 1' } }, 'definition.sql'],
      [{ definition: { ...definition, breakdown: 'week' } }, 'definition.breakdown'],
    ],
  },
  {
    resource: 'people',
    body: () => ({ handle: 'u/iris' }),
    faults: [
      [{ handle: 'iris @ home' }, 'handle'],
      [{ value: 5000 }, 'currency'],
    ],
  },
  {
    resource: 'conversations',
    body: () => ({ person: about.person }),
    faults: [[{ person: null }, 'person']],
  },
  {
    resource: 'messages',
    body: () => ({ conversation: about.conversation, text: 'Hello' }),
    faults: [[{ state: 'sent' }, 'state']],
  },
  {
    resource: 'campaigns',
    body: () => ({ name: 'Welders', steps: [{ text: 'Hello' }] }),
    faults: [
      [{ perDay: 0 }, 'perDay'],
      [{ stages: ['friend'] }, 'stages'],
    ],
  },
]

describe.each(samples)('$resource', ({ resource, body, faults }) => {
  const post = (by: Person, data: object) => call(app, by, 'POST', resource, data)

  test('require a session', async () => {
    for (const method of ['GET', 'POST'] as const) {
      const payload = method === 'POST' ? { payload: { data: { project, ...body() } } } : {}
      expect((await app.inject({ method, url: `/api/${resource}`, ...payload })).statusCode).toBe(403)
    }
  })

  test.each(faults.map(([change, path]) => ({ change, path })))(
    'with $change are refused, naming the path',
    async ({ change, path }) => {
      const answer = await post(ann, { project, ...body(), ...change })
      expect(answer.statusCode).toBe(400)
      const { details } = answer.json().error
      const places = details.errors?.map((each: { path: string[] }) => each.path.join('.')) ?? [details.path]
      expect(places).toContain(path)
    },
  )

  test('refuse an unknown key', async () => {
    const answer = await post(ann, { project, ...body(), createdAt: '2020-01-01T00:00:00Z' })
    expect(answer.json().error).toMatchObject({ status: 400, message: 'Invalid key createdAt' })
  })

  test("cannot be added to another user's project or refer to its rows", async () => {
    expect((await post(bob, { project, ...body() })).statusCode).toBe(404)
    const isAbout = Object.keys(body()).some((key) => key in about)
    if (isAbout) expect((await post(bob, { project: bobs, ...body() })).statusCode).toBe(400)
  })

  test('of another user cannot be listed, read, changed or deleted', async () => {
    const { id } = await create(app, ann, resource, { project, ...body() })
    for (const [method, data] of [['GET'], ['PUT', {}], ['DELETE']] as const) {
      expect((await call(app, bob, method, `${resource}/${id}`, data)).statusCode).toBe(404)
    }
    const listed = (await call(app, bob, 'GET', `${resource}?filters[id]=${id}`)).json()
    expect(listed).toMatchObject({ data: [], meta: { pagination: { total: 0 } } })
    expect((await call(app, ann, 'GET', `${resource}/${id}`)).statusCode).toBe(200)
    expect((await call(app, ann, 'DELETE', `${resource}/${id}`)).statusCode).toBe(204)
  })
})

test.each([
  ['prompts', 'kind', { kind: 'voice', text: 'Kind' }, {}],
  ['canned-replies', 'name', { name: 'Thanks', text: 'Hi' }, { name: 'THANKS' }],
  ['saved-searches', 'name', { name: 'Prices', query: 'price' }, { name: 'prices' }],
  ['saved-views', 'name', { name: 'Kept', params: 'tab=saved' }, { name: 'KEPT' }],
  ['alert-rules', 'name', { name: 'Hot', query: 'price' }, { name: 'HOT' }],
  ['reports', 'name', { name: 'Leads', definition }, { name: 'leads' }],
  ['people', 'handle', { handle: 'Iris' }, { handle: '/u/iris' }],
  ['campaigns', 'name', { name: 'Welders', steps: [{ text: 'Hello' }] }, { name: 'welders' }],
])('%s have a unique %s per project, ignoring case', async (resource, field, body, again) => {
  const { id } = await create(app, ann, resource, { project, ...body })
  const refused = (await call(app, ann, 'POST', resource, { project, ...body, ...again })).json()
  expect(refused.error).toMatchObject({ status: 400, details: { errors: [{ path: [field] }] } })
  const other = await create(app, bob, resource, { project: bobs, ...body })
  await call(app, bob, 'DELETE', `${resource}/${other.id}`)
  await call(app, ann, 'DELETE', `${resource}/${id}`)
})

test("mentions cannot be created, and another user's cannot be read or handled", async () => {
  const id = await seedMention(world.ctx, project)
  expect((await call(app, bob, 'GET', `mentions/${id}`)).statusCode).toBe(404)
  expect((await call(app, bob, 'PUT', `mentions/${id}`, { handled: true })).statusCode).toBe(404)
  expect((await call(app, ann, 'PUT', `mentions/${id}`, { handled: 'yes' })).statusCode).toBe(400)
  expect((await call(app, ann, 'POST', 'mentions', { project })).statusCode).toBe(404)
  const answer = await app.inject({ url: `/api/mentions/${id}` })
  expect(answer.statusCode).toBe(403)
})

test.each([
  ['claim', undefined],
  ['reminder', { dueAt: '2026-12-01T09:00:00Z' }],
])("the %s of another user's lead is not accessible", async (noun, data) => {
  const path = `opportunities/${about.opportunity}/${noun}`
  expect((await call(app, bob, 'PUT', path, data)).statusCode).toBe(404)
  expect((await call(app, bob, 'DELETE', path)).statusCode).toBe(404)
})
