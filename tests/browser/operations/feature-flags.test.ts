import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { flagsKey } from '#platform/contract/flags.ts'
import { openChromium } from '../chromium.ts'
import { signUp } from '../people.ts'
import { flaggedEmail, sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
/** Somebody whose browser keeps nothing from one test to the next. */
let visitor: BrowserContext
let page: Page
let complaints: string[]
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  visitor = await browser.newContext({ viewport: { width: 1440, height: 900 } })
})
afterEach(async () => {
  await page?.evaluate('localStorage.clear()')
  await page?.close()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function newPage(context = visitor): Promise<void> {
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
}

/** Opens the page of flags and waits until its script acts. */
async function goto(): Promise<void> {
  await page.goto(`${server.address}/dev/feature-flags`)
  await page.getByRole('button', { pressed: true }).first().waitFor()
}

const row = (label: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
const says = (label: string, words: string) => row(label).getByText(words, { exact: true }).waitFor()
const choose = (label: string, choice: string) =>
  page.getByRole('group', { name: label }).getByRole('button', { name: choice, exact: true }).click()
const stored = () => page.evaluate<string | null>(`localStorage.getItem('${flagsKey}')`)

/** Whether a page is fetched ahead where the focus comes to a link to it, once all scripts have come. */
async function fetchesAhead(): Promise<boolean> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).focus()
  return (await page.locator('link[rel=prefetch]').count()) > 0
}

test('the page of flags says how each is, and is not to be listed', async () => {
  await newPage()
  await goto()
  expect(await page.title()).toBe('Feature Flags')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await says('Product tours', 'On, as usual')
  await says('Full motion', 'Off, as usual')
  expect(complaints).toEqual([])
  const sitemap = await page.request.get(`${server.address}/sitemap.xml`)
  expect(await sitemap.text()).not.toContain('/dev/')
})

test('a choice is kept in this browser, works from the next page on, and can be taken back', async () => {
  await newPage()
  await goto()
  await choose('Prefetch pages', 'Off')
  await says('Prefetch pages', 'Off, as you chose in this browser')
  expect(await stored()).toBe('{"prefetch":false}')
  await goto()
  await says('Prefetch pages', 'Off, as you chose in this browser')
  expect(await fetchesAhead()).toBe(false)
  await page.getByRole('button', { name: 'Take back all' }).click()
  await says('Prefetch pages', 'On, as usual')
  expect(await stored()).toBeNull()
  await goto()
  expect(await fetchesAhead()).toBe(true)
})

test('what is not safe to choose says why, and a stored choice about it is ignored', async () => {
  await newPage()
  await page.addInitScript(`localStorage.setItem('${flagsKey}', '{"buildReload":false,"tours":false}')`)
  await goto()
  await says('Product tours', 'Off, as you chose in this browser')
  await says('Reload after updates', 'On, as usual')
  await row('Reload after updates').getByText('Not to be set here.').waitFor()
  expect(await row('Reload after updates').getByRole('button').count()).toBe(0)
})

test('stored flags that are no JSON are none, and the next choice writes over them', async () => {
  await newPage()
  await page.goto(`${server.address}/robots.txt`)
  await page.evaluate((key) => localStorage.setItem(key, '{"tours":fal'), flagsKey)
  await goto()
  await says('Product tours', 'On, as usual')
  await choose('Product tours', 'Off')
  expect(await stored()).toBe('{"tours":false}')
  expect(complaints).toEqual([])
})

test('a browser that keeps nothing says that the choice ends with the page', async () => {
  await newPage()
  await page.addInitScript(`Storage.prototype.setItem = () => { throw new Error('full') }`)
  await goto()
  await choose('Product tours', 'Off')
  await page.getByRole('status').getByText('This browser keeps nothing').waitFor()
  await says('Product tours', 'Off, as you chose in this browser')
})

test('another tab that chooses is followed', async () => {
  await newPage()
  await goto()
  const other = await page.context().newPage()
  await other.goto(`${server.address}/robots.txt`)
  await other.evaluate((key) => localStorage.setItem(key, '{"tours":false}'), flagsKey)
  await says('Product tours', 'Off, as you chose in this browser')
  await other.close()
})

test('what the operator set for a user holds for them alone, until they choose otherwise', async () => {
  await newPage(await browser.newContext())
  await signUp(page, server.address, flaggedEmail)
  await goto()
  await says('Prefetch pages', 'Off, as it is set for your account')
  await says('Reload after updates', 'Off, as it is set for your account')
  await says('Product tours', 'On, as usual')
  expect(await fetchesAhead()).toBe(false)
  await choose('Prefetch pages', 'On')
  await says('Prefetch pages', 'On, as you chose in this browser')
})

test('a change moves for a quarter of a second, where less motion is asked for only by its flag', async () => {
  await newPage()
  await page.addInitScript(`{
    window.moves = []
    const { animate } = Element.prototype
    Element.prototype.animate = function (keyframes, { duration, easing }) {
      moves.push([duration, easing])
      return animate.apply(this, arguments)
    }
  }`)
  await goto()
  await choose('Product tours', 'Off')
  await says('Product tours', 'Off, as you chose in this browser')
  expect(await page.evaluate('moves')).toEqual([])
  await choose('Full motion', 'On')
  await page.evaluate('moves.length = 0')
  await choose('Product tours', 'On')
  await says('Product tours', 'On, as you chose in this browser')
  const moves = await page.evaluate<unknown[]>('moves')
  expect(moves.length).toBeGreaterThan(0)
  for (const move of moves) expect(move).toEqual([250, 'ease-in-out'])
})

test('without scripts there is nothing to choose, and that is said', async () => {
  await newPage(await browser.newContext({ javaScriptEnabled: false }))
  await page.goto(`${server.address}/dev/feature-flags`)
  await page.getByText('Flags are read and set by a script.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})
