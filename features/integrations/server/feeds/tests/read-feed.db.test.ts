import type { FastifyInstance } from 'fastify'
import { parseJsonFeed, parseRssFeed } from 'feedsmith'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  addMember,
  appOf,
  call,
  create,
  type Person,
  password,
  seedMention,
  seedOpportunity,
  seedSubscription,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
/** The same server, but projects are paid for. */
let paid: FastifyInstance
let ann: Person
let project: string
let owners = 0

beforeAll(async () => {
  ;({ world, app } = await testApp())
  paid = await appOf({ ...world.ctx, billing: 'paddle' })
})

afterAll(async () => {
  await paid.close()
  await world.close()
})

beforeEach(async () => {
  ann = await signUp(app, `ann${++owners}@example.com`)
  project = await setUpProject(app, ann, { name: 'Pipewell & Co', keywords: [] })
})

interface Made {
  id: string
  /** The path of its address. */
  path: string
}

async function feed(data: object = {}, by = ann): Promise<Made> {
  const { id, address } = (await call(app, by, 'POST', 'view-feeds', { project, ...data })).json().data
  return { id, path: new URL(address).pathname }
}

const read = (path: string, headers: Record<string, string> = {}, from = app) => from.inject({ url: path, headers })

/** Returns the titles of a feed's items. */
async function titles(path: string): Promise<(string | undefined)[]> {
  const answer = await read(`${path}.json`)
  expect(answer.statusCode).toBe(200)
  return parseJsonFeed(answer.json()).items?.map(({ title }) => title) ?? []
}

/** Texts that break markup, JSON, and XML unless they are escaped. */
const hostile = {
  title: `]]></title><script>alert(1)</script> & "quotes" 'too' &amp; 😀`,
  body: `We are looking for a pipe welder. <img src=x onerror=alert(1)> </description></item> \u0001\u000b\uffff <![CDATA[ &#0;`,
}

describe('a feed of leads', () => {
  test('is valid RSS 2.0 with sentence, quote, chance, and links', async () => {
    const sentence = { text: 'Asks for a <b>pipe</b> welder.', span: null }
    const id = await seedOpportunity(world.ctx, project, { ...hostile, sentence, score: 87.4 })
    const { path } = await feed()
    const answer = await read(`${path}.rss`)
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const rss = parseRssFeed(answer.body)
    expect(rss).toMatchObject({
      title: 'New leads · Pipewell & Co',
      link: 'http://localhost:3000/app/opportunities',
      atom: { links: [{ href: `http://localhost:3000${path}.rss`, rel: 'self', type: 'application/rss+xml' }] },
    })
    expect(rss.items).toHaveLength(1)
    const [item] = rss.items ?? []
    expect(item).toMatchObject({
      title: hostile.title,
      link: `http://localhost:3000/app/opportunities?lead=${id}`,
      guid: { value: id, isPermaLink: false },
      pubDate: 'Fri, 20 Nov 2026 12:00:00 GMT',
      categories: [{ name: 'r/Welding' }],
      dc: { creators: ['u/ann'] },
    })
    expect(item?.description).toContain('Asks for a &#60;b&#62;pipe&#60;/b&#62; welder.')
    expect(item?.description).toContain('87 % chance')
    expect(item?.description).toMatch(/href="https:\/\/www\.reddit\.com\/r\/Welding\/comments\/\w+\/"/)
    expect(item?.description).not.toMatch(/<(script|img)/)
    // Characters that no XML document may contain.
    for (const character of ['\u0001', '\u000b', '\uffff']) expect(answer.body).not.toContain(character)
  })

  test('is valid JSON Feed 1.1 with the same', async () => {
    const sentence = { text: 'Asks for a pipe welder.', span: null }
    const id = await seedOpportunity(world.ctx, project, { ...hostile, sentence })
    const { path } = await feed()
    const answer = await read(`${path}.json`)
    expect(answer.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    expect(answer.json()).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ _earshot: { chance: 60, quote: expect.stringContaining('looking for a pipe welder') } }],
    })
    const { items, ...head } = parseJsonFeed(answer.json())
    expect(head).toMatchObject({
      title: 'New leads · Pipewell & Co',
      home_page_url: 'http://localhost:3000/app/opportunities',
      feed_url: `http://localhost:3000${path}.json`,
    })
    expect(items).toMatchObject([
      {
        id,
        url: `http://localhost:3000/app/opportunities?lead=${id}`,
        external_url: expect.stringMatching(/^https:\/\/www\.reddit\.com\/r\/Welding\/comments\//),
        title: hostile.title,
        summary: 'Asks for a pipe welder.',
        date_published: '2026-11-20T12:00:00.000Z',
        authors: [{ name: 'u/ann' }],
        tags: ['r/Welding'],
      },
    ])
    expect(items?.[0]?.content_html).not.toMatch(/<(script|img)/)
  })

  test.each([
    ['application/feed+json', 'application/feed+json'],
    ['application/json', 'application/feed+json'],
    ['application/rss+xml, application/json;q=0.5', 'application/rss+xml'],
    ['text/html,*/*', 'application/rss+xml'],
    ['', 'application/rss+xml'],
  ])('has the format that Accept asks for: %j gives %s', async (accept, type) => {
    const { path } = await feed()
    expect((await read(path, { accept })).headers['content-type']).toBe(`${type}; charset=utf-8`)
  })

  test('shows a saved view, released last first, and no more than 50', async () => {
    const hot = await create(app, ann, 'saved-views', { project, name: 'Hot', params: 'sort=chance&label=3' })
    await seedOpportunity(world.ctx, project, { title: 'Warm', label: 2 })
    for (let n = 1; n <= 52; n++) {
      world.clock.advance(1000)
      await seedOpportunity(world.ctx, project, { title: `Hot ${n}`, label: 3, score: n })
    }
    const { path } = await feed({ view: hot.id })
    const shown = await titles(path)
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([50, 'Hot 52', 'Hot 3'])
    const { title, home_page_url } = parseJsonFeed((await read(`${path}.json`)).json())
    expect([title, home_page_url]).toEqual([
      'Hot · Pipewell & Co',
      'http://localhost:3000/app/opportunities?sort=chance&label=3',
    ])
  })

  test('omits leads that are held, decided, of another project, or gone from Reddit', async () => {
    const { path } = await feed()
    const id = await seedOpportunity(world.ctx, project, { title: 'Rejected' })
    await call(app, ann, 'PUT', `opportunities/${id}/rejection`, { reason: 'notBuying' })
    await seedOpportunity(world.ctx, await setUpProject(app, ann), { title: 'Of another project' })
    const gone = await seedOpportunity(world.ctx, project, { title: 'Gone' })
    await seedOpportunity(world.ctx, project, { title: 'Held' })
    await ask(
      world.url,
      `update opportunity set released_at = null where id in
      (select o.id from opportunity o join post p on p.id = o.post_id where p.title = 'Held')`,
    )
    await seedOpportunity(world.ctx, project, { title: 'Shown' })
    expect(await titles(path)).toEqual(['Shown', 'Gone'])
    await ask(
      world.url,
      `insert into post_check (post_id, realm, seen_by, standing)
       select post_id, 'real', 'api', 'deleted' from opportunity where id = $1
       on conflict (post_id) do update set standing = 'deleted'`,
      [gone],
    )
    expect(await titles(path)).toEqual(['Shown'])
  })
})

test('a feed of mentions has their sentences, without muted and forgotten ones', async () => {
  const kept = await seedMention(world.ctx, project, { sentence: 'Pipewell did <it> in a day.' })
  const muted = await seedMention(world.ctx, project, { author: 'mallory' })
  await create(app, ann, 'mention-mutes', { project, mention: muted, kind: 'author' })
  await seedMention(world.ctx, project, { sentence: '', forgottenAt: world.ctx.now() })
  const { path } = await feed({ content: 'mentions' })
  const { items } = parseRssFeed((await read(path)).body)
  expect(items).toMatchObject([
    {
      title: 'Pipewell: Which welder for pipes?',
      link: `http://localhost:3000/app/mentions?mention=${kept}`,
      description: expect.stringContaining('Pipewell did &#60;it&#62; in a day.'),
    },
  ])
})

describe('a feed is not found', () => {
  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['once it is revoked', ({ id }) => call(app, ann, 'DELETE', `view-feeds/${id}`)],
    [
      'once its creator leaves the project',
      () => ask(world.url, 'delete from member where project_id = $1 and user_id = $2', [project, ann.id]),
    ],
    [
      'once its creator is blocked',
      () => ask(world.url, 'update "user" set blocked_at = now() where id = $1', [ann.id]),
    ],
    [
      'once its creator changes their password',
      () =>
        app.inject({
          method: 'POST',
          url: '/api/auth/change-password',
          headers: ann.headers,
          payload: { currentPassword: password, password: 'another battery', passwordConfirmation: 'another battery' },
        }),
    ],
    ['once the project is deleted', () => call(app, ann, 'DELETE', `projects/${project}`)],
  ])('%s', async (_when, end) => {
    const made = await feed()
    expect((await read(made.path)).statusCode).toBe(200)
    await end(made)
    const answer = await read(made.path)
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([404, 'noindex'])
  })

  test('once its view is deleted', async () => {
    const view = (await create(app, ann, 'saved-views', { project, name: 'Hot', params: '' })).id
    const { path } = await feed({ view })
    await call(app, ann, 'DELETE', `saved-views/${view}`)
    expect((await read(path)).statusCode).toBe(404)
  })

  test.each(['/feeds/x', `/feeds/${'a'.repeat(43)}`, `/feeds/${'a'.repeat(43)}.atom`])('at %s', async (path) => {
    expect((await read(path)).statusCode).toBe(404)
  })
})

test('a feed needs a plan like the list does, and shows again what its creator may see', async () => {
  const { path } = await feed()
  const answer = await read(path, {}, paid)
  expect(answer.json().error).toMatchObject({ status: 402, name: 'PaymentRequiredError' })
  await seedSubscription(world.ctx, project, { userId: ann.id })
  expect((await read(path, {}, paid)).statusCode).toBe(200)
})

test('a creator who became a client still reads what clients may read', async () => {
  const bea = await signUp(app, `bea${owners}@example.com`)
  await addMember(world.ctx, project, bea, 'admin')
  const { path } = await feed({}, bea)
  await ask(world.url, `update member set role = 'client' where user_id = $1`, [bea.id])
  expect((await read(path)).statusCode).toBe(200)
})

describe('a program that asks again', () => {
  test('gets nothing new until the items change, and then all of them', async () => {
    const first = await seedOpportunity(world.ctx, project, { title: 'First' })
    const { path } = await feed()
    const { headers } = await read(path)
    const known = { 'if-none-match': String(headers.etag) }
    const since = { 'if-modified-since': String(headers['last-modified']) }
    const again = await read(path, known)
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await read(path, since)).statusCode).toBe(304)
    // An ETag decides alone.
    expect((await read(path, { ...since, 'if-none-match': '"other"' })).statusCode).toBe(200)
    expect((await read(path, { 'if-modified-since': 'nonsense' })).statusCode).toBe(200)
    await call(app, ann, 'PUT', `opportunities/${first}/rejection`, { reason: 'notBuying' })
    // In the same second as before.
    expect((await read(path, since)).statusCode).toBe(200)
    expect((await read(path, known)).statusCode).toBe(200)
  })

  test('is recorded, at most once a minute', async () => {
    const { id, path } = await feed()
    const readAt = async () => (await call(app, ann, 'GET', `view-feeds/${id}`)).json().data.lastReadAt
    const begin = world.clock.now.toISOString()
    await read(path)
    world.clock.advance(59_000)
    await read(path)
    expect(await readAt()).toBe(begin)
    world.clock.advance(1000)
    await read(path)
    expect(await readAt()).toBe(world.clock.now.toISOString())
  })

  test('too often has to wait', async () => {
    const { path } = await feed()
    await read(path)
    await ask(world.url, 'update throttle set spent = 240')
    const answer = await read(path)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600'])
    expect(answer.json().error.message).toBe('This feed was read too often. Try again in 60 minutes.')
  })
})

test('an address leaks to no log, script, referrer, cache, or search engine', async () => {
  const { path } = await feed()
  for (const address of [path, `${path}.rss`, `${path}.json`]) {
    expect((await read(address)).headers).toMatchObject({
      'cache-control': 'private, no-cache',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("script-src 'none'"),
      'x-content-type-options': 'nosniff',
    })
  }
  await ask(world.url, 'alter table view_feed rename to gone')
  expect((await read(path)).statusCode).toBe(500)
  await ask(world.url, 'alter table gone rename to view_feed')
  expect(world.logged.join()).toContain('"path":"/feeds/…"')
  expect(world.logged.join()).not.toContain(path.split('/')[2])
})
