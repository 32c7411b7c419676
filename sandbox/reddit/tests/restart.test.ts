import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Sandbox } from '#platform/contract/sandbox.ts'
import { Entry } from '../state/entry.ts'
import { Log } from '../state/log.ts'
import { type Listing, namesOf, TestClient } from './client.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-sandbox-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const posts = (client: TestClient, query = 'limit=5') => client.get<Listing>(`/r/all/new?${query}`)
const inbox = async (client: TestClient) =>
  (await client.get<Listing<{ new: boolean }>>('/message/inbox')).body.data.children.map(({ data }) => [
    data.name,
    data.new,
  ])

test('client activity survives a restart, and its names are not reused', async () => {
  const before = await TestClient.open({ folder })
  await before.tell('clock', { ahead: 3_600_000, speed: 10 })
  await before.tell('subreddits/hedgehogs', { standing: 'private' })
  const [theirs] = namesOf((await posts(before)).body)
  const created = await before.tell('posts', {
    subreddit: 'kettles',
    author: 'ada_oaks',
    title: 'Which lid?',
    body: 'Mine is lost.',
  })
  const name = created.body.name as string
  await before.post('/api/comment', { thing_id: name, text: 'A plate.' })
  await before.post('/api/comment', { thing_id: theirs!, text: 'Neither.' })
  await before.post('/api/vote', { id: name, dir: '1' })
  await before.tell('messages', { from: 'ada_oaks', to: 'sandbox_developer', subject: 'Lids', body: 'Found it.' })
  await before.post('/api/read_all_messages', {})
  const [seen, inboxBefore, time] = [await before.get(`/comments/${name.slice(3)}`), await inbox(before), before.time]
  await before.close()

  const after = await TestClient.open({ folder, now: time })
  const newToken = after.token
  after.token = before.token
  const address = (text: string) => text.replaceAll(/127\.0\.0\.1:\d+/g, '')
  expect(address((await after.get(`/comments/${name.slice(3)}`)).text)).toBe(address(seen.text))
  expect(await inbox(after)).toEqual(inboxBefore)
  expect((await after.get('/r/hedgehogs/new')).status).toBe(403)
  after.token = newToken
  const next = await after.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Another?' })
  expect(Number.parseInt((next.body.name as string).slice(3), 36)).toBeGreaterThan(Number.parseInt(name.slice(3), 36))
  await after.close()
})

test('a name is not reused after a purge, even if the clock went back', async () => {
  const client = await TestClient.open({ folder })
  const post = async () =>
    (await client.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Which lid?' })).body.name as string
  await client.tell('clock', { ahead: 3_600_000 })
  const names = [await post(), await post()]
  await client.tell('purge', {})
  client.time += 3_600_000
  names.push(await post(), await post())
  expect(new Set(names).size).toBe(4)
  await client.close()
})

test('a truncated last line is dropped, and the next line is intact', async () => {
  const before = await TestClient.open({ folder })
  const { body } = await before.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Whole' })
  await before.close()
  const file = join(folder, 'reddit.ndjson')
  appendFileSync(file, '{"type":"post","at":17')

  const after = await TestClient.open({ folder })
  await after.tell('posts', { subreddit: 'kettles', author: 'ada_oaks', title: 'Next' })
  expect(namesOf((await posts(after)).body)).toContain(body.name)
  await after.close()
  const log = new Log(folder, (line) => Entry.parse(line))
  expect(log.read().filter((entry) => entry.type === 'post')).toHaveLength(2)
  log.close()
})

test('an unreadable log is set aside, and the sandbox starts fresh', async () => {
  appendFileSync(join(folder, 'reddit.ndjson'), '{"type":"something else"}\n')
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const client = await TestClient.open({ folder })
  expect(logged.mock.calls.flat().join()).toContain('starts fresh')
  logged.mockRestore()
  expect((await posts(client)).status).toBe(200)
  await client.close()
  expect(readFileSync(join(folder, 'reddit.ndjson.before'), 'utf8')).toContain('something else')
})

/** Starts the whole process as a supervisor does. */
async function start(): Promise<{ child: ChildProcess; reddit: Sandbox['reddit'] }> {
  const child = fork(new URL('../../start.ts', import.meta.url), ['0', folder], { stdio: 'inherit' })
  const [{ reddit }] = (await once(child, 'message')) as [Sandbox]
  return { child, reddit }
}

test('a killed process has stored everything that it acknowledged', async () => {
  const first = await start()
  const headers = { 'content-type': 'application/json' }
  const say = async (subreddit: string, author: string, title: string) => {
    const body = JSON.stringify({ subreddit, author, title })
    const answer = await fetch(`${first.reddit.url}/control/posts`, { method: 'PUT', headers, body })
    return ((await answer.json()) as { name: string }).name
  }
  const client = await TestClient.at(first.reddit)
  const { body } = await client.get<Listing<{ author: string; subreddit: string }>>('/r/all/new?limit=1')
  const { subreddit, author } = body.data.children[0]!.data
  const stored: string[] = []
  const ended = once(first.child, 'exit')
  const saying = (async () => {
    for (let at = 0; ; at++) stored.push(await say(subreddit, author, `Post ${at}`))
  })().catch(() => {})
  await expect.poll(() => stored.length, { timeout: 120_000 }).toBeGreaterThan(10)
  first.child.kill('SIGKILL')
  await Promise.all([saying, ended])

  const second = await start()
  const again = await TestClient.at(second.reddit)
  const names = namesOf((await again.get<Listing>(`/api/info?id=${stored.slice(-100)}`)).body)
  expect(names).toEqual(stored.slice(-100))
  expect(new Set(stored).size).toBe(stored.length)
  const over = once(second.child, 'exit')
  second.child.kill('SIGTERM')
  await over
}, 240_000)
