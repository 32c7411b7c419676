import pg from 'pg'
import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, passTimeUntil, retryByHand } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  await shell.start()
})
afterAll(() => shell?.close())

interface Lead {
  id: string
  /** Present if it was requested. */
  post?: { title: string; body?: string }
}

const checkedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
const nothing = { title: '', author: null, url: null, flair: null, score: null, numComments: null, checkedAt }
const emptied = { components: [], sentence: null, snippet: { text: '', marks: [] }, score: 0, label: 0 }

/** Makes the server answer as if this lead's post was deleted on Reddit. */
async function forget(id: string): Promise<void> {
  const withoutContent = (lead: Lead) => {
    if (lead.id !== id || !lead.post) return lead
    const { body, ...post } = lead.post
    const standing = 'deleted'
    return { ...lead, ...emptied, post: { ...post, ...nothing, standing, ...(body !== undefined && { body: '' }) } }
  }
  await page.route(/\/api\/opportunities\?/, async (route: Route) => {
    const answer = await route.fetch()
    const { data, meta } = (await answer.json()) as { data: Lead[]; meta: object }
    await route.fulfill({ response: answer, json: { data: data.map(withoutContent), meta } })
  })
}

test('a lead deleted on Reddit shows this at once, even while it is open, and stays in the list without its content', async () => {
  const first = shell.rows().first().getByRole('link')
  const title = (await first.textContent())!
  const id = (await first.getAttribute('id'))!.replace('lead-', '')
  await first.click()
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByRole('heading', { name: title }).waitFor()
  await forget(id)
  // Another browser changes the lead, which triggers an event.
  const saved = await page.request.put(`${shell.server.address}/api/opportunities/${id}/save`, {
    headers: { origin: shell.server.address },
  })
  expect(saved.status()).toBe(200)
  await shell.rows().first().getByText('Deleted on Reddit').waitFor()
  await lead.getByRole('heading', { name: 'Deleted on Reddit' }).waitFor()
  await lead.getByText('The author deleted this on Reddit').waitFor()
  await lead.getByText('Verified 3 h ago').waitFor()
  await expect.poll(() => page.getByText(title).count()).toBe(0)
  await shell.rows().first().getByText('Saved').waitFor()
  await page.reload()
  await shell.rows().getByText('Deleted on Reddit').waitFor()
  expect(await shell.rows().getByText('Deleted on Reddit').count()).toBe(1)
  expect(await shell.rows().count()).toBeGreaterThan(1)
  expect(await faultsOf(page)).toEqual([])
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isTooWide(page)).toBe(false)
  }
})

test('a lead from an archive is labeled as not verified', async () => {
  await page.unroute(/\/api\/opportunities\?/)
  await shell.start()
  await shell.rows().nth(1).getByRole('link').click()
  await page.getByRole('region', { name: 'Lead' }).getByText('Not verified since import').waitFor()
})

/** Records 21 deleted leads without rows, one with a row, and a mention with its quotes. */
async function insertDeletions(leadLeft: string): Promise<void> {
  const database = new pg.Client({ connectionString: shell.server.databaseUrl })
  await database.connect()
  await database.query(
    `insert into forgetting (project_id, id, realm, standing, opportunity_id, mention_id, last_seen_at, texts, people, created_at)
     select p.id, gen_random_uuid(), p.realm, t.standing, t.lead, t.mention, t.seen, t.texts, t.people, now() - t.age
     from project p, (
       select 'removed' as standing, gen_random_uuid() as lead, null::uuid as mention, now() - interval '9 h' as seen,
         0 as texts, 0 as people, n * interval '1 h' as age from generate_series(3, 23) n
       union all select 'deleted', $1::uuid, null, now() - interval '4 h', 0, 0, interval '1 h'
       union all select 'authorless', null, gen_random_uuid(), null, 2, 1, interval '2 h'
     ) t where p.id = $2`,
    [leadLeft, shell.project],
  )
  await database.end()
}

test('owners and admins see which posts were deleted, when, why, and which data went with them', async () => {
  const entries = page.getByRole('list', { name: 'Deleted posts' }).getByRole('listitem')
  const link = (await shell.rows().first().getByRole('link').getAttribute('id'))!
  const lead = link.replace('lead-', '')
  await shell.visit('/app/settings/project/sources')
  await page.getByText('No posts in this project have been deleted yet.').waitFor()
  expect(await entries.count()).toBe(0)

  await insertDeletions(lead)
  await page.route(/\/api\/forgettings\?/, (route) => route.abort())
  await page.clock.install()
  await page.reload()
  await passTimeUntil(page.getByText("Couldn't load deleted posts"))
  await retryByHand(page.getByRole('button', { name: 'Try again' }), /\/api\/forgettings\?/)

  await entries.nth(0).getByText('The author deleted it on Reddit.').waitFor()
  const second = entries.nth(1)
  await second.getByRole('heading', { name: 'A mention' }).waitFor()
  await second.getByText('The author left Reddit. Also deleted: quotes in 2 notes and messages').waitFor()
  await second.getByText('Never verified on Reddit.').waitFor()
  await entries.nth(2).getByText('The lead was deleted.').waitFor()
  expect(await entries.count()).toBe(20)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  const pages = page.getByRole('navigation', { name: 'Deleted posts: pages' })
  await pages.getByText('1–20 of 23').waitFor()
  await pages.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect.poll(() => entries.count()).toBe(3)
  await pages.getByRole('button', { name: 'Previous page' }).press('Enter')
  await entries.nth(0).getByRole('link', { name: 'View lead' }).click()
  await page.waitForURL(`**/app/opportunities?lead=${lead}`)
})
