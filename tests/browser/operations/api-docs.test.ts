import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { contrastFaultsOf, faultsOf } from '../in-page.ts'
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

test('the API reference is accessible on a desktop and a phone, in light and dark colors, and requests nothing else', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  const page = await context.newPage()
  const requested: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  page.on('console', (message) => complaints.push(message.text()))
  // A link to a schema opens it.
  await page.goto(`${server.address}/api/docs#Opportunity`)
  await page.locator('#Opportunity').getByText('score', { exact: true }).first().waitFor()
  await page.locator('summary').getByText('/opportunities', { exact: true }).first().click()
  await page.locator('#opportunitiesFind').getByRole('heading', { name: 'Parameters' }).waitFor()
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(1440)
  // All parts have the same markup, and axe would take seconds to read 39,000 elements.
  await page.evaluate(
    `[...document.querySelectorAll('details:not([open])')].slice(10).forEach((each) => each.remove())`,
  )
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark' })
  // Nothing else differs there.
  expect([await contrastFaultsOf(page), await width()]).toEqual([[], 375])
  expect(requested.filter((path) => path !== '/favicon.ico')).toEqual(['/api/docs'])
  expect(complaints).toEqual([])
  await context.close()
})
