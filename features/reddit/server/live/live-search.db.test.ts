import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Exchange, RedditService } from '#platform/server/services.ts'
import { addressesOf, sandboxServer } from '#sandbox/server.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, appOf, auditOf, call, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import type { LiveSearch } from '../../contract.ts'
import { ExchangeError, openExchange } from '../api/exchange.ts'

/** The sandbox's whole community, over a real connection. */
let server: Server
let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
/** The addresses of the sandbox's Reddit that were asked. */
const asked: URL[] = []

beforeAll(async () => {
  server = sandboxServer({ days: 2 }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  world = await testWorld()
  const exchange = openExchange()
  ctx = {
    ...world.ctx,
    reddit: service((question) => {
      asked.push(question.url)
      return exchange(question)
    }),
  }
  app = await appOf(ctx)
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
  cleo = await signUp(app, 'cleo@example.com')
  project = await setUpProject(app, ann)
  await addMember(world.ctx, project, cleo, 'client')
  await ask(world.url, `update project set realm = 'sandbox'`)
})
beforeEach(async () => {
  await ask(world.url, 'delete from throttle')
  asked.length = 0
})
afterAll(async () => {
  await app.close()
  await world.close()
  server.closeAllConnections()
  server.close()
})

function service(exchange: Exchange): RedditService {
  const { url, clientId, clientSecret } = addressesOf(server).reddit
  const reddit = { clientId, clientSecret, authUrl: url, apiUrl: url, userAgent: 'web:earshot-test:1.0' }
  return { app: reddit, exchange, realm: 'sandbox' }
}

const send = (search: object, { by = ann, at = app, of = project } = {}) =>
  call(at, by, 'POST', `projects/${of}/live-searches`, search)

async function search(of: object, from: Parameters<typeof send>[1] = {}): Promise<LiveSearch> {
  const answer = await send(of, from)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return answer.json().data
}

const searches = () => asked.filter(({ pathname }) => pathname.endsWith('/search'))
const storedPosts = async () => Number((await ask(world.url, 'select count(*) from post'))[0]!.count)

describe('a live search', () => {
  test('returns posts of Reddit that match, with their words, newest first, and stores none of them', async () => {
    const before = await storedPosts()
    const { matches, posts, trouble, ...rest } = await search({ query: 'till OR invoice' })
    expect(trouble).toBe(null)
    expect(rest.asked).toEqual({ query: 'till OR invoice', subreddit: null })
    expect(matches.length).toBeGreaterThan(0)
    expect(posts).toBeGreaterThanOrEqual(matches.length)
    for (const { post, spans, storedId, lead } of matches) {
      expect(`${post.title} ${post.body}`).toMatch(/\b(?:till|invoice)\b/i)
      expect([post.kind, spans.length > 0, storedId, lead]).toEqual(['post', true, null, null])
    }
    const times = matches.map(({ post }) => Date.parse(post.postedAt!))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(await storedPosts()).toBe(before)
  })

  test('is checked by our own matcher, since Reddit reads words loosely', async () => {
    const { matches, posts } = await search({ query: '"invoices"' })
    expect(posts).toBeGreaterThan(matches.length)
    for (const { post } of matches) expect(`${post.title} ${post.body}`).toMatch(/\binvoices\b/i)
  })

  test.each<[object, string, Record<string, string | null>]>([
    [{ query: 'invoice', subreddit: 'smallbusiness' }, '/r/smallbusiness/search', { restrict_sr: 'true' }],
    [{ query: 'invoice after:2d', sort: 'votes' }, '/search', { q: 'invoice', sort: 'top', t: 'week' }],
    [{ query: 'invoice', age: 'day', sort: 'comments' }, '/search', { sort: 'comments', t: 'day' }],
    [{ query: 'invoice', sort: 'relevance', lens: 'recommendation' }, '/search', { sort: 'relevance', t: 'all' }],
  ])('for %j asks %s', async (of, path, parameters) => {
    const { trouble } = await search(of)
    expect(trouble).toBe(null)
    const [url] = searches()
    expect(url?.pathname).toBe(path)
    expect(Object.fromEntries(url!.searchParams)).toMatchObject({ type: 'link', limit: '100', ...parameters })
  })

  test('reads three pages at most', async () => {
    const { capped, posts } = await search({ query: 'the score>1000000' })
    expect([searches().length, capped]).toEqual([3, true])
    expect(posts).toBe(300)
  })

  test.each([
    [{ query: 'crm type:comment' }, /finds posts, but no comments/],
    [{ query: 'crm', kind: 'comment' }, /finds posts, but no comments/],
    [{ query: 'invoic*' }, /needs a whole word/],
    [{ query: '', lens: 'pain' }, /needs a whole word/],
  ])('for %j does not ask Reddit, and says why', async (of, text) => {
    const { asked: sent, trouble } = await search(of)
    expect([sent, trouble?.text]).toEqual([null, expect.stringMatching(text)])
    expect(asked).toEqual([])
  })

  test.each([{ query: 'crm OR' }, { query: '' }, { query: 'crm', sort: 'best' }, { query: 'crm', more: 1 }])(
    'refuses %j',
    async (of) => {
      expect((await send(of)).statusCode).toBe(400)
    },
  )

  test('is for the team of the project, signed in', async () => {
    expect((await send({ query: 'crm' }, { by: bob })).statusCode).toBe(404)
    expect((await send({ query: 'crm' }, { by: cleo })).statusCode).toBe(403)
    const url = `/api/projects/${project}/live-searches`
    const signedOut = await app.inject({ method: 'POST', url, payload: { data: { query: 'crm' } } })
    expect(signedOut.statusCode).toBe(403)
    expect(asked).toEqual([])
  })
})

describe('when Reddit cannot be asked', () => {
  async function troubleWith(exchange: Exchange | null): Promise<LiveSearch['trouble']> {
    const reddit = exchange && service(exchange)
    const other = await appOf({ ...ctx, reddit })
    const { trouble } = await search({ query: 'invoice' }, { at: other })
    await other.close()
    return trouble
  }

  test('the answer says that it is out of reach, and when to try again', async () => {
    const trouble = await troubleWith(() => Promise.reject(new ExchangeError('unreachable')))
    expect(trouble).toMatchObject({ text: "Reddit couldn't be reached" })
    expect(Date.parse(trouble!.retryAt!)).toBeGreaterThan(ctx.now().getTime())
  })

  test('the answer says that its limit was reached, and when to try again', async () => {
    const real = openExchange()
    const trouble = await troubleWith(async (question) => {
      if (!question.url.pathname.endsWith('/search')) return real(question)
      const headers: Record<string, string> = { 'x-ratelimit-reset': '90', 'retry-after': '90' }
      return {
        status: 429,
        text: '{"message": "Too Many Requests", "error": 429}',
        header: (name) => headers[name] ?? null,
      }
    })
    expect(trouble?.text).toBe("Reddit's rate limit was reached")
    const seconds = (Date.parse(trouble!.retryAt!) - ctx.now().getTime()) / 1000
    expect(seconds).toBeGreaterThanOrEqual(90)
    // The pause applies to all calls.
    expect((await search({ query: 'invoice' })).trouble).toMatchObject({
      text: 'Earshot has used up its calls to Reddit for now',
      retryAt: trouble!.retryAt,
    })
    await ask(world.url, 'delete from reddit_limit')
  })

  test("the answer says that it isn't connected", async () => {
    expect(await troubleWith(null)).toEqual({
      text: "Live search needs Reddit's API, which isn't connected to this project",
      retryAt: null,
    })
  })

  test('a user who searches too often has to wait', async () => {
    expect((await send({ query: 'invoice' })).statusCode).toBe(200)
    await ask(world.url, 'update throttle set spent = 119')
    expect((await send({ query: 'invoice' })).statusCode).toBe(200)
    const refused = await send({ query: 'invoice' })
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error.message).toMatch(/^Too many live searches\. Try again in \d+ minutes\.$/)
  })
})

describe('a post of a live search', () => {
  const add = (outsideId: string, { by = ann, at = app } = {}) =>
    call(at, by, 'PUT', `projects/${project}/live-lead`, { outsideId })

  test('is stored and added to the saved leads once, and then shown as a lead', async () => {
    const before = await storedPosts()
    const [match] = (await search({ query: 'invoice' })).matches
    const { post } = match!
    const [first, second] = [await add(post.outsideId), await add(post.outsideId)]
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    const lead = first.json().data
    expect(lead).toMatchObject({ state: 'new', saved: true, save: { by: 'ann@example.com' } })
    expect(second.json().data.id).toBe(lead.id)
    expect(await storedPosts()).toBe(before + 1)
    const [stored] = await ask(
      world.url,
      `select * from post where project_id is null and outside_id = '${BigInt(Number.parseInt(post.outsideId, 36))}'`,
    )
    expect(stored).toMatchObject({ realm: 'sandbox', title: post.title, body: post.body, author: post.author })
    // It is checked for deletions like any other.
    const checks = await ask(world.url, `select seen_by, due_at from post_check where post_id = '${stored!.id}'`)
    expect(checks).toEqual([{ seen_by: 'api', due_at: expect.anything() }])
    const again = (await search({ query: 'invoice' })).matches.find((each) => each.post.outsideId === post.outsideId)
    expect(again).toMatchObject({ storedId: stored!.id, lead: { id: lead.id, state: 'new' } })
    expect((await auditOf(world.ctx, project)).filter((entry) => entry.endsWith('opportunity.save'))).toHaveLength(1)
  })

  test('is not found if Reddit does not show it', async () => {
    expect((await add('zzzzz9')).json().error).toMatchObject({
      status: 404,
      message: 'This post is no longer on Reddit',
    })
  })

  test('cannot be added while Reddit is out of reach, or not connected', async () => {
    for (const reddit of [service(() => Promise.reject(new ExchangeError('unreachable'))), null]) {
      const other = await appOf({ ...ctx, reddit })
      expect((await add('1abc', { at: other })).json().error).toMatchObject({
        status: 400,
        message: reddit ? "Reddit couldn't be reached" : expect.stringMatching(/isn't connected/),
      })
      await other.close()
    }
  })

  test('is added only by the team, by a valid ID', async () => {
    expect((await add('1abc', { by: bob })).statusCode).toBe(404)
    expect((await add('1abc', { by: cleo })).statusCode).toBe(403)
    expect((await add('t3_1abc')).statusCode).toBe(400)
    const signedOut = await app.inject({
      method: 'PUT',
      url: `/api/projects/${project}/live-lead`,
      payload: { data: { outsideId: '1abc' } },
    })
    expect(signedOut.statusCode).toBe(403)
  })
})
