import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { Browser, Locator, Page, Route } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { chunkBytes } from '#features/matching/contract-limits.ts'
import { writeLeads } from '../archive.ts'
import { openChromium } from '../chromium.ts'
import { faultsOf, goWithinApp, passTimeUntil, retryByHand } from '../in-page.ts'
import { confirmAddress } from '../mails.ts'
import { callApi, createProject, emailOf, register } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'
import { beforeTries } from '../tries.ts'

let server: TestServer
let browser: Browser
let page: Page
let project: string
let isConfirmed = false
beforeTries(async () => {
  server = await sharedServer()
  browser = await openChromium()
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.clock.install()
  await register(page.context(), server, emailOf('grace'), { confirmed: isConfirmed })
  project = await createProject(page.context(), server)
  await mkdir(join(server.dataDir, 'archives'), { recursive: true })
  await writeFile(join(server.dataDir, 'archives', 'server.zst'), zstdCompressSync(leads(7)))
  await open()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function open(): Promise<void> {
  await page.goto(`${server.address}/app/settings/project/imports`)
  await page.getByRole('heading', { level: 1, name: 'Imports' }).waitFor()
}

const now = new Date()

/** Returns an archive in Earshot's NDJSON with this many leads and a broken line. */
function leads(count: number): Buffer {
  const path = join(server.dataDir, `${emailOf('grace')}.ndjson`)
  writeLeads(path, now, count)
  return Buffer.concat([Buffer.from('no JSON at all\n'), readFileSync(path)])
}

/** Returns an archive of three chunks with 200 posts that are no leads and have other fields, like a Reddit dump. */
function long(): Buffer {
  const start = randomInt(36 ** 5).toString(36)
  const preview = 'The river was high again this morning and nobody minded. '.repeat(250)
  const lines = Array.from({ length: 200 }, (_, i) =>
    JSON.stringify({
      id: `${start}${i}`,
      title: `Part ${i}`,
      selftext: 'See the picture.',
      preview,
      subreddit: 'town',
      created_utc: 1_763_600_000 + i,
    }),
  )
  return Buffer.from(lines.join('\n'))
}

async function choose(name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel('Archive', { exact: true }).setInputFiles({ name, mimeType: '', buffer })
}

/** The response when there is no room for an upload. */
const full = (name: string, reason: string) => ({
  data: null,
  error: { status: name === 'ConflictError' ? 409 : 503, name, message: 'No room', details: { reason } },
})

/** Waits for the list of imports or its place. */
const listed = () =>
  page
    .getByRole('list', { name: 'Imports' })
    .or(page.getByRole('heading', { name: 'No imports yet' }))
    .waitFor()

/** Returns the list entry of an import. */
const entry = (name: string) =>
  page
    .getByRole('list', { name: 'Imports' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })

async function says(place: Locator, text: string): Promise<void> {
  await place.getByText(text).first().waitFor()
}

/** Holds requests for a chunk until they are released. */
async function hold(number: number): Promise<{ reached: Promise<unknown>; letGo: () => Promise<void> }> {
  const pattern = `**/chunks/${number}`
  let held: Route | undefined
  const reached = new Promise<void>((done) => {
    void page.route(pattern, (route) => {
      held = route
      done()
    })
  })
  return {
    reached,
    letGo: async () => {
      await page.unroute(pattern)
      await held?.continue().catch(() => {
        // The page that sent the request may be gone.
      })
    },
  }
}

test('without imports the page explains what an archive is, and asks to confirm the address first', async () => {
  await page.getByRole('heading', { name: 'No imports yet' }).waitFor()
  await page.getByRole('link', { name: 'Arctic Shift' }).waitFor()
  await page.getByText('Confirm your email address to upload archives').waitFor()
  expect(await page.getByRole('button', { name: 'Choose archive' }).isDisabled()).toBe(true)
  await confirmAddress(server, emailOf('grace'))
  // As if the user came back from the mail later.
  await page.clock.runFor(10_000)
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`)
  await expect.poll(() => page.getByRole('button', { name: 'Choose archive' }).isEnabled()).toBe(true)
  isConfirmed = true
})

test('an archive is uploaded, read and removed again, with its progress shown', async () => {
  const archive = zstdCompressSync(leads(12))
  await choose('leads.zst', archive)
  const row = entry('leads.zst')
  await says(row, 'Done')
  await says(row, '12 new items')
  await row.getByText('1 broken line skipped').click()
  await says(row, 'Line 1: not JSON')
  await says(row, 'no JSON at all')
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Opportunities' }).first().click()
  const list = page.getByRole('list', { name: 'Opportunities' })
  await list.getByRole('listitem').first().waitFor()
  await goWithinApp(page, '/app/settings/project/imports')

  await choose('copy.zst', archive)
  await page.getByText('copy.zst: This file was already imported').waitFor()
  await page.getByRole('button', { name: 'Import again' }).click()
  await says(entry('copy.zst'), '0 new items · 12 already stored')

  await page.getByRole('button', { name: 'Remove leads.zst' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.waitFor()

  await page.getByRole('button', { name: 'Remove leads.zst' }).click()
  await passTimeUntil(page.getByText('Removed “leads.zst”'), 0)
  const names = async () => {
    const { data } = await callApi(page.context(), server, 'GET', `imports?filters[project][id][$eq]=${project}`)
    return data.map(({ name }: { name: string }) => name)
  }
  await expect.poll(names).toEqual(['copy.zst'])
  await page.reload()
  await entry('copy.zst').waitFor()
  expect(await row.count()).toBe(0)
  const left = async () => {
    const { data } = await callApi(
      page.context(),
      server,
      'GET',
      `opportunities?filters[project]=${project}&populate=post`,
    )
    return data.filter(({ post }: { post: { title: string } }) => post.title.includes('We are number')).length
  }
  await expect.poll(left).toBe(0)
  await page.getByRole('link', { name: 'Opportunities' }).first().click()
  await page.getByRole('tab', { name: 'New' }).waitFor()
  await expect.poll(() => list.getByRole('listitem').filter({ hasText: 'We are number' }).count()).toBe(0)
  await goWithinApp(page, '/app/settings/project/imports')
})

describe('an upload in several chunks', () => {
  const name = 'long.ndjson'

  test('resumes after a reload when the same file is chosen again', async () => {
    const content = long()
    const { reached, letGo } = await hold(1)
    await choose(name, content)
    await reached
    await says(entry(name), 'Uploading')
    await says(entry(name), `${(chunkBytes / 1e6).toFixed(1)} MB of 2.9 MB`)
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await letGo()
    await says(entry(name), 'Upload paused')
    const sent: string[] = []
    page.on('request', (request) => /\/chunks\//.test(request.url()) && sent.push(request.url().split('/').at(-1)!))
    await page.getByLabel(`File for ${name}`).setInputFiles({ name, mimeType: '', buffer: content })
    await says(entry(name), 'Done')
    const pieces = Math.ceil(content.length / chunkBytes)
    expect(sent).toEqual(Array.from({ length: pieces - 1 }, (_, index) => String(index + 1)))
    await says(entry(name), '200 new items')
  })

  test('can be stopped, and resumes automatically after a lost connection, even on another page', async () => {
    await page.getByRole('link', { name: 'Keywords' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
    await page.getByRole('link', { name: 'Imports' }).first().click()
    const content = long()
    const first = await hold(1)
    await choose('offline.ndjson', content)
    await first.reached
    await page.getByRole('button', { name: 'Stop offline.ndjson' }).click()
    await says(entry('offline.ndjson'), 'Stopped')
    await first.letGo()
    const { reached, letGo } = await hold(2)
    await choose('offline.ndjson', content)
    await reached
    await page.context().setOffline(true)
    await letGo()
    await says(entry('offline.ndjson'), 'connection lost, retrying')
    await page.getByRole('link', { name: 'Keywords' }).first().click()
    await page.context().setOffline(false)
    await page.getByRole('link', { name: 'Imports' }).first().click()
    await says(entry('offline.ndjson'), 'Done')
  })
})

test('a truncated file fails with the reason', async () => {
  const packed = gzipSync(leads(40))
  await choose('cut.gz', packed.subarray(0, packed.length - 100))
  await says(entry('cut.gz'), 'Failed')
  await says(entry('cut.gz'), "The archive can't be read completely: the file ends too early")
})

test('a file on the server is imported by name', async () => {
  await page.getByRole('button', { name: 'Import server.zst' }).click()
  await says(entry('server.zst'), 'Done')
})

test("an upload that exceeds the server's capacity shows an error", async () => {
  await page.route('**/chunks/0', (route) => route.fulfill({ status: 409, json: full('ConflictError', 'uploadLimit') }))
  await choose('full.zst', zstdCompressSync(leads(3)))
  await page.getByText("Couldn't upload “full.zst”. No room").waitFor()
  await page.unroute('**/chunks/0')
  await page.route('**/chunks/0', (route) =>
    route.fulfill({ status: 503, json: full('ServiceUnavailableError', 'diskFull') }),
  )
  await choose('disk.zst', zstdCompressSync(leads(4)))
  await page.getByText("Couldn't upload “disk.zst”. No room").waitFor()
  await page.unroute('**/chunks/0')
})

test('a list that could not be fetched can be retried, and a read-only member sees why, and no archives of the server', async () => {
  await page.route('**/api/projects/*/access', async (route) => {
    const response = await route.fetch()
    const { data, meta } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, archivesFolder: false }, meta } })
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  // The page before, which had permission, may still ask.
  page.once('framenavigated', () => asked.splice(0))
  await page.route('**/api/users/me?*', async (route) => {
    const response = await route.fetch()
    const user = await response.json()
    const memberships = user.memberships?.map((membership: object) => ({ ...membership, role: 'member' }))
    await route.fulfill({ response, json: { ...user, ...(memberships && { memberships }) } })
  })
  await page.route('**/api/imports?*', (route) => route.abort())
  await page.reload()
  await passTimeUntil(page.getByText("Couldn't load the imports"))
  await retryByHand(page.getByRole('button', { name: 'Try again' }), '**/api/imports?*')
  await listed()
  await page.getByText('Only owners and admins can import archives').waitFor()
  expect(await page.getByRole('button', { name: 'Choose archive' }).isDisabled()).toBe(true)
  expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  expect(await page.getByText('archives folder').count()).toBe(0)
  expect(await page.getByRole('heading', { name: 'Archives on the server' }).count()).toBe(0)
  expect(asked.filter((path) => path.endsWith('/archives'))).toEqual([])
})
