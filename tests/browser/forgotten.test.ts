import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultsOf } from './in-page.ts'
import { openShell, type Shell } from './open-shell.ts'

let shell: Shell
let page: Page
beforeAll(async () => {
  shell = await openShell()
  page = shell.page
  await shell.start()
})
afterAll(() => shell?.close())

interface Lead {
  id: string
  /** Where it was asked for. */
  post?: { title: string; body?: string }
}

const checkedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
const nothing = { title: '', author: null, url: null, flair: null, score: null, numComments: null, checkedAt }
const emptied = { components: [], snippet: { text: '', marks: [] }, score: 0, label: 0 }

/** From now on the server answers as once this lead's post is forgotten. */
async function forget(id: string): Promise<void> {
  const left = (lead: Lead) => {
    if (lead.id !== id || !lead.post) return lead
    const { body, ...post } = lead.post
    const standing = 'deleted'
    return { ...lead, ...emptied, post: { ...post, ...nothing, standing, ...(body !== undefined && { body: '' }) } }
  }
  await page.route(/\/api\/opportunities\?/, async (route: Route) => {
    const answer = await route.fetch()
    const { data, meta } = (await answer.json()) as { data: Lead[]; meta: object }
    await route.fulfill({ response: answer, json: { data: data.map(left), meta } })
  })
}

test('a lead that is deleted on Reddit while it is read says so where it stands', async () => {
  const first = shell.rows().first().getByRole('link')
  const title = await first.innerText()
  const id = (await first.getAttribute('id'))!.replace('lead-', '')
  await first.click()
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByRole('heading', { name: title }).waitFor()
  await forget(id)
  // Another browser says that something about it changed.
  const saved = await page.request.put(`${shell.house.address}/api/opportunities/${id}/save`, {
    headers: { origin: shell.house.address },
  })
  expect(saved.status()).toBe(200)
  await shell.rows().first().getByText('Deleted on Reddit').waitFor()
  await lead.getByRole('heading', { name: 'Deleted on Reddit' }).waitFor()
  await lead.getByText('Its author deleted this on Reddit').waitFor()
  await lead.getByText('Checked 3 h ago').waitFor()
  expect(await page.getByText(title).count()).toBe(0)
  expect(await shell.rows().first().getByText('Saved').count()).toBe(1)
  expect(await faultsOf(page)).toEqual([])
})

test('it is a shell in the list from the beginning, wide and narrow; others are as they were', async () => {
  await page.reload()
  await shell.rows().getByText('Deleted on Reddit').waitFor()
  expect(await shell.rows().getByText('Deleted on Reddit').count()).toBe(1)
  expect(await shell.rows().count()).toBeGreaterThan(1)
  expect(await faultsOf(page)).toEqual([])
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  }
})

test('what an archive brought is labelled as not re-checked', async () => {
  await page.unroute(/\/api\/opportunities\?/)
  await shell.start()
  await shell.rows().nth(1).getByRole('link').click()
  await page.getByRole('region', { name: 'Lead' }).getByText('Not re-checked').waitFor()
})
