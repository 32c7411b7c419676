import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Listing, namesOf, TestClient } from './client.ts'

let client: TestClient
beforeEach(async () => {
  client = await TestClient.open()
}, 60_000)
afterEach(() => client.close())

const hour = 3_600_000
const newest = async () => namesOf((await client.get<Listing>('/r/all/new?limit=100')).body)

describe('sandbox time', () => {
  const state = async () => (await (await fetch(`${client.known.url}/control/state`)).json()) as { now: number }

  test('follows real time, and new posts appear', async () => {
    const before = await newest()
    client.time += 3 * hour
    const after = await newest()
    expect(after.length).toBe(100)
    const fresh = after.filter((name) => !before.includes(name))
    expect(fresh.length).toBeGreaterThan(2)
    expect(after.slice(fresh.length)).toEqual(before.slice(0, 100 - fresh.length))
  })

  test('speeds up, pauses and jumps on request', async () => {
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

  test('yields the same day, whether it is loaded at once or as time passes', async () => {
    const early = await newest()
    await client.tell('clock', { ahead: 36 * hour })
    const names = new Set<string>()
    for (let after: string | null = ''; after !== null; ) {
      const { data }: Listing = (await client.get<Listing>(`/r/all/new?limit=100&after=${after}`)).body
      for (const { data: thing } of data.children) names.add(thing.name)
      after = data.after
    }
    // Except for things that were deleted since.
    expect(early.filter((name) => names.has(name)).length).toBeGreaterThan(90)
  })

  test('unloads old days until a request needs them, but keeps those with client activity', async () => {
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

  test.each([{ speed: -1 }, { speed: 1001 }, { speed: 'fast' }, { ahead: -5 }])('rejects %j', async (words) => {
    expect((await client.tell('clock', words)).status).toBe(400)
  })
})

describe('a scripted behavior', () => {
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
  ])('%s answers %i once and does nothing', async (behaviour, status, words, headers) => {
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

  test('sends items twice or in reverse order', async () => {
    const names = (await newest()).slice(0, 5)
    await client.tell('behaviour', { behaviour: 'duplicates', times })
    const twice = namesOf((await client.get<Listing>('/r/all/new?limit=5')).body)
    expect(twice).toEqual(names.flatMap((name) => [name, name]))
    await client.tell('behaviour', { behaviour: 'disorder', times })
    expect(namesOf((await client.get<Listing>('/r/all/new?limit=5')).body)).toEqual(names.toReversed())
  })

  test.each(['stall', 'slow', 'endless'])("%s outlasts the client's timeout", async (behaviour) => {
    await client.tell('behaviour', { behaviour, times })
    const answer = fetch(`${client.known.url}/r/all/new`, {
      headers: { authorization: `bearer ${client.token}`, 'user-agent': 'linux:test:v1.0' },
      signal: AbortSignal.timeout(300),
    }).then((response) => response.text())
    await expect(answer).rejects.toThrow('timeout')
  })

  test('performs the action even if its answer is lost', async () => {
    const [name] = await newest()
    await client.tell('behaviour', { behaviour: 'broken', times, path: '/api/comment' })
    const lost = client.post('/api/comment', { thing_id: name!, text: 'Did you get this?' })
    await expect(lost).rejects.toThrow()
    const [comment] = (await client.get<Listing<{ body: string }>>('/r/all/comments?limit=1')).body.data.children
    expect(comment!.data.body).toBe('Did you get this?')
  })

  test('lists the available behaviors if an unknown one is requested', async () => {
    const { status, body } = await client.tell('behaviour', { behaviour: 'sulk' })
    expect([status, body]).toEqual([400, expect.objectContaining({ reason: expect.stringContaining('"nonsense"') })])
  })
})

test('moderators remove a comment, and members vote on it', async () => {
  const [post] = await newest()
  const { body } = await client.tell('comments', { parent: post, author: 'ada_oaks', body: 'Try a sheet.' })
  const { name } = body as { name: string }
  const shown = async () => {
    const { data } = (await client.get<Listing<{ body: string; score: number }>>(`/api/info?id=${name}`)).body
    return data.children[0]!.data
  }
  const before = await shown()
  await client.tell(`votes/${name}`, { by: 'ada_oaks', direction: -1 })
  expect((await shown()).score).toBe(before.score - 1)
  await client.tell(`things/${name}`, { action: 'remove' })
  expect((await shown()).body).toBe('[removed]')
  expect((await client.tell(`votes/${name}`, { by: 'nobody_here', direction: 1 })).status).toBe(404)
})

test('a page of another site cannot use the controls', async () => {
  const answer = await fetch(`${client.known.url}/control/purge`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(answer.status).toBe(403)
})

test('a button on the control page leads back to the page', async () => {
  const answer = await fetch(`${client.known.url}/control/clock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'speed=60',
  })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${client.known.url}/control`])
  expect((await client.visit('/control')).text).toContain('Time runs 60 times as fast')
})

test('a purge deletes client activity and keeps the community', async () => {
  const before = await newest()
  await client.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Mine' })
  await client.tell('clock', { ahead: 5 * hour })
  await client.tell('purge', {})
  expect((await client.get('/r/all/new')).status).toBe(401)
  client.token = await client.signIn()
  expect(await newest()).toEqual(before)
})
