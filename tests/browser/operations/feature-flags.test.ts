import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { flagsKey } from '#platform/contract/flags.ts'
import { ask } from '../../support/databases.ts'
import { openChromium } from '../chromium.ts'
import { register } from '../people.ts'
import { flaggedEmail, sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
/** A browser that keeps nothing between tests. */
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

/** Opens the page of flags and waits until its script has run. */
async function goto(): Promise<void> {
  await page.goto(`${server.address}/dev/feature-flags`)
  await page.getByRole('button', { pressed: true }).first().waitFor()
}

const row = (label: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
const says = (label: string, words: string) => row(label).getByText(words, { exact: true }).waitFor()
const choose = (label: string, choice: string) =>
  page.getByRole('group', { name: label }).getByRole('button', { name: choice, exact: true }).click()
const stored = () => page.evaluate<string | null>(`localStorage.getItem('${flagsKey}')`)

/** Returns whether focusing a link prefetches its page, after all scripts have loaded. */
async function fetchesAhead(): Promise<boolean> {
  await page.waitForLoadState('networkidle')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).focus()
  return (await page.locator('link[rel=prefetch]').count()) > 0
}

test('the flags page shows the state of each flag and is not indexed', async () => {
  await newPage()
  await goto()
  expect(await page.title()).toBe('Feature Flags')
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await says('Product tours', 'On (default)')
  await says('Full motion', 'Off (default)')
  expect(complaints).toEqual([])
  const sitemap = await page.request.get(`${server.address}/sitemap.xml`)
  expect(await sitemap.text()).not.toContain('/dev/')

  // A choice in another tab applies.
  const other = await page.context().newPage()
  await other.goto(`${server.address}/robots.txt`)
  await other.evaluate((key) => localStorage.setItem(key, '{"tours":false}'), flagsKey)
  await says('Product tours', 'Off (set in this browser)')
  await other.close()
})

test('a choice is stored in this browser, applies from the next page, and can be reset', async () => {
  await newPage()
  await goto()
  await choose('Page prefetching', 'Off')
  await says('Page prefetching', 'Off (set in this browser)')
  expect(await stored()).toBe('{"prefetch":false}')
  await goto()
  await says('Page prefetching', 'Off (set in this browser)')
  expect(await fetchesAhead()).toBe(false)
  await page.getByRole('button', { name: 'Reset all' }).click()
  await says('Page prefetching', 'On (default)')
  expect(await stored()).toBeNull()
  await goto()
  expect(await fetchesAhead()).toBe(true)
})

test('a flag that is unsafe to change shows why, and a stored choice for it is ignored', async () => {
  await newPage()
  await page.addInitScript(`localStorage.setItem('${flagsKey}', '{"buildReload":false,"tours":false}')`)
  await goto()
  await says('Product tours', 'Off (set in this browser)')
  await says('Automatic reload', 'On (default)')
  await row('Automatic reload').getByText("Can't be changed here.").waitFor()
  expect(await row('Automatic reload').getByRole('button').count()).toBe(0)
})

test('stored flags that are not JSON are ignored and overwritten, and a browser without storage says so', async () => {
  await newPage()
  await page.goto(`${server.address}/robots.txt`)
  await page.evaluate((key) => localStorage.setItem(key, '{"tours":fal'), flagsKey)
  await goto()
  await says('Product tours', 'On (default)')
  await choose('Product tours', 'Off')
  expect(await stored()).toBe('{"tours":false}')
  expect(complaints).toEqual([])

  // Without storage, the choice ends with the page.
  await page.evaluate(`Storage.prototype.setItem = () => { throw new Error('full') }`)
  await choose('Product tours', 'On')
  await page.getByRole('status').getByText('This browser blocks storage').waitFor()
  await says('Product tours', 'On (set in this browser)')
})

test("the operator's flags apply to one user only, until the user chooses otherwise", async () => {
  // An earlier try of this test may have the address.
  const free = `update "user" set email = id || '@gone.example', username = id::text where email = $1`
  await ask(server.databaseUrl, free, [flaggedEmail])
  const context = await browser.newContext()
  await register(context, server, flaggedEmail)
  await newPage(context)
  await goto()
  await says('Page prefetching', 'Off (set for your account)')
  await says('Automatic reload', 'Off (set for your account)')
  await says('Product tours', 'On (default)')
  expect(await fetchesAhead()).toBe(false)
  await choose('Page prefetching', 'On')
  await says('Page prefetching', 'On (set in this browser)')
})

test('changes animate for a quarter of a second, under reduced motion only with a flag', async () => {
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
  await says('Product tours', 'Off (set in this browser)')
  expect(await page.evaluate('moves')).toEqual([])
  await choose('Full motion', 'On')
  await page.evaluate('moves.length = 0')
  await choose('Product tours', 'On')
  await says('Product tours', 'On (set in this browser)')
  const moves = await page.evaluate<unknown[]>('moves')
  expect(moves.length).toBeGreaterThan(0)
  for (const move of moves) expect(move).toEqual([250, 'ease-in-out'])
})

test('without scripts a message replaces the choices', async () => {
  await newPage(await browser.newContext({ javaScriptEnabled: false }))
  await page.goto(`${server.address}/dev/feature-flags`)
  await page.getByText('Feature flags need JavaScript.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})
