import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openExchange } from '#features/reddit/server/api/exchange.ts'
import { type HackerNewsItem, HackerNewsSite, hackerNewsPath } from '#sandbox/hackernews/hacker-news.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob } from '#tests/support/leads.ts'
import { call, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { readHackerNews } from './read-hacker-news.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let site: HackerNewsSite
let server: Server

beforeEach(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  site = new HackerNewsSite()
  server = createServer((request, response) => void site.handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${hackerNewsPath}`
  world.ctx.hackerNews = {
    ...{ url: `${url}/v0`, searchUrl: `${url}/api/v1`, userAgent: 'earshot/1.0' },
    exchange: openExchange(),
    realm: 'real',
  }
  project = await setUpProject(app, ann, {
    name: 'Paylane',
    summary: 'Invoice software for small companies',
    keywords: ['invoice software'],
  })
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

const seconds = () => Math.floor(world.clock.now.getTime() / 1000)

function comment(parent: number, text: string, by = 'mara'): HackerNewsItem {
  return site.add({ type: 'comment', by, parent, text, time: seconds() })
}

function story(): HackerNewsItem {
  return site.add({ type: 'story', by: 'ann', title: 'Ask HN: Tools for freelancers?', time: seconds(), score: 3 })
}

const asks = 'Which invoice software do you recommend? Looking for invoice software for my company of five.'
const wanted = `${asks}<p>Happy to pay for it. We tried <a href="https:&#x2F;&#x2F;a.example&#x2F;b">https:&#x2F;&#x2F;a.ex...</a>`

async function read(): Promise<void> {
  await readHackerNews(asJob(world.ctx))
  await world.drain()
}

async function leads(of = project) {
  const query = `filters[project][id]=${of}&populate=post&pagination[pageSize]=100`
  return (await call(app, ann, 'GET', `opportunities?${query}`)).json().data
}

const health = async () =>
  (await ask(world.url, `select position::int, error, leased_until from source_health where source = 'hackernews'`))[0]

test('finds leads among stories and comments, each item once, and forgets what is deleted there', async () => {
  const { id } = story()
  const found = comment(comment(id, 'I use a sheet').id, wanted)
  site.add({ type: 'job', title: 'We hire for invoice software', time: seconds() })
  await read()
  const [lead, ...others] = await leads()
  expect(others).toEqual([])
  expect(lead.post).toMatchObject({
    ...{ subreddit: '@Hacker_News', author: 'mara@Hacker_News', kind: 'comment', outsideId: `hn-${found.id}` },
    title: 'Ask HN: Tools for freelancers?',
    body: `${asks}\n\nHappy to pay for it. We tried https://a.example/b`,
    permalink: `https://news.ycombinator.com/item?id=${found.id}`,
  })
  expect(await health()).toEqual({ position: 4, error: null, leased_until: null })

  site.asked.length = 0
  await read()
  expect(site.asked).toEqual(['/v0/maxitem.json', '/v0/updates.json'])

  // Its authors are nobody on Reddit: neither messages nor people.
  const outreach = (await call(app, ann, 'GET', `opportunities/${lead.id}/outreach`)).json()
  expect(outreach.data.obstacle).toBe('elsewhere')
  const people = await call(app, ann, 'POST', `projects/${project}/people-of-leads`, { leads: [lead.id] })
  expect(people.json().data.skipped).toEqual([{ lead: lead.id, reason: 'noAuthor' }])

  site.remove(found.id, 'deleted')
  await read()
  expect(await ask(world.url, 'select title, body, author, permalink from post')).toEqual([
    { title: '', body: '', author: null, permalink: lead.post.permalink },
  ])
})

test('checks every stored item within a day, and fills a gap after an outage', async () => {
  const { id } = story()
  const found = comment(id, wanted)
  await read()
  site.status = 503
  await read()
  expect((await health())?.error).toBe('Hacker News answered with status 503')
  site.status = 200
  world.clock.advance(23 * 3_600_000)
  // Far more than are read one by one.
  for (let at = 0; at < 1_600; at++) site.items.set(100 + at, { id: 100 + at, type: 'job', time: seconds() })
  const later = site.add({
    type: 'comment',
    by: 'iris',
    parent: id,
    text: wanted.replace('five', 'six'),
    time: seconds() - 60,
  })
  site.items.set(found.id, { ...found, dead: true })
  await read()
  const shown: { post: { outsideId: string; body: string } }[] = await leads()
  expect(shown.filter(({ post }) => post.body !== '').map(({ post }) => post.outsideId)).toEqual([`hn-${later.id}`])
  expect(await health()).toEqual({ position: later.id, error: null, leased_until: null })
  expect(site.asked.filter((path) => path.startsWith('/v0/item')).length).toBeLessThan(20)
})

test('a worker that dies loses no item', async () => {
  comment(story().id, wanted)
  const leaseEnds = () => world.clock.advance(4 * 60_000)
  expect(await killAtEachMoment(asJob(world.ctx), readHackerNews, leaseEnds)).toBeGreaterThan(3)
  await world.drain()
  expect(await leads()).toHaveLength(1)
  expect(await health()).toEqual({ position: 2, error: null, leased_until: null })
})

test('an item posted in the sandbox becomes a sample lead with its source, until it is deleted there', async () => {
  const { ctx } = world
  ctx.hackerNews = { ...ctx.hackerNews!, realm: 'sandbox' }
  ctx.reddit = { realm: 'sandbox' } as NonNullable<typeof ctx.reddit>
  const trial = await setUpProject(app, ann, {
    ...{ name: 'Trial', summary: 'Invoice software for small companies' },
    keywords: ['invoice software'],
  })
  const tell = async (what: string, words: object) => {
    const address = `${ctx.hackerNews!.url.replace(/v0$/, 'control')}/${what}`
    const headers = { 'content-type': 'application/json' }
    return (await fetch(address, { method: 'POST', headers, body: JSON.stringify(words) })).json() as Promise<{
      id: number
    }>
  }
  const title = 'Ask HN: Which invoice software do you recommend?'
  const { id } = await tell('items', { type: 'story', by: 'mara', title, text: wanted })
  await read()
  const [lead, ...others] = await leads(trial)
  expect(others).toEqual([])
  expect(lead.post).toMatchObject({ subreddit: '@Hacker_News', title, outsideId: `hn-${id}` })
  // Real projects see nothing of the sandbox, and its items don't end a sample.
  expect(await leads()).toEqual([])
  expect((await call(app, ann, 'GET', `projects/${trial}`)).json().data.realm).toBe('sandbox')

  await tell(`items/${id}`, { how: 'deleted' })
  await read()
  expect(await ask(world.url, 'select title, body, author from post')).toEqual([{ title: '', body: '', author: null }])
  expect(await ask(world.url, 'select source, position::int, error from source_health')).toEqual([
    { source: 'sandbox', position: 1, error: null },
  ])
})
