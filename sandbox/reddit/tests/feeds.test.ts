import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listing, namesOf, TestClient } from './client.ts'

let client: TestClient
beforeAll(async () => {
  client = await TestClient.open()
  await client.whole()
}, 60_000)
afterAll(() => client.close())
// An address may read one feed per minute.
beforeEach(() => {
  client.time += 60_000
})

const ids = (feed: string) => [...feed.matchAll(/<id>(t[13]_\w+)<\/id>/g)].map((match) => match[1])

test.each([
  ['/r/kettles/new.rss?limit=40', '/r/kettles/new?limit=40'],
  ['/r/kettles+hedgehogs/new/.rss', '/r/kettles+hedgehogs/new'],
  ['/r/kettles+hedgehogs/.rss', '/r/kettles+hedgehogs/hot'],
  ['/search.rss?q=subreddit%3Akettles+OR+subreddit%3Ahedgehogs&sort=new', '/r/kettles+hedgehogs/new'],
  ['/r/kettles/search.rss?q=question&restrict_sr=on&sort=new', '/r/kettles/search?q=question&restrict_sr=1&sort=new'],
  ['/r/kettles/comments/.rss', '/r/kettles/comments'],
  ['/user/ada_oaks/.rss', '/user/ada_oaks/submitted'],
])('%s is a feed with the items of %s', async (feed, list) => {
  const { status, headers, text } = await client.visit(feed)
  expect([status, headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=UTF-8'])
  expect(ids(text)).toEqual(namesOf((await client.get<Listing>(list)).body))
  expect(headers.get('etag')).toBe(null)
})

test('an entry has its text, author, time and subreddit, but no scores or comment counts', async () => {
  const { text } = await client.visit('/r/kettles/new.rss?limit=30')
  const entry = text
    .split('<entry>')
    .find((each) => each.includes('Which one would you take?') && each.includes('/u/ada'))!
  expect(entry).toMatch(
    /^<author><name>\/u\/ada_oaks<\/name><uri>http:\/\/127\.0\.0\.1:\d+\/user\/ada_oaks<\/uri><\/author>/,
  )
  expect(entry).toContain('<category term="kettles" label="r/kettles"/>')
  expect(entry).toMatch(/<updated>2026-05-1\dT\d\d:\d\d:\d\d\+00:00<\/updated><published>2026-05/)
  expect(entry).toContain('&lt;em&gt;')
  expect(entry).toContain('&amp;amp; &amp;lt;others&amp;gt;')
  expect(text).not.toMatch(/score|num_comments|<\/?slash/)
})

test('an address may read one feed per minute, whichever feed it is', async () => {
  expect((await client.visit('/r/kettles/new.rss')).status).toBe(200)
  client.time += 20_000
  const { status, headers } = await client.visit('/r/hedgehogs/new.rss')
  expect([status, headers.get('retry-after')]).toEqual([429, '40'])
  client.time += 40_000
  expect((await client.visit('/r/hedgehogs/new.rss')).status).toBe(200)
})

test.each([
  ['/r/backroom/new.rss', 403],
  ['/user/dan_drift/.rss', 404],
  ['/r/kettles/comments/zzz/.rss', 404],
])('%s has no feed (%s)', async (path, status) => {
  expect((await client.visit(path)).status).toBe(status)
})

test.each(['/r/kettles/new.json', '/r/kettles/about.json', '/user/ada_oaks.json'])(
  '%s is not available to signed-out clients',
  async (path) => {
    expect((await client.visit(path)).status).toBe(403)
  },
)

test('a browser shows a thread at its address and escapes scripts in its text', async () => {
  const body = '**bold** [a link](javascript:alert(2))\n\n<script>alert(1)</script>'
  const created = await client.tell('posts', {
    subreddit: 'kettles',
    author: 'ada_oaks',
    title: 'Which <b>lid</b>?',
    body,
  })
  const name = created.body.name as string
  await client.tell('comments', { parent: name, author: 'ben_birch', body: 'The tin one.' })
  const { body: info } = await client.get<Listing<{ permalink: string }>>(`/api/info?id=${name}`)
  const { permalink } = info.data.children[0]!.data
  const { status, text } = await client.visit(permalink)
  expect(status).toBe(200)
  for (const part of ['Which &lt;b&gt;lid', '<strong>bold</strong>', 'u/ben_birch', 'The tin one.', '1 comment']) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/<script>|javascript:|<b>lid/)
  expect((await client.visit('/r/kettles/comments/zzz/x/')).status).toBe(404)
  expect((await client.visit('/r/backroom/')).status).toBe(403)
})

test.each(['/', '/r/kettles/', '/r/all/', '/user/ada_oaks', '/control'])('a browser shows %s', async (path) => {
  const { status, text } = await client.visit(path)
  expect(status).toBe(200)
  expect(text).toContain('Everyone here is fictional.')
})
