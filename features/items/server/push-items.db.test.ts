import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, confirmAddress, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { pushExample } from '../web/example.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
let token: string
let owners = 0

const product = { keywords: ['invoice software'], summary: 'Invoice software for small companies', name: 'Paylane' }

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

beforeEach(async () => {
  owners += 1
  ann = await signUp(app, `ann${owners}@example.com`)
  bob = await signUp(app, `bob${owners}@example.com`)
  await confirmAddress(world.url, ann)
  await confirmAddress(world.url, bob)
  project = await setUpProject(app, ann, product)
  token = await tokenOf(ann, project)
})

async function tokenOf(by: Person, of: string, scope = 'write'): Promise<string> {
  return (await call(app, by, 'POST', 'api-tokens', { project: of, name: 'Feed', scope })).json().data.token
}

interface Sending {
  query?: string
  as?: string
  type?: string
}

function send(body: string, { query = '?source=Forum', as = token, type = 'application/x-ndjson' }: Sending = {}) {
  const headers = { authorization: `Bearer ${as}`, 'content-type': type }
  return app.inject({ method: 'POST', url: `/api/items${query}`, headers, payload: body })
}

const asking = {
  id: 'a1',
  title: 'Which invoice software do you recommend?',
  body: 'Looking for invoice software for my company of five. Happy to pay for it.',
  author: 'Mara',
  url: 'https://forum.example/t/1',
  createdAt: '2026-01-01T00:00:00Z',
}
const lines = (...items: unknown[]) => items.map((item) => JSON.stringify(item)).join('\n')

async function leads(by = ann, of = project) {
  await world.drain()
  const query = `filters[project][id]=${of}&populate=post&pagination[pageSize]=100`
  return (await call(app, by, 'GET', `opportunities?${query}`)).json().data
}

test('adds, updates, and deletes items of one project, and shows where they are from', async () => {
  const first = await send(`${lines(asking)}\n\n{"id":"b"}\nnonsense\n`)
  expect(first.json().data).toEqual({
    ...{ added: 1, updated: 0, unchanged: 0, deleted: 0, refused: 2 },
    refusals: [
      { line: 3, reason: 'title and body are empty' },
      { line: 4, reason: 'not JSON' },
    ],
  })
  const [lead, ...others] = await leads()
  expect(others).toEqual([])
  const post = { subreddit: '@Forum', author: 'Mara@Forum', permalink: asking.url, outsideId: 'a1' }
  expect(lead.post).toMatchObject(post)
  const { body: text } = await call(app, ann, 'GET', `opportunities.csv?filters[project][id]=${project}`)
  expect(text).toContain('Forum')
  expect(text).toContain(asking.url)
  expect(text).not.toContain('@Forum')

  // The same lines again change nothing, in any case of the name, and also as a JSON array.
  const again = await send(JSON.stringify([asking]), { query: '?source=forum', type: 'application/json' })
  expect(again.json().data).toMatchObject({ added: 0, updated: 0, unchanged: 1 })
  expect((await leads())[0].updatedAt).toBe(lead.updatedAt)

  const body = 'Looking for invoice software in Belgium. Happy to pay for it.'
  expect((await send(lines({ ...asking, body }))).json().data).toMatchObject({ updated: 1 })
  expect((await leads())[0]).toMatchObject({ id: lead.id, post: { body } })
  expect((await send(lines({ ...asking, title: 'Lunch', body: 'Soup' }))).json().data).toMatchObject({ updated: 1 })
  expect(await leads()).toEqual([])
  expect((await send(lines(asking))).json().data).toMatchObject({ updated: 1 })
  expect(await leads()).toHaveLength(1)

  // Another source may have the same ID, and each is deleted alone.
  await send(lines(asking), { query: '?source=Reviews' })
  expect(await send(lines(asking, { id: 'a1', deleted: true })).then((answer) => answer.json().data)).toMatchObject({
    ...{ updated: 0, unchanged: 0, deleted: 1 },
  })
  expect((await send(lines(asking))).json().data).toMatchObject({ added: 0, updated: 0 })
  const left = await ask(world.url, 'select title, author, permalink from post where project_id = $1 order by title', [
    project,
  ])
  expect(left).toEqual([
    { title: '', author: null, permalink: 'https://forum.example/' },
    { title: asking.title, author: 'Mara@Reviews', permalink: asking.url },
  ])

  const sources = (await call(app, ann, 'GET', `imports?filters[origin]=push&sort=name`)).json().data
  expect(sources).toMatchObject([
    { name: 'Forum', state: 'done', itemsNew: 1, linesBroken: 2, brokenLines: [{ line: 3 }, { line: 4 }] },
    { name: 'Reviews', itemsNew: 1, linesBroken: 0 },
  ])
  expect((await call(app, ann, 'DELETE', `imports/${sources[1].id}`)).statusCode).toBe(204)
  await world.drain()
  expect(await ask(world.url, `select from post where project_id = $1 and title <> ''`, [project])).toEqual([])
})

test('no other project sees an item or can change it, even one with the same source and ID', async () => {
  const theirs = await setUpProject(app, bob, product)
  await send(lines(asking))
  const [lead] = await leads()
  expect(await leads(bob, theirs)).toEqual([])
  const found = await call(app, bob, 'GET', `projects/${theirs}/stored-posts?q=invoice`)
  expect(found.body).not.toContain(asking.title)

  const bobs = await tokenOf(bob, theirs)
  expect((await send(lines({ id: 'a1', deleted: true }), { as: bobs })).json().data).toMatchObject({ deleted: 1 })
  const forged = await send(lines({ ...asking, title: 'Forged' }), {
    as: bobs,
    query: `?project=${project}&source=Forum`,
  })
  expect(forged.statusCode).toBe(404)
  expect((await leads())[0]).toMatchObject({ id: lead.id, post: { title: asking.title } })
  expect((await send(lines({ ...asking, id: 'a2' }), { as: bobs })).json().data).toMatchObject({ added: 1 })
  expect(await leads(bob, theirs)).toHaveLength(1)
  expect(await leads()).toHaveLength(1)
})

describe('refuses', () => {
  test('tokens and roles that may not write, bad names, and requests without lines', async () => {
    expect((await send(lines(asking), { as: await tokenOf(ann, project, 'read') })).statusCode).toBe(403)
    await addMember(world.ctx, project, bob, 'member')
    const { headers } = bob
    const asMember = await app.inject({
      ...{ method: 'POST', url: `/api/items?project=${project}`, payload: lines(asking) },
      headers: { ...headers, 'content-type': 'application/x-ndjson' },
    })
    expect(asMember.statusCode).toBe(403)
    for (const query of ['?source=Hacker%20News', '?source=r/saas', `?source=${'x'.repeat(41)}`]) {
      expect((await send(lines(asking), { query })).json().error).toMatchObject({ name: 'ValidationError' })
    }
    expect((await send('\n\n')).json().error.message).toBe('The request has no lines')
  })

  test('too many lines in a request or a minute, and says which', async () => {
    const bad = (count: number) => '{}\n'.repeat(count)
    expect((await send(bad(1001))).json().error).toMatchObject({ status: 413 })
    const gone = Array.from({ length: 51 }, (_, id) => ({ id, deleted: true }))
    expect((await send(lines(...gone))).json().error).toMatchObject({ status: 413 })
    for (let sent = 0; sent < 6; sent++) expect((await send(bad(1000))).statusCode).toBe(200)
    const { error } = (await send(lines(asking))).json()
    expect(error).toMatchObject({ status: 429, details: { retryAfter: expect.any(Number) } })
    expect(error.message).toContain('More than 6,000 lines')
    world.clock.advance(61_000)
    expect((await send(lines(asking))).statusCode).toBe(200)
  })
})

test('the example of the settings works', async () => {
  const example = pushExample('http://localhost')
  const json = /-d '(.*)'$/.exec(example)?.[1] ?? ''
  expect((await send(json, { query: /\?\S+(?=')/.exec(example)?.[0] ?? '' })).json().data.added).toBe(1)
})
