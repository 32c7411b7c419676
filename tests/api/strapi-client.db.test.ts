import type { AddressInfo } from 'node:net'
import { HTTPAuthorizationError, HTTPBadRequestError, HTTPError, HTTPNotFoundError, strapi } from '@strapi/client'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { resources } from '#app/resources.ts'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { seedLeadRun } from '#features/discovery/server/factories.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { testApp } from '../support/app.ts'
import {
  confirmAddress,
  create,
  type Person,
  password,
  seedCampaignPerson,
  seedDropped,
  seedForgetting,
  seedMailbox,
  seedMention,
  seedOpportunity,
  seedPurchase,
  seedRedditAccount,
  seedSubscription,
  setUpProject,
} from '../support/seed-data.ts'
import type { World } from '../support/world.ts'

let world: World
let app: FastifyInstance
let baseURL: string
let ann: Person
let project: string
/** The leads that other resources refer to. Each reminder needs a separate lead. */
const leads: string[] = []
/** Dropped posts to review, each once. */
const dropped: string[] = []
const mentions: string[] = []
let person: string
let conversation: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann, { keywords: ['pipe welding'], competitors: ['Weldco'] })
  for (let count = 0; count < 5; count++) leads.push(await seedOpportunity(world.ctx, project, { saved: true }))
  for (let count = 0; count < 5; count++) mentions.push(await seedMention(world.ctx, project))
  for (let count = 0; count < 5; count++) dropped.push(await seedDropped(world.ctx, project))
  person = (await create(app, ann, 'people', { project, handle: 'u/mara' })).id
  conversation = (await create(app, ann, 'conversations', { project, person })).id
  // The newest session can be deleted while the others stay active.
  world.clock.advance(1000)
  await app.inject({ method: 'POST', url: '/api/auth/local', payload: { identifier: ann.email, password } })
  await app.listen({ host: '127.0.0.1', port: 0 })
  baseURL = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api`
})
afterAll(() => world.close())

/** What to write to a resource. Each resource of app/resources has a line here. */
interface Sample {
  /** Creates a row if the resource has no POST. */
  seed?: () => Promise<unknown>
  create?: () => Record<string, unknown>
  update?: Record<string, unknown>
}
let names = 0
/** Returns a unique name. */
const named = (name: string) => `${name}${++names}`
const samples: Record<string, Sample> = {
  projects: { create: () => ({ name: 'Brewbook' }), update: { name: 'Brewbook 2' } },
  keywords: { create: () => ({ project, query: 'orbital welder' }), update: { status: 'paused' } },
  competitors: {
    create: () => ({ project: { connect: [{ documentId: project }] }, name: 'Fitco' }),
    update: { website: 'https://fitco.example' },
  },
  opportunities: { seed: () => seedOpportunity(world.ctx, project) },
  auditReviews: {
    create: () => ({ project, post: dropped.pop(), verdict: 'notLead' }),
  },
  leadRuns: { create: () => ({ project, criteria: { days: 7 } }), update: { schedule: 'weekly' } },
  leadRunResults: { seed: () => seedLeadRun(world.ctx, project) },
  mentions: { seed: () => seedMention(world.ctx, project), update: { handled: true } },
  mentionMutes: { create: () => ({ project, mention: mentions.pop(), kind: 'thread' }) },
  notes: {
    create: () => ({ project, opportunity: leads[0], text: 'Asked for a price' }),
    update: { text: 'Was told' },
  },
  reminders: {
    create: () => ({ project, opportunity: leads.pop(), dueAt: '2026-12-01T09:00:00.000Z' }),
    update: { done: true },
  },
  prompts: {
    create: () => ({ project, kind: 'voice', subreddit: named('sub'), text: 'Short and kind' }),
    update: { text: 'Kind' },
  },
  promptVersions: { seed: () => create(app, ann, 'prompts', { project, kind: 'facts', text: 'Welds 4 m a day' }) },
  replyDrafts: { seed: () => create(app, ann, `opportunities/${leads[0]}/drafts`, {}) },
  cannedReplies: {
    create: () => ({ project, name: named('Thanks'), text: 'Hi {author}' }),
    update: { text: 'Hello {author}' },
  },
  savedSearches: {
    create: () => ({ project, name: named('Prices'), query: 'price welder' }),
    update: { filters: { subreddits: ['Welding'], days: 30 } },
  },
  savedViews: {
    create: () => ({ project, name: named('Kept'), params: 'tab=saved' }),
    update: { params: 'sort=newest&q=welder' },
  },
  destinations: {
    create: () => ({ project, name: named('Zap'), address: 'https://pipewell.com/hook' }),
    update: { status: 'paused' },
  },
  alertRules: { create: () => ({ project, name: named('Hot'), query: 'welder' }), update: { threshold: 70 } },
  reports: {
    create: () => ({
      project,
      name: named('Leads'),
      definition: { metric: 'leads', groupBy: 'week', chart: 'line', days: 90 },
    }),
    update: { schedule: 'weekly' },
  },
  insightAnnotations: {
    create: () => ({ project, day: '2026-11-20', text: 'Launched' }),
    update: { text: 'Launched the new site' },
  },
  insightShares: {
    create: () => ({ project, name: 'Pipewell', board: defaultBoards()[0]?.id, days: 30, expiresInDays: 90 }),
  },
  people: { create: () => ({ project, handle: named('iris') }), update: { stage: 'contacted', tags: ['pipes'] } },
  personStages: { create: () => ({ project, name: named('Stage') }), update: { name: named('Trial'), kind: 'won' } },
  tasks: {
    create: () => ({ project, person, text: 'Call', dueAt: '2026-12-01T09:00:00.000Z' }),
    update: { text: 'Call again' },
  },
  conversations: { create: () => ({ project, person }), update: { state: 'done' } },
  messages: { create: () => ({ project, conversation, text: 'Hello' }), update: { text: 'Hello Mara' } },
  // POST returns what the servers answered, not a row.
  mailboxes: { seed: () => seedMailbox(world.ctx, project), update: { signature: 'Wilma', dailyMost: 20 } },
  mailSuppressions: { create: () => ({ project, address: `${named('no')}@example.com` }) },
  campaigns: { create: () => ({ project, name: named('Welders'), steps: [{ text: 'Hello' }] }), update: { perDay: 3 } },
  members: { create: () => ({ project, email: 'carl@example.com', role: 'member' }), update: { role: 'client' } },
  auditEntries: {},
  campaignPeople: { seed: () => seedCampaignPerson(world.ctx, project) },
  forgettings: { seed: () => seedForgetting(world.ctx, project) },
  apiTokens: { create: () => ({ project, name: 'Export', scope: 'write' }) },
  viewFeeds: { create: () => ({ project, content: 'mentions' }) },
  sessions: {},
  // POST returns the address of Reddit's consent page, not a row.
  redditAccounts: { seed: () => seedRedditAccount(world.ctx, project) },
  subscriptions: { seed: () => seedSubscription(world.ctx, project, { userId: ann.id }) },
  purchases: { seed: () => seedPurchase(world.ctx, project, { userId: ann.id }) },
  imports: {
    create: () => ({
      project: { set: [project] },
      ...{ origin: 'upload', name: 'posts.zst', bytesTotal: 5_000_000, fingerprint: 'posts' },
    }),
  },
}

const table: Endpoint[] = Object.values(endpoints)
const has = (method: Endpoint['method'], path: string) =>
  table.some((endpoint) => endpoint.method === method && endpoint.path === path)
/** The resources that have a list. The signed-in user has none. */
const listed = Object.entries(resources).filter(([name]) => name !== 'me')
const client = () => strapi({ baseURL, auth: ann.jwt })

test.each(listed)('%s has a path, a list, a row endpoint and a line in this test', (name) => {
  const [list] = table.filter((endpoint) => endpoint.find?.name === name && !endpoint.path.includes(':'))
  if (!list) throw new Error(`${name} is in app/resources, but no endpoint lists it: add GET /${name}`)
  if (!has('GET', `${list.path}/:id`)) throw new Error(`add GET ${list.path}/:id, which returns one row of ${name}`)
  const sample = samples[name]
  if (!sample) throw new Error(`add ${name} to the samples, so that Strapi's client is tested with it`)
  for (const [method, path, key] of [
    ['POST', list.path, 'create'],
    ['PUT', `${list.path}/:id`, 'update'],
  ] as const) {
    const connects = method === 'POST' && ['/reddit-accounts', '/mailboxes'].includes(path)
    const writesRow = has(method, path) && !connects
    if (writesRow !== key in sample) throw new Error(`add to the samples what to send with ${method} ${path}`)
  }
})

describe.each(listed.map(([name, resource]) => ({ name, resource })))('$name', ({ name, resource }) => {
  const path =
    table.find((endpoint) => endpoint.find?.name === name && !endpoint.path.includes(':'))?.path ?? `/${name}`
  const collection = () => client().collection(path.slice(1))
  /** The parameters that Strapi's client may also send with writes. */
  const options = { fields: ['createdAt'], populate: '*', status: 'published' as const, locale: 'en' }

  /** Returns the newest row, or creates one. */
  async function row(): Promise<{ documentId: string }> {
    const first = async () => (await collection().find({ sort: 'createdAt:desc', pagination: { limit: 1 } })).data[0]
    const existing = await first()
    if (existing) return existing
    const { create, seed } = samples[name] ?? {}
    if (create) return (await collection().create(create())).data
    await seed?.()
    const seeded = await first()
    if (!seeded) throw new Error(`add to the samples how to seed a row of ${name}, which POST does not create`)
    return seeded
  }

  test('is listed with pagination', async () => {
    const { documentId } = await row()
    const { data, meta } = await collection().find({
      filters: { documentId: { $in: [documentId] } },
      pagination: { page: 1, pageSize: 10, withCount: true },
    })
    expect(data.map((each) => each.documentId)).toEqual([documentId])
    expect(meta.pagination).toMatchObject({ page: 1, pageSize: 10, pageCount: 1, total: 1 })
  })

  test('is read by id', async () => {
    const { documentId } = await row()
    const { data } = await collection().findOne(documentId)
    expect(data).toMatchObject({ id: documentId, documentId, createdAt: expect.any(String) })
  })

  test("answers 404 in Strapi's format for an unknown row", async () => {
    const error = await collection()
      .findOne(world.ctx.id())
      .catch((thrown: unknown) => thrown)
    if (!(error instanceof HTTPNotFoundError)) throw new Error('it was found')
    expect(await error.response.json()).toEqual({
      data: null,
      error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} },
    })
  })

  test('returns only the requested fields', async () => {
    const { documentId } = await row()
    const { data } = await collection().findOne(documentId, { fields: ['createdAt'] })
    expect(Object.keys(data).toSorted()).toEqual(['createdAt', 'documentId', 'id'])
  })

  test('is filtered by each of its fields, and sorted by each in both directions', async () => {
    await row()
    const $or = Object.keys(resource.filterable).map((field) => ({ [field]: { $notNull: true, $null: true } }))
    expect((await collection().find({ filters: { $or } })).data).toEqual([])
    for (const direction of ['asc', 'desc']) {
      const sort = resource.sortable.map((field) => `${field}:${direction}`)
      expect((await collection().find({ sort })).data.length).toBeGreaterThan(0)
    }
  })

  test('includes each of its relations, all at once or one by one', async () => {
    const { documentId } = await row()
    const whole = await collection().findOne(documentId, { populate: '*' })
    for (const [at, relation] of Object.keys(resource.relations).entries()) {
      expect(whole.data).toHaveProperty(relation)
      // The same code reads the notations for each relation.
      const notations = [{ [relation]: { fields: ['id'] } }, relation, [relation], { [relation]: true }]
      const { data } = await collection().findOne(documentId, { populate: notations[at % notations.length]! })
      expect(data).toHaveProperty(relation)
    }
  })

  test('refuses an unknown field and names it', async () => {
    const error = await collection()
      .find({ filters: { passwordHash: { $startsWith: '$' } } })
      .catch((thrown: unknown) => thrown)
    if (!(error instanceof HTTPBadRequestError)) throw new Error('it was accepted')
    const details = { key: 'passwordHash', path: 'passwordHash', source: 'query', param: 'filters' }
    expect(await error.response.json()).toMatchObject({ error: { message: 'Invalid key passwordHash', details } })
  })

  const { create, update } = samples[name] ?? {}
  if (create) {
    test('is created', async () => {
      const { data } = await collection().create(create(), { populate: '*' })
      // A one-time value, such as a token, is only in the first response.
      expect(data).toMatchObject((await collection().findOne(data.documentId, { populate: '*' })).data)
    })
  }

  if (update) {
    test('is changed', async () => {
      const { documentId } = await row()
      const { data } = await collection().update(documentId, update)
      expect(data).toMatchObject({ documentId, ...update })
    })

    test('is changed, and returns the requested fields', async () => {
      const { documentId } = await row()
      const { data } = await collection().update(documentId, update, options)
      // Changing a prompt creates a new version in another row.
      expect(data).toEqual((await collection().findOne(data.documentId, options)).data)
    })

    test('is not changed when an unknown field is requested', async () => {
      const before = (await collection().findOne((await row()).documentId)).data
      const changed = collection().update(before.documentId, update, { fields: ['passwordHash'] })
      await expect(changed).rejects.toBeInstanceOf(HTTPBadRequestError)
      expect((await collection().findOne(before.documentId)).data).toEqual(before)
    })
  }

  if (has('DELETE', `${path}/:id`)) {
    test('is deleted once', async () => {
      const { documentId } = await row()
      const unknown = collection().delete(documentId, { fields: ['passwordHash'] })
      await expect(unknown).rejects.toBeInstanceOf(HTTPBadRequestError)
      await expect(collection().delete(documentId, options)).resolves.toBeUndefined()
      // A job deletes the rest.
      await world.drain()
      await expect(collection().findOne(documentId)).rejects.toBeInstanceOf(HTTPNotFoundError)
      await expect(collection().delete(documentId)).rejects.toBeInstanceOf(HTTPNotFoundError)
    })
  }
})

test("sort, filters, populate, and pagination take the notations of Strapi's own tests", async () => {
  const links: string[] = []
  for (const name of ['a', 'b']) {
    const link = { project, name: named(name), address: `https://pipewell.com/${name}` }
    links.push((await create(app, ann, 'destinations', link)).id)
  }
  const addRule = async (threshold: number) =>
    (
      await create(app, ann, 'alert-rules', {
        project,
        name: named('Rule'),
        query: 'x',
        threshold,
        destinations: links,
      })
    ).id
  const [low, high] = [await addRule(50), await addRule(90)]
  type Rules = { data: { destinations: { name: string }[] }[] }
  const ask = async (query: string) => (await client().fetch(`alert-rules?${query}`)).json() as Promise<Rules>
  const mine = `filters[id][0]=${low}&filters[id][1]=${high}&filters[id][2]=999`
  expect(await ask(`${mine}&sort[0][threshold]=DESC&fields=threshold&pagination[withCount]=false`)).toEqual({
    data: [
      { id: high, documentId: high, threshold: 90 },
      { id: low, documentId: low, threshold: 50 },
    ],
    meta: { pagination: { page: 1, pageSize: 25 } },
  })
  const { data } = await ask(`${mine}&sort=threshold&populate[destinations][sort]=name:desc`)
  for (const { destinations } of data) {
    expect(destinations.map(({ name }) => name.slice(0, 1))).toEqual(['b', 'a'])
  }
})

test('a new row has the requested fields and its one-time token', async () => {
  const tokens = client().collection('api-tokens')
  const { data } = await tokens.create({ project, name: 'Nightly', scope: 'read' }, { fields: ['name'] })
  expect(data).toEqual({ id: data.id, documentId: data.id, name: 'Nightly', token: expect.any(String) })
})

test('endpoints without a collection can be fetched', async () => {
  const answer = await client().fetch('users/me?populate[memberships][populate]=project')
  expect(await answer.json()).toMatchObject({ email: 'ann@example.com', memberships: [{ role: 'owner' }] })
  const login = { method: 'POST', body: JSON.stringify({ identifier: 'ann@example.com', password: 'wrong one' }) }
  await expect(strapi({ baseURL }).fetch('auth/local', login)).rejects.toBeInstanceOf(HTTPBadRequestError)
})

test('an invalid token answers 401 and a missing one 403', async () => {
  await expect(strapi({ baseURL, auth: 'x' }).collection('projects').find()).rejects.toBeInstanceOf(
    HTTPAuthorizationError,
  )
  const error = await strapi({ baseURL })
    .collection('projects')
    .find()
    .catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ response: { status: 403 } })
  expect(error).toBeInstanceOf(HTTPError)
})
