import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'

let shell: Shell
let page: Page
beforeAll(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await page.unrouteAll()
  await shell.start()
  await shell.rows().first().waitFor()
})

const area = (name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name })
const tryAgain = () => page.getByRole('main').getByRole('button', { name: 'Try again' })

/** The server is away: nothing of it can be reached. */
async function goAway(): Promise<void> {
  await page.route('**/*', (route) => route.abort())
  // An open page takes in a new route a moment later; until then its requests still get through.
  const ask = `fetch('/api/health').then(() => 'answered', () => 'away')`
  await expect.poll(() => page.evaluate(ask)).toBe('away')
}

/** The server is back, and nothing tells the page so. */
async function comeBackQuietly(): Promise<void> {
  await page.route('**/api/events**', (route) => route.abort())
  await page.unroute('**/*')
}

test('a page that cannot be fetched says so in its frame, and is there once the server is back', async () => {
  await goAway()
  await area('Keywords').click()
  await page.getByText("Couldn't reach the server").waitFor()
  await area('Opportunities').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await comeBackQuietly()
  await tryAgain().click()
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
})

test('a page that is gone from the server is reloaded once by itself, and then no more', async () => {
  let asked = 0
  await page.route('**/assets/competitors-*.js', (route) => {
    asked += 1
    return route.fulfill({ status: 404 })
  })
  await area('Competitors').click()
  await page.getByText("Part of this page didn't load").waitFor()
  expect(asked).toBe(2)
  await page.unrouteAll()
  await tryAgain().click()
  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
})

test('leads that cannot be fetched say why, stay so while one tries again, and come', async () => {
  await page.route('**/api/opportunities?**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Saved' }).click()
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load leads" })
  await failure.getByText("Couldn't reach the server").waitFor()
  await tryAgain().click()
  await failure.getByText('Trying again…').waitFor()
  await page.unrouteAll()
  await page.getByText('No saved leads').waitFor()
})

test('a decision that the server does not hear of is taken back, and said', async () => {
  const before = await shell.rows().getByRole('heading').allTextContents()
  await goAway()
  await page.keyboard.press('r')
  await page.getByText("Couldn't reach the server").first().waitFor()
  await expect.poll(() => shell.rows().getByRole('heading').allTextContents()).toEqual(before)
})
