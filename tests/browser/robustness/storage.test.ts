import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { openShell, type Shell } from '../open-shell.ts'
import { emailOf, password, setUp, signUp, studio } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
/** A browser of a signed-out visitor. Each page sets up its own storage. */
let visitor: BrowserContext
let page: Page
/** The errors that the page threw or logged. */
let complaints: string[]

beforeTries(async () => {
  shell = await openShell()
  visitor = await shell.context.browser()!.newContext({ viewport: { width: 1440, height: 900 } })
})
afterAll(() => shell?.close())
afterEach(() => page?.close())

/** Scripts that run in each page first. They simulate disabled and full storage. */
const refusals = {
  disabled: `for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`,
  full: `Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError') }`,
}

/** A script that runs in each page first and logs which keys are read. */
const loggingReads = `{
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    console.debug('asked for ' + key)
    return getItem.call(this, key)
  }
}`

/** Returns a script that runs in each page first. It stores this value under these keys and nothing else. */
const storing = (names: Iterable<string>, value: string) => `for (const storage of [localStorage, sessionStorage]) {
  storage.clear()
  for (const name of ${JSON.stringify([...names])}) storage.setItem(name, ${JSON.stringify(value)})
}`

/** The readers' own tests try other values, such as platform/contract/tours.test.ts and draft.test.ts. */
const corrupt: [string, string][] = [
  ['truncated JSON', '{"opportunitiesTourCompleted":tr'],
  ['an object of another shape', '{"userId":{},"ids":{},"title":7,"name":[],"mode":{"a":1}}'],
]

/** Opens a page as a signed-out visitor with this storage. */
async function open(storage: string, context = visitor): Promise<void> {
  await context.clearCookies()
  page = await context.newPage()
  complaints = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  await page.addInitScript(storage)
}

const goto = (path: string) => page.goto(shell.server.address + path)
const rows = () => page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')

async function choose(typed: string, option: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(typed)
  await page.getByRole('option', { name: option }).first().click()
}

/** Opens the site and changes its colors. */
async function walkThroughSite(): Promise<void> {
  // The last script of the site requests the configuration.
  const configured = page.waitForResponse('**/api/config')
  await goto('/')
  await configured
  await page.getByRole('button', { name: 'System', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.getByRole('button', { name: 'Dark', pressed: true }).waitFor()
  expect(await page.locator('html').getAttribute('class')).toContain('dark')
}

/** Signs in and visits leads, the tour unless it is done, the palette and the form of a new project. */
async function walkThroughApp({ isShownTour }: { isShownTour: boolean }): Promise<void> {
  await goto('/auth/login')
  await page.getByLabel('Email').fill(shell.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/opportunities')
  await rows().first().waitFor()
  if (isShownTour) {
    const skip = page.getByRole('button', { name: 'Skip tour' })
    await skip.click()
    await skip.waitFor({ state: 'detached' })
  }
  await page.keyboard.press('j')
  await choose('keywords', 'Keywords')
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  await choose('new project', 'New project')
  await page.waitForURL('**/app/setup')
  await page.getByLabel('Product name').fill('Sundial')
  expect(await page.getByLabel('Product name').inputValue()).toBe('Sundial')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await rows().first().waitFor()
}

/** Opens a part of the app whose script is missing on the server until the page is reloaded. */
async function openMissingPart(): Promise<void> {
  let isReloaded = false
  page.on('request', (request) => {
    isReloaded ||= request.isNavigationRequest()
  })
  await page.route('**/assets/competitors-*.js', (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 404 }),
  )
  await choose('competitors', 'Competitors')
  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
  expect(isReloaded).toBe(true)
}

test.each(Object.entries(refusals))('when storage is %s, the app and the site work', async (name, refusal) => {
  await open(refusal)
  await walkThroughSite()
  // The test browsers store that the tour is done, which only a full storage can still return.
  await walkThroughApp({ isShownTour: name !== 'full' })
  expect(complaints).toEqual([])
})

describe('when storage holds foreign values', () => {
  const names = new Set<string>()
  const ofApp = ['productTourState', 'selectedProjectId', 'recentCommands', 'shortcuts', 'setupUnsaved']
  const ofSite = [
    'color-mode',
    'marketingEmail',
    'exitIntentShown',
    'handedNotices',
    'featureFlags',
    'plausible_ignore',
  ]
  /** Keys that are read only after an invitation or when part of a page is missing. */
  const rareKeys = ['invitation', 'reload:/app/settings/project/competitors']

  // The first finds keys with the ID of the project, which the second fills too.
  test.each(corrupt)('with %s under each key, the app and the site read it and work', async (_, value) => {
    await open(storing(new Set([...names, ...ofApp, ...ofSite, ...rareKeys]), value) + loggingReads)
    page.on('console', (message) => {
      const [, name] = /^asked for (.+)$/.exec(message.text()) ?? []
      if (name) names.add(name)
    })
    await walkThroughSite()
    await expect.poll(() => ofSite.filter((name) => !names.has(name))).toEqual([])
    await walkThroughApp({ isShownTour: true })
    expect(ofApp.filter((name) => !names.has(name))).toEqual([])
    expect(complaints).toEqual([])
    if (value.startsWith('{"opp')) await openMissingPart()
  })
})

const product = { ...studio, keywords: ['simple crm'], competitors: [] }

test("one user's activity is never shown to the next user in the same tab", async () => {
  await open('', await shell.context.browser()!.newContext())
  const { address } = shell.server
  await signUp(page, address, emailOf('ada'))
  const secret = 'Difference Engine No. 3'
  await page.getByLabel('Product name').fill(secret)
  await page.getByLabel('Product description').fill(`${secret}, for the admiralty`)
  await setUp(page, product)
  await choose('competitors', 'Competitors')
  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
  await choose('new project', 'New project')
  await page.waitForURL('**/app/setup')
  await page.getByLabel('Product name').fill(secret)
  await page.reload()
  await expect.poll(() => page.getByLabel('Product name').inputValue()).toBe(secret)
  const left = await page.evaluate(() => localStorage.getItem('selectedProjectId'))
  await page.context().clearCookies()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await signUp(page, address, emailOf('mary'))
  expect(await page.getByLabel('Product name').inputValue()).toBe('')
  expect(await page.getByLabel('Product description').inputValue()).toBe('')
  await setUp(page, product)
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('group', { name: 'Recent' }).count()).toBe(0)
  expect(left).toMatch(/^[0-9a-f-]{36}$/)
  expect(asked.filter((each) => each.includes(left!))).toEqual([])
})
