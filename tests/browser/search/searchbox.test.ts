import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { tourStateKey } from '#platform/contract/tours.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())

const box = () => page.getByRole('combobox', { name: 'Search stored posts' })
const matches = () => page.getByRole('list', { name: 'Matches' }).getByRole('listitem')
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const menu = async (item: string) => {
  await page.getByRole('button', { name: 'More search actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Keeps the tour away, which the first test completes. */
async function completeTour(): Promise<void> {
  await page.evaluate((key) => localStorage.setItem(key, '{"searchboxTourCompleted":true}'), tourStateKey)
}

test('stored posts are searched, narrowed down, kept as a search and a keyword, and added to the leads', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shell.server.address}/app/searchbox`)

  // The tour comes first. Its completion lets the feedback widget load (SPEC 4).
  const tour = page.getByRole('dialog').filter({ hasText: 'Search tour' })
  for (const step of ['Next', 'Next', 'Next', 'Done']) await tour.getByRole('button', { name: step }).click()
  await tour.waitFor({ state: 'detached' })
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('productTourState') ?? 'null'))
  expect(stored).toMatchObject({ searchboxTourCompleted: true })

  // An error is corrected with one click.
  await box().fill('crm subredit:smallbusiness')
  await page.getByRole('button', { name: /^Use crm subreddit:smallbusiness/ }).click()
  await expect.poll(() => box().inputValue()).toBe('crm subreddit:smallbusiness')
  await page.getByText('Matches anything that contains “crm” and is in r/smallbusiness.').waitFor()

  // Operators are suggested while typing.
  await box().fill('crm O')
  await page.getByRole('option', { name: /^OR/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await box().inputValue()).toBe('crm OR ')
  await page.keyboard.type('invoice')
  await page.keyboard.press('Enter')
  await page.getByText('Matches anything that contains either “crm” or “invoice”.').waitFor()
  await matches().first().waitFor()
  await matches().first().locator('mark').first().waitFor()
  await page.getByRole('region', { name: 'Post', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  // A sign narrows them down, and keys move through them.
  await page.getByRole('button', { name: /^Asks for a recommendation/ }).click()
  await expect.poll(() => page.url()).toContain('lens=recommendation')
  const clear = page.getByRole('button', { name: 'Clear filters' })
  await clear.click()
  // The address changes before the screen does.
  await clear.waitFor({ state: 'detached' })
  await matches().nth(1).waitFor()
  await box().blur()
  await page.keyboard.press('j')
  await expect.poll(() => matches().nth(1).getByRole('link').getAttribute('aria-current')).toBe('true')

  // The form shows the query, and writes it.
  await page.getByRole('button', { name: 'Build query' }).click()
  const form = shell.dialog('Build query')
  await form.getByText('crm OR invoice', { exact: false }).waitFor()
  await form.getByLabel('None of these').fill('free')
  await page.keyboard.press('Enter')
  expect(await faultsAbove(page)).toEqual([])
  await form.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => box().inputValue()).toBe('(crm OR invoice) -free')

  await menu('Save search')
  const dialog = shell.dialog('Save search')
  await dialog.getByLabel('Name').fill('Invoices')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await notice('Saved the search “Invoices”').waitFor()
  await menu('Save as keyword')
  await notice('Added the keyword “(crm OR invoice) -free”').waitFor()
  await page.getByRole('button', { name: 'More search actions' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toBe('posts.csv')

  // A match that is no lead yet becomes one.
  await box().fill('title:crm OR body:the')
  await page.keyboard.press('Enter')
  const fresh = matches()
    .filter({ hasNotText: /In opportunities|Replied|Rejected/ })
    .first()
  await fresh.getByRole('link').click()
  await page.getByRole('button', { name: /^Add to opportunities/ }).click()
  await notice('Added to opportunities, under Saved').waitFor()
  await page.getByRole('link', { name: 'Show lead' }).waitFor()

  // Several go to the leads and the CRM at once.
  const boxes = matches().getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('3 selected').waitFor()
  await selection.getByRole('button', { name: 'Add to CRM' }).click()
  await page.getByRole('menuitem', { name: 'New' }).click()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/^Added \d.* to New/)
    .waitFor()
  await selection.waitFor({ state: 'detached' })
  for (const index of [1, 2, 3])
    await matches()
      .nth(index)
      .getByText(/In opportunities|Replied|Rejected/)
      .waitFor()
})

test('on a phone, a match covers the list and returns to it', async () => {
  await completeTour()
  await shell.visit('/app/searchbox?q=crm')
  await page.setViewportSize({ width: 375, height: 667 })
  await matches().first().getByRole('link').click()
  await shell
    .dialog('Post')
    .getByRole('button', { name: /^Add to opportunities|Show lead/ })
    .or(page.getByRole('link', { name: 'Show lead' }))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Matches' }).click()
  await shell.dialog('Post').waitFor({ state: 'detached' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
})

test('Reddit is searched live once asked, apart from stored posts, and what it found is added to the leads', async () => {
  const tab = (name: string) => page.getByRole('tab', { name })
  const searchFor = (query: string) => page.goto(`${shell.server.address}/app/searchbox?q=${query}`)
  await page.setViewportSize({ width: 1440, height: 900 })
  await completeTour()

  // Without Reddit's API, the screen says what to connect.
  await searchFor('zyzzyva')
  await page.getByRole('button', { name: 'Search Reddit instead' }).click()
  await page.getByRole('heading', { name: "Live search isn't available" }).waitFor()
  await page.getByText('To connect, set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET on the server.').waitFor()

  // A project with sample data searches the sandbox's Reddit. With that as its only source it keeps it.
  await ask(
    shell.server.databaseUrl,
    `update project set realm = 'sandbox', sources = array['sandbox'] where id = $1`,
    [shell.project],
  )
  await searchFor('invoice')
  await tab('Live from Reddit').click()
  await page.getByRole('heading', { name: 'Search Reddit itself' }).waitFor()
  await page.getByRole('button', { name: 'Search Reddit' }).click()
  await page.getByText(/^\d+ of \d+ posts that Reddit returned for “invoice”/).waitFor()
  await matches().first().getByText('Live from Reddit').waitFor()
  await matches().first().locator('mark').first().waitFor()

  await page.getByRole('button', { name: /^Add to opportunities/ }).click()
  await notice('Added to opportunities, under Saved').waitFor()
  await page.getByRole('link', { name: 'Show lead' }).waitFor()
  await expect
    .poll(async () => {
      await tab('Stored posts').click()
      await tab('Live from Reddit').click()
      return matches().filter({ hasText: 'In opportunities' }).count()
    })
    .toBeGreaterThan(0)

  // Another query waits to be asked again.
  await box().fill('type:comment invoice')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Search Reddit' }).click()
  await page.getByText("Reddit's search finds posts, but no comments.").waitFor()
})
