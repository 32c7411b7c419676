import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { passTimeUntil } from '../in-page.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page

beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  page = await (await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })).newPage()
  await page.clock.install()
  await page.goto(`${server.address}/reddit-marketing-guide`, { waitUntil: 'networkidle' })
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const beginning = 'For [their case: four people, no budget for training]'
const copyButton = () => page.getByRole('button', { name: 'Copy' }).first()

test('one press copies a template, and the button briefly confirms it', async () => {
  await copyButton().click()
  const button = page.getByRole('button', { name: 'Copied' })
  await button.waitFor()
  const copied = await page.evaluate<string>('navigator.clipboard.readText()')
  expect(copied.startsWith(beginning)).toBe(true)
  expect(copied.split('\n')).toHaveLength(3)
  await passTimeUntil(button, 0)
})

test('a template is selected when the page has no clipboard access', async () => {
  await page.evaluate(`Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })`)
  await copyButton().click()
  await page.getByRole('button', { name: 'Selected' }).waitFor()
  expect(await page.evaluate<string>('String(getSelection())')).toContain(beginning)
})
