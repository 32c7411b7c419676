import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())

const soon = new Date(Date.now() + 30 * 3_600_000)
const nothing = { count: 0, releasesAt: null }

/** Makes the server answer like one whose plan holds leads. */
async function hold(count: number, releasesAt: Date | null): Promise<void> {
  await page.unroute('**/api/projects/*/releases')
  const leads = { count, releasesAt: releasesAt?.toISOString() ?? null }
  const json = { data: { leads, mentions: nothing }, meta: {} }
  await page.route('**/api/projects/*/releases', (route) => route.fulfill({ json }))
}

test('held leads show their number and release time below the list, with a link to upgrade', async () => {
  await hold(1200, soon)
  await shell.start()
  await page.getByText(/^1,200 more (tomorrow|on \w+day) at \d\d:\d\d$/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isTooWide(page)).toBe(false)
  }
  await page.getByRole('link', { name: 'Get leads sooner' }).click()
  await page.waitForURL('**/app/settings/project/billing')
})

test('nothing is shown when no leads are held', async () => {
  await hold(0, null)
  const answered = page.waitForResponse('**/api/projects/*/releases')
  await shell.start()
  await answered
  await shell.rows().first().waitFor()
  expect(await page.getByText('Get leads sooner').count()).toBe(0)
})

test('the list shows the held leads when all are held', async () => {
  await hold(12, soon)
  const none = { data: [], meta: { pagination: { pageSize: 25, total: 0, nextCursor: null } } }
  await page.route(/\/api\/opportunities\?/, (route) => route.fulfill({ json: none }))
  await shell.start()
  await page.getByRole('heading', { name: '12 leads are waiting' }).waitFor()
  await page.getByText(/Your plan releases them (tomorrow|on \w+day) at/).waitFor()
  await page.getByRole('link', { name: 'Get leads sooner' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await hold(0, soon)
  await shell.start()
  await page.getByRole('heading', { name: 'No leads yet' }).waitFor()
  await page.unroute(/\/api\/opportunities\?/)
})
