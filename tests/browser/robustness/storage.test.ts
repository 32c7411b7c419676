import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { openShell, type Shell } from '../open-shell.ts'
import { createProject, emailOf, password, register, selectProject, signUp } from '../people.ts'
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

/** A script that runs in each page first. It simulates a browser whose local storage is disabled and the other one full. */
const refusing = `
  Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError') } })
  Storage.prototype.setItem = () => { throw new DOMException('no room', 'QuotaExceededError') }`

/** A script that runs in each page first and logs which keys are read. */
const loggingReads = `{
  const { getItem } = Storage.prototype
  Storage.prototype.getItem = function (key) {
    console.debug('asked for ' + key)
    return getItem.call(this, key)
  }
}`

/** The readers' own tests try other values, such as platform/contract/tours.test.ts and draft.test.ts. */
const broken = ['{"opportunitiesTourCompleted":tr', '{"userId":{},"ids":{},"title":7,"name":[],"mode":{"a":1}}']

/**
 * Returns a script that runs in each page first. It stores nothing but truncated JSON and objects of another shape
 * under these keys, by turns.
 */
const storing = (names: readonly string[]) => `for (const storage of [localStorage, sessionStorage]) {
  storage.clear()
  for (const [index, name] of ${JSON.stringify(names)}.entries())
    storage.setItem(name, ${JSON.stringify(broken)}[index % 2])
}`

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

/** Signs in and visits leads, their tour, the palette and the form of a new project. */
async function walkThroughApp(): Promise<void> {
  await goto('/auth/login')
  await page.getByLabel('Email').fill(shell.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/opportunities')
  await rows().first().waitFor()
  const skip = page.getByRole('button', { name: 'Skip tour' })
  await skip.click()
  await skip.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await choose('keywords', 'Keywords')
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  await choose('new project', 'New project')
  await page.waitForURL('**/app/setup')
  await page.getByLabel('Product name').fill('Sundial')
  expect(await page.getByLabel('Product name').inputValue()).toBe('Sundial')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await rows().first().waitFor()
  // It is shown once per page, even if that can't be stored.
  expect(await skip.count()).toBe(0)
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

test('when storage is disabled or full, the app and the site work', async () => {
  await open(refusing)
  await walkThroughSite()
  await walkThroughApp()
  expect(complaints).toEqual([])
})

test('with broken values under each key of its storage, the app and the site read it and work', async () => {
  const ofApp = ['productTourState', 'selectedProjectId', 'recentCommands', 'shortcuts', 'setupUnsaved', 'leadsLook']
  const ofSite = [
    'color-mode',
    'marketingEmail',
    'exitIntentShown',
    'handedNotices',
    'featureFlags',
    'plausible_ignore',
  ]
  /** Keys that are read only after an invitation or when part of a page is missing, or by banners. */
  const rareKeys = [
    'invitation',
    'reload:/app/settings/project/competitors',
    'confirmLater',
    `realSince ${shell.project}`,
    `billing ${shell.project}`,
  ]
  const names = new Set<string>()
  await open(storing([...ofApp, ...ofSite, ...rareKeys]) + loggingReads)
  page.on('console', (message) => {
    const [, name] = /^asked for (.+)$/.exec(message.text()) ?? []
    if (name) names.add(name)
  })
  await walkThroughSite()
  await expect.poll(() => ofSite.filter((name) => !names.has(name))).toEqual([])
  await walkThroughApp()
  expect(ofApp.filter((name) => !names.has(name))).toEqual([])
  expect(complaints).toEqual([])
  await openMissingPart()
})

test("one user's activity is never shown to the next user in the same tab", async () => {
  const context = await shell.context.browser()!.newContext()
  await open('', context)
  await register(context, shell.server, emailOf('ada'))
  const left = await createProject(context, shell.server)
  await selectProject(page, shell.server, left)
  const secret = 'Difference Engine No. 3'
  await goto('/app/setup')
  await page.getByLabel('Product name').fill(secret)
  await page.getByLabel('Product description').fill(`${secret}, for the admiralty`)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'New' }).waitFor()
  await choose('competitors', 'Competitors')
  await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
  await choose('new project', 'New project')
  await page.waitForURL('**/app/setup')
  await expect.poll(() => page.getByLabel('Product name').inputValue()).toBe(secret)
  await page.context().clearCookies()

  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url() + (request.postData() ?? '')))
  await signUp(page, shell.server.address, emailOf('mary'))
  expect(await page.getByLabel('Product name').inputValue()).toBe('')
  expect(await page.getByLabel('Product description').inputValue()).toBe('')
  await createProject(context, shell.server)
  await goto('/app/opportunities')
  await page.getByRole('tab', { name: 'New' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  expect(await page.getByRole('group', { name: 'Recent' }).count()).toBe(0)
  expect(asked.filter((each) => each.includes(left))).toEqual([])
})
