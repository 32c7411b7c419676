import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeArchive } from '../archive.ts'
import { openChromium } from '../chromium.ts'
import { faultsOf, type Script, scriptsFetched } from '../in-page.ts'
import { emailOf, signUp } from '../people.ts'
import { startServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  server = await startServer()
  browser = await openChromium()
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await signUp(page, server.address, emailOf('ines'))
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const website = () => page.getByRole('textbox', { name: 'Website' })
const name = () => page.getByRole('textbox', { name: 'Product name' })
const summary = () => page.getByRole('textbox', { name: 'Product description' })
const tag = (text: string) => page.getByRole('button', { name: `Remove ${text}`, exact: true })
const preview = () => page.getByRole('region', { name: 'Preview' })

async function openEmptyForm(): Promise<void> {
  await page.evaluate('sessionStorage.clear()')
  await page.goto(`${server.address}/app/setup`)
  await website().waitFor()
}

test('an address and Enter fill in the form, each suggestion with its source, and can be undone', async () => {
  await website().fill('paperfinch.example')
  await website().press('Enter')
  await page.getByText('Filled in from 3 pages on paperfinch.example').waitFor()
  expect(await name().inputValue()).toBe('Paperfinch')
  expect(await summary().inputValue()).toMatch(
    /^Paperfinch is a small expense tracker.*\nFor people who work alone.*\nSolves: lost receipts/,
  )
  await tag('expense tracking').waitFor()
  await tag('Ledgerstone').waitFor()
  expect(await website().inputValue()).toBe('paperfinch.example')
  await page.getByText('View sources').click()
  await page.getByText('Ledgerstone · customer quote').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await tag('expense tracking').click()
  expect(await tag('expense tracking').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect([await name().inputValue(), await summary().inputValue(), await tag('Ledgerstone').count()]).toEqual([
    '',
    '',
    0,
  ])
  await page.getByText('Changes undone.').waitFor()
})

test('user input is kept', async () => {
  await openEmptyForm()
  await name().fill('Finch')
  await page.getByRole('textbox', { name: 'Keywords' }).fill('shoebox of receipts')
  await page.getByRole('textbox', { name: 'Keywords' }).press('Enter')
  await website().fill('paperfinch.example')
  await page.getByRole('button', { name: 'Read website' }).click()
  await tag('mileage log').waitFor()
  expect(await name().inputValue()).toBe('Finch')
  await tag('shoebox of receipts').waitFor()
  await summary().fill('Receipts for people who draw.')
  await website().fill('moorandkettle.example')
  await website().press('Enter')
  await tag('coffee subscription').waitFor()
  expect([await name().inputValue(), await summary().inputValue()]).toEqual(['Finch', 'Receipts for people who draw.'])
  expect([await tag('shoebox of receipts').count(), await tag('mileage log').count()]).toEqual([1, 0])
})

test('competitors that no page mentions are offered, not filled in', async () => {
  expect(await page.getByRole('button', { name: /^Remove Blue Bottle/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'Add Blue Bottle' }).click()
  await tag('Blue Bottle').waitFor()
  expect(await page.getByRole('button', { name: 'Add Blue Bottle' }).count()).toBe(0)
})

test.each([
  ['nowhere.invalid', "We couldn't find this address"],
  ['192.168.0.1', 'This address belongs to a private network'],
  ['http://[::1]/', 'Enter an address such as example.com'],
  ['two words', 'Enter an address such as example.com'],
  ['', 'Enter an address such as example.com'],
])('"%s" shows an error at the field', async (typed, message) => {
  await openEmptyForm()
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

test('the preview is empty without posts, then shows matches with highlighted words', async () => {
  await openEmptyForm()
  await summary().fill('A simple CRM for small businesses: clients, a sales pipeline and reminders.')
  await preview().getByText('No posts stored yet').waitFor()
  const archive = join(server.dataDir, 'archive.ndjson.gz')
  writeArchive(archive, new Date())
  await server.importForAll(archive)
  await page.getByRole('textbox', { name: 'Keywords' }).fill('simple crm')
  await page.getByRole('textbox', { name: 'Keywords' }).press('Enter')
  await preview()
    .getByText(/\d leads among 66 stored posts/)
    .waitFor()
  const examples = preview().getByRole('listitem')
  expect(await examples.count()).toBeGreaterThan(1)
  expect(await examples.first().locator('mark').count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  await summary().fill('Origami paper')
  await tag('simple crm').click()
  await preview().getByText('No lead among 66 stored posts yet').waitFor()
})

test('the form fits a narrow screen and creates the project', async () => {
  await page.setViewportSize({ width: 375, height: 800 })
  await openEmptyForm()
  await website().fill('fenlight.example')
  await website().press('Enter')
  await tag('Brightmolar').waitFor()
  await page.getByText('View sources').click()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL('**/app/opportunities')
  const [project] = (await (await page.request.get(`${server.address}/api/projects`)).json()).data
  expect(project).toMatchObject({ name: 'Fenlight Studio', website: 'fenlight.example' })
})

test('the form loads less than 40 kB of scripts after sign-up', async () => {
  const context = await browser.newContext()
  const visitor = await context.newPage()
  await signUp(visitor, server.address, emailOf('tomasz'))
  await visitor.getByRole('textbox', { name: 'Website' }).waitFor()
  const fetched = await visitor.evaluate<Script[]>(scriptsFetched)
  const arrival = fetched.find((script) => /setup-/.test(script.name))!.started
  const own = fetched.filter(({ started }) => started >= arrival)
  expect(own.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40_000)
  await context.close()
})

test('no page logged a console error', () => {
  expect(complaints.filter((complaint) => !/status of 400/.test(complaint))).toEqual([])
})
