import { createServer, type Server } from 'node:http'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { iconHostPort, sharedServer, type TestServer } from '../test-server.ts'

let host: Server
let server: TestServer
let browser: Browser
let page: Page
/** The paths requested from the other host. */
let asked: string[]
/** The icon requests of the pages, and their console errors. */
let requests: string[]
let complaints: string[]

beforeAll(async () => {
  host = createServer((request, response) => {
    asked.push(request.url ?? '')
    const icons = { google: { body: '<path fill="currentColor" d="M4 4h16v16H4z"/>' } }
    response.writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify({ prefix: 'bxl', width: 24, height: 24, icons }))
  })
  await new Promise<void>((done) => host.listen(iconHostPort, '127.0.0.1', done))
  server = await sharedServer()
  browser = await openChromium()
})
beforeEach(async () => {
  ;[asked, requests, complaints] = [[], [], []]
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  page.on('request', (request) => request.url().includes('.json?icons=') && requests.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  host?.close()
})

const mark = (provider: string) => page.getByRole('link', { name: `Continue with ${provider}` }).locator('span')
const picture = (provider: string) => mark(provider).evaluate(({ style }) => style.maskImage)

test("sign-in providers show their logos, which load together from Earshot's own server", async () => {
  await page.goto(`${server.address}/auth/login`)
  for (const provider of ['Google', 'GitHub', 'Reddit']) {
    await expect.poll(() => picture(provider)).toContain('data:image/svg+xml')
    const box = await mark(provider).boundingBox()
    expect([box?.width, box?.height]).toEqual([20, 20])
  }
  expect(requests).toEqual([`${server.address}/icons/bxl.json?icons=google,github,reddit`])
  expect(asked).toEqual([])
  expect(complaints).toEqual([])
})

test("if Earshot's server fails, logos load from the configured host, and missing ones leave a gap", async () => {
  await page.route('**/icons/*', (route) => route.fulfill({ status: 503 }))
  await page.goto(`${server.address}/auth/login`)
  await expect.poll(() => picture('Google')).toContain('M4 4h16v16H4z')
  expect(asked).toEqual(['/sets/bxl.json?icons=google,github,reddit'])
  expect(await picture('Reddit')).toBe('')
  expect((await mark('Reddit').boundingBox())?.width).toBe(20)
  // The page's security policy allows the host.
  expect(complaints.filter((line) => line.includes('Content Security Policy'))).toEqual([])
})

test("if Earshot's server has no such icons, no other host is asked", async () => {
  await page.route('**/icons/*', (route) => route.fulfill({ status: 404 }))
  await page.goto(`${server.address}/auth/login`)
  await expect.poll(() => requests.length).toBe(1)
  await page.getByRole('link', { name: 'Continue with Google' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect([requests.length, asked]).toEqual([1, []])
})
