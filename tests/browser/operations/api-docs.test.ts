import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { faultsOf } from '../in-page.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test.each([
  [1440, 'light'],
  [375, 'dark'],
] as const)(
  'the API reference is accessible at %i px in %s colors, and requests nothing else',
  async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
    const page = await context.newPage()
    const requested: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    page.on('console', (message) => complaints.push(message.text()))
    await page.goto(`${server.address}/api/docs`)
    await page.locator('summary').getByText('/opportunities', { exact: true }).first().click()
    await page.locator('#opportunitiesFind').getByRole('heading', { name: 'Parameters' }).waitFor()

    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    expect(requested.filter((path) => path !== '/favicon.ico')).toEqual(['/api/docs'])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('a link to a schema opens it', async () => {
  const page = await browser.newPage()
  await page.goto(`${server.address}/api/docs#Opportunity`)
  await page.locator('#Opportunity').getByText('score', { exact: true }).first().waitFor()
  await page.close()
})
