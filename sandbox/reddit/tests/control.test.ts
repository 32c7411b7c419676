import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Listing, namesOf, TestClient } from './client.ts'

let client: TestClient
beforeEach(async () => {
  client = await TestClient.open()
}, 60_000)
afterEach(() => client.close())

const hour = 3_600_000
const newest = async () => namesOf((await client.get<Listing>('/r/all/new?limit=100')).body)

describe('time', () => {
  const state = async () => (await (await fetch(`${client.known.url}/control/state`)).json()) as { now: number }

  test('is that of outside, and brings what happens', async () => {
    const before = await newest()
    client.time += 3 * hour
    const after = await newest()
    expect(after.length).toBe(100)
    const fresh = after.filter((name) => !before.includes(name))
    expect(fresh.length).toBeGreaterThan(2)
    expect(after.slice(fresh.length)).toEqual(before.slice(0, 100 - fresh.length))
  })

  test('runs faster, stands still and jumps as it is told', async () => {
    const { now: start } = await state()
    await client.tell('clock', { speed: 1000 })
    client.time += 60_000
    expect((await state()).now).toBe(start + 60_000_000)
    await client.tell('clock', { speed: 0 })
    client.time += hour
    expect((await state()).now).toBe(start + 60_000_000)
    await client.tell('clock', { ahead: 3 * hour, speed: 1 })
    expect((await state()).now).toBe(start + 60_000_000 + 3 * hour)
  })

  test('makes the same of a day, told at once or as it comes', async () => {
    const early = await newest()
    await client.tell('clock', { ahead: 36 * hour })
    const names = new Set<string>()
    for (let after: string | null = ''; after !== null; ) {
      const { data }: Listing = (await client.get<Listing>(`/r/all/new?limit=100&after=${after}`)).body
      for (const { data: thing } of data.children) names.add(thing.name)
      after = data.after
    }
    // But for what was deleted since.
    expect(early.filter((name) => names.has(name)).length).toBeGreaterThan(90)
  })

  test('that is long over is forgotten until somebody asks, but for where clients took part', async () => {
    const [name, other] = await newest()
    await client.post('/api/comment', { thing_id: name!, text: 'Still here.' })
    for (let week = 0; week < 4; week++) {
      await client.tell('clock', { ahead: 7 * 24 * hour })
      await client.tell('whole', {})
    }
    const { posts } = (await (await fetch(`${client.known.url}/control/state`)).json()) as { posts: number }
    expect(posts).toBeLessThan(18 * 120)
    const { text } = await client.get(`/comments/${name!.slice(3)}`)
    expect(text).toContain('Still here.')
    expect(namesOf((await client.get<Listing>(`/api/info?id=${other}`)).body)).toEqual([other])
  })

  test.each([{ speed: -1 }, { speed: 1001 }, { speed: 'fast' }, { ahead: -5 }])('does not take %j', async (words) => {
    expect((await client.tell('clock', words)).status).toBe(400)
  })
})

describe('a Reddit that is told to', () => {
  const times = 1
  test.each<[string, number, RegExp, Record<string, string>]>([
    ['fail', 500, /^$/, {}],
    ['down', 503, /<html>.*busy/, {}],
    ['busy', 429, /whoa there/, { 'retry-after': '120' }],
    ['wordless', 429, /Too Many Requests/, {}],
    ['patience', 200, /RATELIMIT.*9 minutes.*"ratelimit"/, {}],
    ['refuse', 400, /Bad Request/, {}],
    ['unknown', 401, /Unauthorized/, { 'www-authenticate': 'Bearer realm="reddit", error="invalid_token"' }],
    ['forbidden', 403, /Forbidden/, {}],
    ['elsewhere', 302, /^$/, { location: 'https://elsewhere.example/' }],
    ['nonsense', 200, /<html>/, {}],
    ['broken', 200, /^\{"kind":"Listing".*[^}]$/s, {}],
  ])('%s answers %i, once, and does nothing', async (behaviour, status, words, headers) => {
    await client.tell('behaviour', { behaviour, times })
    const answer = await fetch(`${client.known.url}/r/all/new`, {
      headers: { authorization: `bearer ${client.token}`, 'user-agent': 'linux:test:v1.0' },
      redirect: 'manual',
    })
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(words)
    for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value)
    expect((await client.get('/r/all/new')).status).toBe(200)
  })

  test('tells things twice or the other way round', async () => {
    const names = (await newest()).slice(0, 5)
    await client.tell('behaviour', { behaviour: 'duplicates', times })
    const twice = namesOf((await client.get<Listing>('/r/all/new?limit=5')).body)
    expect(twice).toEqual(names.flatMap((name) => [name, name]))
    await client.tell('behaviour', { behaviour: 'disorder', times })
    expect(namesOf((await client.get<Listing>('/r/all/new?limit=5')).body)).toEqual(names.toReversed())
  })

  test.each(['stall', 'slow', 'endless'])('%s is not done within the patience of who asks', async (behaviour) => {
    await client.tell('behaviour', { behaviour, times })
    const answer = fetch(`${client.known.url}/r/all/new`, {
      headers: { authorization: `bearer ${client.token}`, 'user-agent': 'linux:test:v1.0' },
      signal: AbortSignal.timeout(300),
    }).then((response) => response.text())
    await expect(answer).rejects.toThrow('timeout')
  })

  test('lose an answer has done what it was asked', async () => {
    const [name] = await newest()
    await client.tell('behaviour', { behaviour: 'broken', times, path: '/api/comment' })
    const lost = client.post('/api/comment', { thing_id: name!, text: 'Did you get this?' })
    await expect(lost).rejects.toThrow()
    const [comment] = (await client.get<Listing<{ body: string }>>('/r/all/comments?limit=1')).body.data.children
    expect(comment!.data.body).toBe('Did you get this?')
  })

  test('do something else is told what there is', async () => {
    const { status, body } = await client.tell('behaviour', { behaviour: 'sulk' })
    expect([status, body]).toEqual([400, expect.objectContaining({ reason: expect.stringContaining('"nonsense"') })])
  })
})

test('a page of another site cannot tell the sandbox anything', async () => {
  const answer = await fetch(`${client.known.url}/control/purge`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(403)
})

test('whoever presses a button on the page sees it again', async () => {
  const answer = await fetch(`${client.known.url}/control/clock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'speed=60',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${client.known.url}/control`])
  expect((await client.visit('/control')).text).toContain('Time runs 60 times as fast')
})

test('a purge forgets what clients did, and nothing of the community', async () => {
  const before = await newest()
  await client.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Mine' })
  await client.tell('clock', { ahead: 5 * hour })
  await client.tell('purge', {})
  expect((await client.get('/r/all/new')).status).toBe(401)
  client.token = await client.signIn()
  expect(await newest()).toEqual(before)
})
