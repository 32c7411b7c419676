import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeArchive } from '../archive.ts'
import { openChromium } from '../chromium.ts'
import { faultsOf, type Script, scriptsFetched } from '../in-page.ts'
import { isFocused } from '../open-shell.ts'
import { callApi, emailOf, signUp } from '../people.ts'
import { startServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
const complaints: string[] = []
/** Whether this is the second try of a test, which begins with another user, without what the tests before did. */
let isSecondTry = false
let users = 0
beforeAll(async () => {
  // It imports for all projects, which ends sample data for the projects of later files.
  server = await startServer()
  browser = await openChromium()
  await begin()
})
beforeEach(async ({ task }) => {
  isSecondTry = Boolean(task.result?.retryCount)
  if (!isSecondTry) return
  await page.context().close()
  await begin()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function begin(): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await signUp(page, server.address, emailOf(`ines.${++users}`))
}

/** Fills in the first step. */
async function describeProduct(): Promise<void> {
  await name().fill('Finch')
  await summary().fill('A simple CRM for small businesses: clients, a sales pipeline and reminders.')
  await audience().fill('people who draw')
  await audience().press('Enter')
  await website().fill('moorandkettle.example')
  await website().press('Enter')
  await page.getByText(/Filled in from .* on moorandkettle.example/).waitFor()
}

/** Fills in the first step, and the second as far as the preview. */
async function reachPreview(): Promise<void> {
  await describeProduct()
  await website().fill('finch.example')
  await press('Continue')
  await keywords().fill('simple crm')
  await keywords().press('Enter')
  await tag('simple crm').waitFor()
}

const website = () => page.getByRole('textbox', { name: 'Website' })
const name = (on = page) => on.getByRole('textbox', { name: 'Product name' })
const summary = () => page.getByRole('textbox', { name: 'Product description' })
const audience = () => page.getByRole('textbox', { name: 'Target audience' })
const keywords = () => page.getByRole('textbox', { name: 'Keywords' })
const tag = (text: string) => page.getByRole('button', { name: `Remove ${text}`, exact: true })
const preview = () => page.getByRole('region', { name: 'Preview' })
const press = (button: string) => page.getByRole('button', { name: button, exact: true }).click()
const saved = async () => (await callApi(page.context(), server, 'GET', 'setup')).data

test('the first step loads less than 40 kB of scripts after sign-up', async () => {
  await website().waitFor()
  const fetched = await page.evaluate<Script[]>(scriptsFetched)
  const arrival = fetched.find((script) => /setup-/.test(script.name))!.started
  const own = fetched.filter(({ started }) => started >= arrival)
  expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40_000)
})

// Private addresses are refused in features/projects/server/website/website-profiles.db.test.ts.
test.each([
  ['nowhere.invalid', "We couldn't find this address"],
  ['two words', 'Enter an address such as example.com'],
])('"%s" shows an error at the field', async (typed, message) => {
  await website().fill(typed)
  await website().press('Enter')
  await page.getByText(message).first().waitFor()
  expect(await website().getAttribute('aria-invalid')).toBe('true')
  expect(await website().getAttribute('aria-describedby')).toMatch(/error/)
  expect(await website().inputValue()).toBe(typed)
  expect(await name().inputValue()).toBe('')
  await website().press('x')
  await page.getByText(message).first().waitFor({ state: 'hidden' })
})

test('an address and Enter fill in the product, each suggestion with its source, and can be undone', async () => {
  expect(await page.getByRole('button', { name: 'Skip the rest' }).count()).toBe(0)
  await website().fill('paperfinch.example')
  await website().press('Enter')
  await page.getByText('Filled in from 3 pages on paperfinch.example').waitFor()
  expect(await name().inputValue()).toBe('Paperfinch')
  expect(await summary().inputValue()).toMatch(/^Paperfinch is a small expense tracker/)
  await tag('lost receipts at tax time').waitFor()
  expect(await website().inputValue()).toBe('paperfinch.example')
  await page.getByText('View sources').click()
  await page.getByText('Ledgerstone · customer quote').waitFor()
  await page.getByRole('button', { name: 'Skip the rest' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Changes undone.').waitFor()
  expect([
    await name().inputValue(),
    await summary().inputValue(),
    await tag('lost receipts at tax time').count(),
  ]).toEqual(['', '', 0])
})

test('a step without what it needs says so, and keeps the rest', async () => {
  await audience().fill('people who draw')
  await press('Continue')
  await page.getByText('Enter a product name').waitFor()
  await page.getByText('Describe your product').waitFor()
  await expect.poll(() => isFocused(name())).toBe(true)
  await tag('people who draw').waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('user input is kept when a website, and then another one, is read', async () => {
  if (isSecondTry) {
    await audience().fill('people who draw')
    await audience().press('Enter')
  }
  await name().fill('Finch')
  await website().fill('paperfinch.example')
  await press('Read website')
  await tag('lost receipts at tax time').waitFor()
  expect(await name().inputValue()).toBe('Finch')
  await summary().fill('Receipts for people who draw.')
  await website().fill('moorandkettle.example')
  await website().press('Enter')
  await page.getByText(/Filled in from .* on moorandkettle.example/).waitFor()
  expect([await name().inputValue(), await summary().inputValue()]).toEqual(['Finch', 'Receipts for people who draw.'])
  expect([await tag('people who draw').count(), await tag('lost receipts at tax time').count()]).toEqual([1, 0])
})

test('the watchlist is filled in too; competitors that no page mentions are added with one press', async () => {
  if (isSecondTry) await describeProduct()
  await press('Continue')
  await page.getByText('Step 2 of 5').waitFor()
  expect(page.url()).toContain('?step=watchlist')
  await tag('coffee subscription').waitFor()
  expect(await tag('Blue Bottle').count()).toBe(0)
  await press('Add Blue Bottle')
  await tag('Blue Bottle').waitFor()
  await tag('coffee subscription').click()
  await press('Add coffee subscription')
  await tag('coffee subscription').waitFor()
  expect(await page.getByRole('button', { name: /^Add Blue/ }).count()).toBe(0)
})

test('the preview shows scored examples beside the entries with their hits', async () => {
  if (isSecondTry) await reachPreview()
  const archive = join(server.dataDir, 'archive.ndjson.gz')
  writeArchive(archive, new Date())
  await server.importForAll(archive)
  await page.goBack()
  await page.getByText('Step 1 of 5').waitFor()
  await website().fill('finch.example')
  await summary().fill('A simple CRM for small businesses: clients, a sales pipeline and reminders.')
  await press('Continue')
  await keywords().fill('simple crm')
  await keywords().press('Enter')
  await preview()
    .getByText(/\d leads? among \d+ stored posts/)
    .waitFor()
  const examples = preview().getByRole('listitem')
  await examples.nth(1).waitFor()
  expect(await examples.first().innerText()).toMatch(/\d+%/)
  expect(await examples.first().locator('mark').count()).toBeGreaterThan(0)
  await page.getByText(/hits in \d+ stored posts/).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

test('a reload and another device continue at the same step, and nothing is lost without a network', async () => {
  if (isSecondTry) await reachPreview()
  await page.context().setOffline(true)
  await keywords().fill('sales pipeline')
  await keywords().press('Enter')
  await page.getByText('Not saved yet.').waitFor()
  await page.context().setOffline(false)
  // The next change sends both, sooner than the next try.
  await keywords().fill('client list')
  await keywords().press('Enter')
  await page.getByText('Not saved yet.').waitFor({ state: 'hidden' })
  await expect.poll(async () => (await saved()).keywords).toContain('sales pipeline')
  await keywords().fill('client reminders')
  await keywords().press('Enter')
  await page.reload()
  await tag('client reminders').waitFor()
  await page.getByText('Step 2 of 5').waitFor()

  await expect.poll(async () => (await saved()).keywords).toContain('client reminders')
  const { cookies } = await page.context().storageState()
  const telephone = await browser.newContext({ storageState: { cookies, origins: [] } })
  const other = await telephone.newPage()
  await other.goto(`${server.address}/app`)
  await other.waitForURL('**/app/setup?step=watchlist')
  await other.getByRole('button', { name: 'Remove client reminders' }).waitFor()
  await other.getByRole('button', { name: 'Back' }).click()
  await expect.poll(() => name(other).inputValue()).toBe('Finch')
  await telephone.close()
})

test('starting over empties every step, and can be undone', async () => {
  if (isSecondTry) {
    await reachPreview()
    await expect.poll(async () => (await saved()).keywords).toContain('simple crm')
    // Only a continued form offers to start over.
    await page.reload()
    await tag('simple crm').waitFor()
  }
  await press('Back')
  await press('Start over')
  const fields = async () => [await name().inputValue(), await website().inputValue()]
  await expect.poll(fields).toEqual(['', ''])
  await press('Undo')
  await expect.poll(fields).toEqual(['Finch', 'finch.example'])
})

test('the steps fit a narrow screen, and the rest can be skipped', async () => {
  if (isSecondTry) {
    await reachPreview()
    await press('Back')
  }
  await page.setViewportSize({ width: 375, height: 800 })
  const isTooWide = () => page.evaluate('document.documentElement.scrollWidth > 375')
  await tag('people who draw').waitFor()
  expect(await isTooWide()).toBe(false)
  await press('Continue')
  await preview().getByRole('listitem').first().waitFor()
  expect(await isTooWide()).toBe(false)
  await press('Skip the rest')
  await page.waitForURL('**/app/opportunities')
  const { data } = await callApi(page.context(), server, 'GET', 'projects')
  expect(data).toMatchObject([{ name: 'Finch', website: 'finch.example', communities: [], realm: 'real' }])
  expect(await saved()).toBeNull()
})

test('no page logged a console error', () => {
  expect(complaints.filter((each) => !/status of 400|ERR_INTERNET_DISCONNECTED/.test(each))).toEqual([])
})
