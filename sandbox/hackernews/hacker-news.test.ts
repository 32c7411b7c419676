import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HackerNewsSite, hackerNewsPath } from './hacker-news.ts'
import { threadOfSlot } from './threads.ts'

/** Answers as far as the test reads them. */
type Answers = { id: number; time: number; items: number[] }

/** Opens the site in a folder, on a clock, and returns how to ask it. */
async function open(folder: string, now: () => number) {
  const site = new HackerNewsSite({ folder, now, threadOf: threadOfSlot })
  const server = createServer((request, response) => void site.handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${hackerNewsPath}`
  return {
    newest: async (): Promise<number> => (await fetch(`${url}/v0/maxitem.json`)).json() as Promise<number>,
    get: async (path: string) => (await fetch(url + path)).json() as Promise<Answers>,
    tell: async (path: string, words: object, type = 'application/json') =>
      (
        await fetch(url + path, { method: 'POST', headers: { 'content-type': type }, body: JSON.stringify(words) })
      ).json() as Promise<Answers>,
    close: () => {
      server.closeAllConnections()
      server.close()
      site.close()
    },
  }
}

test('threads begin as time passes, and all items keep their numbers after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hacker-news-'))
  const hours = 3_600_000
  let now = Date.UTC(2026, 10, 20, 12)
  let site = await open(folder, () => now)
  const first = await site.newest()
  const story = await site.get(`/v0/item/${first - 2}.json`)
  expect(story).toMatchObject({ type: 'story', title: expect.stringMatching(/^Ask HN: /) })
  expect(await site.get(`/v0/item/${first}.json`)).toMatchObject({ type: 'comment', parent: story.id })
  expect(story.time * 1000).toBeLessThan(now)
  const posted = await site.tell('/control/items', { type: 'comment', by: 'ann', parent: story.id, text: 'Me too' })
  expect(await site.tell('/control/items', { type: 'comment', by: 'eve' }, 'text/plain')).toBeNull()
  await site.tell(`/control/items/${first}`, { how: 'dead' })
  site.close()

  now += 9 * hours
  site = await open(folder, () => now)
  expect(await site.newest()).toBe(posted.id + 6)
  expect(await site.get(`/v0/item/${posted.id}.json`)).toEqual({ ...posted, time: Date.UTC(2026, 10, 20, 12) / 1000 })
  expect(await site.get(`/v0/item/${first}.json`)).toMatchObject({ id: first, dead: true })
  expect((await site.get('/v0/updates.json')).items).toEqual([first])
  site.close()
  rmSync(folder, { recursive: true })
})
