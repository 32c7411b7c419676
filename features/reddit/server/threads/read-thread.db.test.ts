import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { post } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { RedditService } from '#platform/server/services.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { ask } from '#tests/support/databases.ts'
import { appOf, call, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import type { Thread } from '../../contract.ts'
import { redditApi } from '../accounts/open.ts'
import { ExchangeError, openExchange } from '../api/exchange.ts'
import { newComments, newPosts } from '../api/listings.ts'
import { readThreadTexts } from './read-thread.ts'

/** The sandbox's whole community, over a real connection. */
let server: Server
let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  server = sandboxServer({ days: 1 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  world = await testWorld()
  ctx = { ...world.ctx, reddit: service() }
  app = await appOf(ctx)
  ann = await signUp(app, 'ann@example.com')
  project = await setUpProject(app, ann)
  await ask(world.url, `update project set realm = 'sandbox'`)
})
afterAll(async () => {
  await app.close()
  await world.close()
  server.closeAllConnections()
  server.close()
})

function service(exchange = openExchange()): RedditService {
  const { url, clientId, clientSecret } = addressesOf(server).reddit
  const reddit = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  return { app: reddit, exchange, realm: 'sandbox' }
}

interface OnReddit {
  id: string
  kind: 'post' | 'comment'
  author: string | null
  permalink: string
}

/** Stores a post of the sandbox. Returns its ID. */
async function store(
  { id: outside, kind, author, permalink }: OnReddit,
  overrides: Partial<typeof post.$inferInsert> = {},
): Promise<string> {
  const id = ctx.id()
  const texts = { subreddit: 'smallbusiness', title: 'Which till?', body: '', bodyTruncated: false }
  const dates = { postedAt: ctx.now(), createdAt: ctx.now(), updatedAt: ctx.now() }
  const outsideId = BigInt(Number.parseInt(outside, 36))
  const values = { id, kind, author, permalink, source: 2, outsideId, realm: 'sandbox', ...texts, ...dates } as const
  await jobTransaction(ctx, (tx) => tx.insert(post).values({ ...values, ...overrides }))
  return id
}

/** Returns the posts of the sandbox with the most comments first. */
async function busiest(): Promise<OnReddit[]> {
  const outcome = await newPosts(redditApi(ctx)!, ['smallbusiness'], {})
  if (outcome.state !== 'ok') throw new Error(outcome.because)
  return outcome.value.records.toSorted((a, b) => (b.numComments ?? 0) - (a.numComments ?? 0))
}

const send = (id: string, { by = ann, at = app, of = project } = {}) =>
  call(at, by, 'POST', `projects/${of}/thread-readings`, { post: id })

async function read(id: string, from: Parameters<typeof send>[1] = {}): Promise<Thread> {
  const answer = await send(id, from)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().data
}

describe('reading a thread', () => {
  test('returns the comments, each below the one it answers, and the author', async () => {
    const found = (await busiest()).find(({ author }) => author !== null)!
    const thread = await read(await store(found))
    expect(thread.trouble).toBe(null)
    expect(thread.comments.length).toBeGreaterThan(1)
    const places = thread.comments.map(({ id }) => id)
    for (const [place, { parentId }] of thread.comments.entries()) {
      if (parentId !== null) expect(places.indexOf(parentId)).toBeLessThan(place)
    }
    const { author, isByPoster } = thread.comments[0]!
    expect(isByPoster).toBe(author === found.author)
    expect(thread.author).toMatchObject({ name: found.author, isSuspended: false })
    expect(thread.author!.karma).toBeGreaterThan(0)
    expect(Date.parse(thread.author!.joinedAt!)).toBeLessThan(ctx.now().getTime())
  })

  test('finds the thread of a comment and marks the comment', async () => {
    const comments = await newComments(redditApi(ctx)!, ['smallbusiness'], {})
    if (comments.state !== 'ok') throw new Error(comments.because)
    const found = comments.value.records[0]!
    const thread = await read(await store(found))
    expect(thread.comments.filter(({ isAsked }) => isAsked).map(({ id }) => id)).toEqual([found.id])
  })

  test('gives a chat model the comments above a comment first, then the others, and not the comment itself', async () => {
    const comments = await newComments(redditApi(ctx)!, ['smallbusiness'], {})
    if (comments.state !== 'ok') throw new Error(comments.because)
    const threads = await Promise.all(
      comments.value.records.slice(1, 31).map(async (record) => ({ record, id: await store(record) })),
    )
    const memberships = [{ projectId: project, role: 'owner' }] as const
    const actor = { kind: 'user', userId: ann.id, sessionId: ctx.id(), memberships } as const
    let nested = 0
    for (const { record, id } of threads) {
      const thread = await read(id)
      const own = thread.comments.find(({ isAsked }) => isAsked)!
      const parent = thread.comments.find((each) => each.id === own.parentId)
      const texts = await readThreadTexts({ ...ctx, actor }, { id: project, postId: id })
      expect(texts).toHaveLength(thread.comments.filter(({ body }) => body.trim() !== '').length - 1)
      expect(texts).not.toContain(record.body)
      if (!parent) continue
      nested++
      const grand = thread.comments.find((each) => each.id === parent.parentId)
      expect(texts.indexOf(parent.body)).toBe(grand ? texts.indexOf(grand.body) + 1 : 0)
    }
    expect(nested).toBeGreaterThan(0)
    const unconnected = await readThreadTexts({ ...ctx, actor, reddit: null }, { id: project, postId: threads[0]!.id })
    expect(unconnected).toEqual([])
  })

  test('stores nothing that it read', async () => {
    const stored = async () => (await ask(world.url, 'select count(*) from post'))[0]!.count
    const id = await store((await busiest())[1]!)
    const before = await stored()
    await read(id)
    expect(await stored()).toBe(before)
  })
})

describe('a thread that cannot be read', () => {
  test('says that it was deleted', async () => {
    const none = { id: 'zzzzz9', kind: 'post', author: null, permalink: '/r/smallbusiness/comments/zzzzz9/' } as const
    expect(await read(await store(none))).toMatchObject({
      comments: [],
      author: null,
      trouble: "This doesn't exist on Reddit, or no longer does",
    })
  })

  test('says that Reddit is out of reach', async () => {
    const unreachable = await appOf({
      ...ctx,
      reddit: service(() => Promise.reject(new ExchangeError('unreachable'))),
    })
    const { trouble } = await read(await store((await busiest())[2]!), { at: unreachable })
    expect(trouble).toMatch(/reach/)
    await unreachable.close()
  })

  test("says that this server isn't connected to Reddit", async () => {
    const alone = await appOf({ ...ctx, reddit: null })
    const { trouble } = await read(await store((await busiest())[3]!), { at: alone })
    expect(trouble).toBe("This server isn't connected to Reddit's API")
    await alone.close()
  })

  test("says that the post isn't from Reddit", async () => {
    const id = await store((await busiest())[4]!, { outsideId: -5n, outsideName: 'mail-5' })
    expect((await read(id)).trouble).toBe("This post didn't come from Reddit")
  })
})

describe('who may read a thread', () => {
  test("not those of another project, its imports, or another realm's posts", async () => {
    const bob = await signUp(app, 'bob@example.com')
    const bobs = await setUpProject(app, bob)
    await ask(world.url, `update project set realm = 'sandbox'`)
    const [first, second, third] = (await busiest()).slice(5)
    const own = await store(first!, { projectId: project })
    const shared = await store(second!)
    const real = await store(third!, { source: 1, realm: 'real' })
    await read(own)
    await read(shared, { by: bob, of: bobs })
    expect((await send(shared, { by: bob })).statusCode).toBe(404)
    expect((await send(own, { by: bob, of: bobs })).statusCode).toBe(404)
    expect((await send(real)).statusCode).toBe(404)
  })

  test('only signed-in users, by a valid ID', async () => {
    const url = `/api/projects/${project}/thread-readings`
    const payload = { data: { post: await store((await busiest())[8]!) } }
    expect((await app.inject({ method: 'POST', url, payload })).statusCode).toBe(403)
    expect((await send('nonsense')).statusCode).toBe(400)
  })
})
