import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Audit } from '#features/leads/contract.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { chatter, importRecords } from '#tests/support/leads.ts'
import {
  addMember,
  auditOf,
  call,
  type Person,
  seedDropped,
  seedOpportunity,
  setUpProject,
  signUp,
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
})
afterAll(() => world.close())

const audit = async (): Promise<Audit> => (await call(app, ann, 'GET', `projects/${project}/audit`)).json().data
const dropped = async () => (await audit()).dropped.map(({ post }) => post.id)
const review = (post: string, verdict: string, person = ann) =>
  call(app, person, 'POST', 'audit-reviews', { project, post, verdict })
const undo = (id: string, person = ann) => call(app, person, 'DELETE', `audit-reviews/${id}`)
const leads = async () =>
  (await call(app, ann, 'GET', `opportunities?filters[project]=${project}&populate=post`)).json().data

describe('the dropped posts to review', () => {
  test('are two in a hundred candidates below the threshold, always the same ones, newest first', async () => {
    const older = await seedDropped(world.ctx, project)
    await seedDropped(world.ctx, project, { isSampled: false })
    world.clock.advance(60_000)
    const newer = await seedDropped(world.ctx, project)
    expect(await dropped()).toEqual([newer, older])
    expect(await dropped()).toEqual([newer, older])
    expect((await audit()).dropped[0]).toMatchObject({
      kind: 'candidate',
      post: { title: 'My first pipe welding bead' },
    })
    await ask(world.url, 'update candidate set label = 2 where post_id = $1', [newer])
    expect(await dropped()).toEqual([older])
  })

  test('are at most fifty', async () => {
    for (let count = 0; count < 52; count++) await seedDropped(world.ctx, project)
    expect(await dropped()).toHaveLength(50)
  })

  test('leave out posts that are gone from Reddit or of the other realm', async () => {
    const gone = await seedDropped(world.ctx, project)
    const insert = `insert into post_check (post_id, realm, seen_by, standing) values ($1, 'real', 'api', 'deleted')`
    await ask(world.url, insert, [gone])
    await seedDropped(world.ctx, project, { source: 2, realm: 'sandbox' })
    expect(await dropped()).toEqual([])
  })

  test('include posts of an import that match nothing, but not those that other projects keep', async () => {
    const theirs = await setUpProject(app, bob, { keywords: ['sourdough'] })
    await importRecords(
      world.ctx,
      Array.from({ length: 400 }, (_, index) => chatter(`own${index}`)),
      project,
    )
    await importRecords(
      world.ctx,
      Array.from({ length: 400 }, (_, index) => chatter(`theirs${index}`)),
      theirs,
    )
    await world.drain()
    const { dropped } = await audit()
    expect(dropped.length).toBeGreaterThan(0)
    expect(dropped.length).toBeLessThan(40)
    expect(dropped.every(({ kind, post }) => kind === 'other' && post.permalink.includes('/own'))).toBe(true)
  })

  test('are hidden from strangers, clients, and signed-out visitors', async () => {
    const path = `projects/${project}/audit`
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, cleo, 'client')
    expect((await call(app, bob, 'GET', path)).statusCode).toBe(404)
    expect((await call(app, cleo, 'GET', path)).statusCode).toBe(403)
    expect((await app.inject({ url: `/api/${path}` })).statusCode).toBe(403)
    expect((await call(app, ann, 'GET', `${path}?page=2`)).statusCode).toBe(400)
  })
})

describe('a review', () => {
  test('that confirms a drop counts toward the miss rate and removes the post from the list', async () => {
    const posts = [await seedDropped(world.ctx, project), await seedDropped(world.ctx, project)]
    const answer = await review(posts[0]!, 'notLead')
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toMatchObject({ kind: 'candidate', verdict: 'notLead' })
    expect(await dropped()).toEqual([posts[1]])
    expect((await audit()).missRates).toMatchObject({
      candidate: { reviewed: 1, leads: 0, rate: 0 },
      other: { rate: null },
    })
    expect(await leads()).toEqual([])
    expect((await auditOf(world.ctx, project)).at(-1)).toMatch(/auditReview\.create$/)
  })

  test('that finds a lead lists it with its components, where rescoring and a new watchlist leave it', async () => {
    const post = await seedDropped(world.ctx, project)
    const { data } = (await review(post, 'lead')).json()
    await world.drain()
    const [lead] = await leads()
    expect(lead).toMatchObject({ state: 'new', post: { id: post } })
    expect(lead.components.map(({ name }: { name: string }) => name)).toEqual(['fit', 'intent'])
    const found = await call(app, ann, 'GET', `audit-reviews/${data.id}?populate=opportunity`)
    expect(found.json().data.opportunity.id).toBe(lead.id)
    const { candidate } = (await audit()).missRates
    expect(candidate).toMatchObject({ reviewed: 1, leads: 1, rate: 1, high: 1 })

    await call(app, ann, 'PUT', `projects/${project}`, { summary: 'We repair kettles.' })
    const keywords = (await call(app, ann, 'GET', `keywords?filters[project]=${project}`)).json().data
    for (const { id } of keywords) await call(app, ann, 'DELETE', `keywords/${id}`)
    await world.drain()
    expect(await ask(world.url, 'select from candidate where post_id = $1', [post])).toEqual([])
    expect((await leads()).map(({ id }: { id: string }) => id)).toEqual([lead.id])
  })

  test('is undone with its lead, unless somebody worked on the lead', async () => {
    const post = await seedDropped(world.ctx, project)
    const { data: first } = (await review(post, 'lead')).json()
    expect((await undo(first.id)).statusCode).toBe(204)
    expect([await leads(), await dropped()]).toEqual([[], [post]])
    const { data: second } = (await review(post, 'lead')).json()
    const [lead] = await leads()
    await call(app, ann, 'PUT', `opportunities/${lead.id}/save`)
    await undo(second.id)
    expect((await leads()).map(({ id }: { id: string }) => id)).toEqual([lead.id])
    expect((await audit()).missRates.candidate.reviewed).toBe(0)
  })

  test('is refused for the second time, for posts outside the samples, and for bad input', async () => {
    const post = await seedDropped(world.ctx, project)
    await review(post, 'notLead')
    expect((await review(post, 'lead')).json().error.message).toBe('This post is already reviewed')
    const other = await seedDropped(world.ctx, project, { isSampled: false })
    expect((await review(other, 'lead')).json().error.message).toBe('post must be one of the dropped posts to review')
    expect((await review(post, 'maybe')).statusCode).toBe(400)
    expect((await review('nothing', 'lead')).statusCode).toBe(400)
    expect(await leads()).toEqual([])
  })

  test('is out of reach for strangers, clients, and signed-out visitors', async () => {
    const post = await seedDropped(world.ctx, project)
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, cleo, 'client')
    expect((await review(post, 'lead', bob)).statusCode).toBe(404)
    expect((await review(post, 'lead', cleo)).statusCode).toBe(403)
    expect((await app.inject({ url: '/api/audit-reviews' })).statusCode).toBe(403)
    const { data } = (await review(post, 'lead')).json()
    expect((await undo(data.id, bob)).statusCode).toBe(404)
    expect((await undo(data.id, cleo)).statusCode).toBe(403)
    expect((await call(app, bob, 'GET', 'audit-reviews')).json().data).toEqual([])
  })
})

describe('similar posts', () => {
  const similar = async (lead: string, person = ann) => call(app, person, 'GET', `opportunities/${lead}/similar`)

  test('are leads and dropped posts with the rarest words of a lead, most similar first', async () => {
    const title = 'Orbital welder for stainless tubing'
    const lead = await seedOpportunity(world.ctx, project, { title, body: 'Sanitary joints keep cracking.' })
    const close = await seedOpportunity(world.ctx, project, {
      title: 'Stainless tubing, orbital welder',
      body: 'Sanitary joints!',
    })
    await call(app, ann, 'PUT', `opportunities/${close}/rejection`, { reason: 'tooOld' })
    const post = await seedDropped(world.ctx, project, { title: 'Cracking tubing', body: 'Any stainless fix?' })
    await seedOpportunity(world.ctx, project, { title: 'Lost cat', body: 'Last seen on the roof.' })
    await seedOpportunity(world.ctx, await setUpProject(app, bob), { title, body: 'Sanitary joints keep cracking.' })
    const { data, meta } = (await similar(lead)).json()
    expect(data.map(({ lead, post }: { lead: unknown; post: { title: string } }) => [post.title, lead])).toEqual([
      ['Stainless tubing, orbital welder', { id: close, state: 'rejected' }],
      ['Cracking tubing', null],
    ])
    expect(data[1].words.toSorted()).toEqual(['cracking', 'stainless', 'tubing'])
    expect(meta.words).toEqual(
      expect.arrayContaining(['orbital', 'welder', 'stainless', 'tubing', 'sanitary', 'joint']),
    )
    expect(meta.compared).toBe(3)
    expect(post).not.toBe(lead)
  })

  test('leave out held leads, and there may be none', async () => {
    const texts = { title: 'Orbital welder for stainless tubing', body: 'Sanitary joints keep cracking.' }
    const lead = await seedOpportunity(world.ctx, project, texts)
    const held = await seedOpportunity(world.ctx, project, texts)
    await ask(world.url, 'update opportunity set released_at = null where id = $1', [held])
    expect((await similar(lead)).json()).toMatchObject({ data: [], meta: { compared: 0 } })
  })

  test('are out of reach for strangers, clients, and signed-out visitors', async () => {
    const lead = await seedOpportunity(world.ctx, project)
    const cleo = await signUp(app, `cleo-${world.ctx.id()}@example.com`)
    await addMember(world.ctx, project, cleo, 'client')
    expect((await similar(lead, bob)).statusCode).toBe(404)
    expect((await similar(lead, cleo)).statusCode).toBe(403)
    expect((await app.inject({ url: `/api/opportunities/${lead}/similar` })).statusCode).toBe(403)
    expect((await similar('nothing')).statusCode).toBe(404)
  })
})
