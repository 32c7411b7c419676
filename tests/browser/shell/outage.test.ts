import type { Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { faultsOf, passTimeUntil } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await page.unrouteAll()
  await shell.show()
  await shell.rows().first().waitFor()
})

const area = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
const tryAgain = () => page.getByRole('main').getByRole('button', { name: 'Try again' })

/** Makes the server unreachable. */
async function goAway(): Promise<void> {
  // The area for notices loads last, and its error needs it.
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  await page.route('**/*', (route) => route.abort())
  // An open page applies a new route a moment later. Until then its requests get through.
  const ask = `fetch('/api/health').then(() => 'answered', () => 'away')`
  await expect.poll(() => page.evaluate(ask)).toBe('away')
}

/** Makes the server reachable again without notifying the page. */
async function comeBackQuietly(): Promise<void> {
  await page.route('**/api/events**', (route) => route.abort())
  await page.unroute('**/*')
}

test('without the server a decision is reverted and a page shows an error in its frame, and loads once it is back', async () => {
  // The code of the lead panel loads after the rows.
  await page.locator('#detail-title').waitFor()
  const before = await shell.rows().getByRole('heading').allTextContents()
  await goAway()
  await page.keyboard.press('r')
  await page.getByText("Couldn't reach the server").first().waitFor()
  await expect.poll(() => shell.rows().getByRole('heading').allTextContents()).toEqual(before)

  await area('Keywords').click()
  await page.getByRole('main').getByText("Couldn't reach the server").waitFor()
  await area('Opportunities').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await comeBackQuietly()
  await tryAgain().click()
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
})

test('a page that is missing on the server is reloaded once automatically', async () => {
  let requests = 0
  await page.route('**/assets/competitors-*.js', (route) => {
    requests += 1
    return route.fulfill({ status: 404 })
  })
  await area('Competitors').click()
  await page.getByText("Part of this page didn't load").waitFor()
  expect(requests).toBe(2)
  await page.unrouteAll()
  await tryAgain().click()
  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
})

test('leads that cannot be fetched show the reason, also while retrying, and then load', async () => {
  await page.route('**/api/opportunities?**', (route) => route.abort())
  await page.clock.install()
  await page.getByRole('tab', { name: 'Saved' }).click()
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load leads" })
  await passTimeUntil(failure.getByText("Couldn't reach the server"))
  await tryAgain().click()
  await failure.getByText('Trying again…').waitFor()
  await page.unrouteAll()
  await page.getByText('No saved leads').waitFor()
})

test('a lead panel that cannot be fetched shows an error in its place, and loads on the next try', async () => {
  await page.route('**/lead-panel-*.js', (route) => route.abort())
  for (const path of ['health', 'events**']) await page.route(`**/api/${path}`, (route) => route.abort())
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load the lead" })
  await failure.getByText("Couldn't reach the server").waitFor()
  expect(await shell.rows().count()).toBeGreaterThan(1)
  await tryAgain().click()
  await failure.getByText("Couldn't reach the server").waitFor()
  for (const path of ['lead-panel-*.js', 'api/health']) await page.unroute(`**/${path}`)
  await tryAgain().click()
  await page.locator('#detail-title').waitFor()
  expect(await failure.count()).toBe(0)
})
