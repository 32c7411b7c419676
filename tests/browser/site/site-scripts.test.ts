import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
/** The number of requests for the document. */
let documents: number
/** The number of requests for a script that no longer exists on the server. */
let missed: number

beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
})
beforeEach(async () => {
  page = await (await browser.newContext()).newPage()
  documents = 0
  missed = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await page.route('**/assets/color-choice-*.js', (route) => {
    missed += 1
    return route.fulfill({ status: 404 })
  })
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** Makes the server report this build of the site. Null makes the request fail. */
async function serverHas(id: string | null): Promise<void> {
  await page.route('**/assets/builds/site.json', (route) => (id ? route.fulfill({ json: { id } }) : route.abort()))
}

const looked = () => page.waitForEvent('requestfinished', (request) => request.url().endsWith('/builds/site.json'))
const goto = () => page.goto(server.address, { waitUntil: 'networkidle' })

test('a public page is reloaded when its visitor returns and the site has a newer build, but not while they type', async () => {
  await page.unroute('**/assets/color-choice-*.js')
  await goto()
  await serverHas('newer')
  let looks = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/builds/site.json')) looks += 1
  })
  const comeBack = () => page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.evaluate(`(() => {
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
  })()`)
  // The page's scripts start once it is idle, so its visitor may have to return more than once.
  await expect
    .poll(async () => {
      await comeBack()
      return looks
    })
    .toBeGreaterThan(0)
  expect(documents).toBe(1)
  await page.evaluate('document.activeElement.blur()')
  await comeBack()
  await expect.poll(() => documents).toBe(2)
})

describe('a script of a public page that is missing on the server', () => {
  test('reloads the page when the site has a newer build, at most once in ten seconds', async () => {
    await serverHas('newer')
    await goto()
    await expect.poll(() => [documents, missed]).toEqual([2, 2])
    await page.waitForLoadState('networkidle')
    expect([documents, missed]).toEqual([2, 2])
    expect(await page.evaluate(`Date.now() - Number(sessionStorage.getItem('reload:/'))`)).toBeLessThan(600_000)
    // The rest of the page works.
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  })

  test("doesn't reload the page while the visitor types", async () => {
    await page.addInitScript(`document.addEventListener('DOMContentLoaded', () => {
      const field = document.createElement('input')
      document.body.append(field)
      field.focus()
    })`)
    await serverHas('newer')
    await Promise.all([looked(), goto()])
    expect([documents, missed]).toEqual([1, 1])
  })

  test('is skipped when the server has no newer build, since it would be missing again', async () => {
    await Promise.all([looked(), goto()])
    expect([documents, missed]).toEqual([1, 1])
  })

  test('is skipped when the server is unreachable', async () => {
    await serverHas(null)
    await goto()
    await expect.poll(() => missed).toBe(1)
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    expect(documents).toBe(1)
  })
})
