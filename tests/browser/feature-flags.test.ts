import { flagsKey } from '@earshot/contract/flags'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openChromium } from './chromium.ts'
import { faultsOf } from './in-page.ts'
import { signUp } from './people.ts'
import { flaggedEmail, sharedServer, type TestServer } from './test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
let complaints: string[]
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
})
afterEach(() => page?.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function newPage(options: BrowserContextOptions = {}): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  page = await context.newPage()
  complaints = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
}

const goto = (path = '/dev/feature-flags') => page.goto(server.address + path, { waitUntil: 'networkidle' })
const row = (label: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label }) })
const says = (label: string, words: string) => row(label).getByText(words, { exact: true }).waitFor()
const choose = (label: string, choice: string) =>
  page.getByRole('group', { name: label }).getByRole('button', { name: choice, exact: true }).click()
const stored = () => page.evaluate<string | null>(`localStorage.getItem('${flagsKey}')`)

/** Whether a page is fetched ahead where the focus comes to a link to it. */
async function fetchesAhead(): Promise<boolean> {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).focus()
  return (await page.locator('link[rel=prefetch]').count()) > 0
}

test.each([
  [1440, 'light'],
  [1440, 'dark'],
  [375, 'light'],
] as const)(
  'the page of flags is whole and accessible at %i px in %s, and not to be listed',
  async (width, colorScheme) => {
    await newPage({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
    await goto()
    expect(await page.title()).toBe('Feature Flags')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    await says('Product tours', 'On, as usual')
    await says('Motion in any case', 'Off, as usual')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(await faultsOf(page)).toEqual([])
    expect(complaints).toEqual([])
    const sitemap = await page.request.get(`${server.address}/sitemap.xml`)
    expect(await sitemap.text()).not.toContain('/dev/')
  },
)

test('a choice is kept in this browser, works from the next page on, and can be taken back', async () => {
  await newPage()
  await goto()
  await choose('Pages fetched ahead', 'Off')
  await says('Pages fetched ahead', 'Off, as you chose in this browser')
  expect(await stored()).toBe('{"prefetch":false}')
  await goto()
  await says('Pages fetched ahead', 'Off, as you chose in this browser')
  expect(await fetchesAhead()).toBe(false)
  await page.getByRole('button', { name: 'Take back all' }).click()
  await says('Pages fetched ahead', 'On, as usual')
  expect(await stored()).toBeNull()
  await goto()
  expect(await fetchesAhead()).toBe(true)
})

test('what is not safe to choose says why, and a stored choice about it is ignored', async () => {
  await newPage()
  await page.addInitScript(`localStorage.setItem('${flagsKey}', '{"buildReload":false,"tours":false}')`)
  await goto()
  await says('Product tours', 'Off, as you chose in this browser')
  await says('Reload of old pages', 'On, as usual')
  await row('Reload of old pages').getByText('Not to be set here.').waitFor()
  expect(await row('Reload of old pages').getByRole('button').count()).toBe(0)
})

test.each(['{"tours":fal', '[]', 'null', '"x"'])(
  'stored flags of %s are none, and the next choice writes over them',
  async (corrupt) => {
    await newPage()
    await goto()
    await page.evaluate(([key, value]) => localStorage.setItem(key!, value!), [flagsKey, corrupt])
    await goto()
    await says('Product tours', 'On, as usual')
    await choose('Product tours', 'Off')
    expect(await stored()).toBe('{"tours":false}')
    expect(complaints).toEqual([])
  },
)

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
  await other.goto(server.address)
  await other.evaluate((key) => localStorage.setItem(key, '{"tours":false}'), flagsKey)
  await says('Product tours', 'Off, as you chose in this browser')
})

test('what the operator set for a user holds for them alone, until they choose otherwise', async () => {
  await newPage()
  await signUp(page, server.address, flaggedEmail)
  await goto()
  await says('Pages fetched ahead', 'Off, as it is set for your account')
  await says('Reload of old pages', 'Off, as it is set for your account')
  await says('Product tours', 'On, as usual')
  expect(await fetchesAhead()).toBe(false)
  await choose('Pages fetched ahead', 'On')
  await says('Pages fetched ahead', 'On, as you chose in this browser')
})

test('a change moves for a quarter of a second, where less motion is asked for only by its flag', async () => {
  await newPage({ reducedMotion: 'reduce' })
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
  await choose('Motion in any case', 'On')
  await page.evaluate('moves.length = 0')
  await choose('Product tours', 'On')
  await says('Product tours', 'On, as you chose in this browser')
  const moves = await page.evaluate<unknown[]>('moves')
  expect(moves.length).toBeGreaterThan(0)
  for (const move of moves) expect(move).toEqual([250, 'ease-in-out'])
})

test('without scripts there is nothing to choose, and that is said', async () => {
  await newPage({ javaScriptEnabled: false })
  await goto()
  await page.getByText('Flags are read and set by a script.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
})
