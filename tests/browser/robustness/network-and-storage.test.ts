import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endSession, goWithinApp, passTimeUntil } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { createProject, emailOf, password, register, selectProject, signUp } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
/** A browser of a signed-out visitor. Each page sets up its own storage. */
let visitor: BrowserContext
/** A page with storage that a test sets up. */
let page: Page
/** The errors that the page threw or logged. */
let complaints: string[]

beforeTries(async () => {
  shell = await openShell()
  await shell.page.clock.install()
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
  await endSession(page)

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

describe('the network', () => {
  beforeEach(async () => {
    await shell.show()
    await shell.rows().first().waitFor()
    // The code of the lead panel loads after the rows.
    await shell.page.locator('#detail-title').waitFor()
    // Later still, and never again if the network is away at that moment.
    await shell.page.getByRole('button', { name: 'System status' }).waitFor()
    await shell.page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
  })
  afterEach(async () => {
    await shell.context.setOffline(false)
    await shell.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const heldLocks = 'navigator.locks.query().then(({ held }) => held.map(({ name }) => name))'
  const unreachable = "Couldn't reach the server"

  describe('offline', () => {
    test('a list that failed to load shows why, as the status bar does, also while retrying, and both recover once the network is back', async () => {
      const status = shell.page.getByRole('status').filter({ hasText: 'Live updates disconnected. Reconnecting…' })
      // The code of the stream loads last. Without it the status bar wouldn't notice that the network is away.
      await expect.poll(() => shell.page.evaluate(heldLocks)).toContain(`earshot events ${shell.project}`)
      await shell.context.setOffline(true)
      await shell.page.getByRole('tab', { name: 'Saved' }).click()
      const failure = shell.page.getByRole('alert').filter({ hasText: "Couldn't load leads" })
      await passTimeUntil(failure.getByText(unreachable))
      await passTimeUntil(status)
      await failure.getByRole('button', { name: 'Try again' }).click()
      await failure.getByText('Trying again…').waitFor()
      await shell.context.setOffline(false)
      await shell.page.getByText('No saved leads').waitFor()
      await status.waitFor({ state: 'detached' })
      expect(await failure.count()).toBe(0)
    })

    test('project settings keep the typed text, show the error, and are saved on the next try', async () => {
      await goWithinApp(shell.page, '/app/settings/project/main')
      const summary = shell.page.getByLabel('Product description')
      await summary.fill('A simple CRM for studios')
      await shell.context.setOffline(true)
      await shell.page.getByRole('button', { name: 'Save changes', exact: true }).click()
      await shell.page.getByText(unreachable).first().waitFor()
      expect(await summary.inputValue()).toBe('A simple CRM for studios')
      await shell.context.setOffline(false)
      await shell.page.getByRole('button', { name: 'Save changes', exact: true }).click()
      await shell.page.getByText('Project settings saved').waitFor()
    })

    test('a keyword that could not be added stays in its field, and is added on the next try', async () => {
      await goWithinApp(shell.page, '/app/settings/project/keywords')
      const field = shell.page.getByLabel('Add keywords')
      await field.fill('overdue invoices')
      await shell.context.setOffline(true)
      await shell.page.getByRole('button', { name: 'Add', exact: true }).click()
      await shell.page.getByText(unreachable).first().waitFor()
      expect(await field.inputValue()).toBe('overdue invoices')
      await shell.context.setOffline(false)
      await shell.page.getByRole('button', { name: 'Add', exact: true }).click()
      await shell.page.getByRole('list', { name: 'Keywords' }).getByText('overdue invoices').waitFor()
    })

    let projects = 0
    test('the form of a new project keeps its input, and the next try creates exactly one project', async () => {
      const name = `Sundial ${++projects}`
      await goWithinApp(shell.page, '/app/setup')
      await shell.page.getByLabel('Product name').fill(name)
      await shell.page.getByLabel('Product description').fill('Sundials for the northern garden')
      await shell.context.setOffline(true)
      const start = shell.page.getByRole('button', { name: 'Skip the rest' })
      await start.click()
      await shell.page.getByText(unreachable).first().waitFor()
      expect(await shell.page.getByLabel('Product name').inputValue()).toBe(name)
      await shell.context.setOffline(false)
      await start.click()
      await shell.page.waitForURL('**/app/opportunities')
      await shell.page.getByRole('button', { name: `Project: ${name}` }).click()
      await shell.page.getByRole('menuitem', { name: 'Deskbook' }).waitFor()
      expect(await shell.page.getByRole('menuitem', { name }).count()).toBe(1)
      await shell.page.getByRole('menuitem', { name: 'Deskbook' }).click()
      await shell.rows().first().waitFor()
    })
  })

  test('on a slow connection a list shows that it loads, and repeated presses send a form once', async () => {
    let answer = () => {}
    let held = new Promise<void>((done) => {
      answer = done
    })
    await shell.page.route(/\/api\/opportunities\?/, async (route) => held.then(() => route.continue()))
    await shell.page.getByRole('tab', { name: 'Rejected' }).click()
    await shell.page.getByRole('main').getByRole('status', { name: 'Loading' }).first().waitFor()
    answer()
    await shell.page.getByText('No rejected leads').waitFor()

    await goWithinApp(shell.page, '/app/settings/project/main')
    const summary = shell.page.getByLabel('Product description')
    await summary.fill('A simple CRM for studios of one to ten people')
    held = new Promise<void>((done) => {
      answer = done
    })
    let sent = 0
    await shell.page.route(/\/api\/projects\/[^/?]+$/, async (route) => {
      if (route.request().method() === 'PUT') sent += 1
      await held
      await route.continue()
    })
    await shell.page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await shell.page.getByRole('button', { name: 'Saving…' }).dispatchEvent('click')
    await shell.page.getByLabel('Product name').press('Enter')
    answer()
    await shell.page.getByText('Project settings saved').waitFor()
    expect(sent).toBe(1)
  })

  /** A third-party script that runs in each page first: it throws on load, later, and at every interaction. */
  const foreign = `
    const fail = (where) => { throw new Error('foreign script, ' + where) }
    setTimeout(fail, 0, 'at once')
    setTimeout(fail, 1500, 'later')
    Promise.reject(new Error('foreign script, promised'))
    for (const event of ['click', 'keydown', 'submit', 'focusin', 'pointerover', 'popstate', 'storage', 'load'])
      addEventListener(event, () => fail(event), true)
    new MutationObserver(() => fail('mutation')).observe(document, { childList: true, subtree: true })`

  test('a third-party script that throws constantly breaks neither the site nor the app', async () => {
    const other = await shell.context.newPage()
    const own: string[] = []
    let foreignErrors = 0
    other.on('pageerror', ({ message }) => {
      if (message.includes('foreign script')) foreignErrors += 1
      else own.push(message)
    })
    await other.addInitScript(foreign)
    await other.goto(`${shell.server.address}/`)
    await other.getByRole('button', { name: 'System', pressed: true }).waitFor()
    await other.getByRole('button', { name: 'Dark' }).click()
    await other.getByRole('button', { name: 'Dark', pressed: true }).waitFor()
    await other.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
    await other.getByRole('heading', { level: 1, name: 'The Earshot blog' }).waitFor()

    await other.goto(`${shell.server.address}/app/opportunities`)
    const rows = other.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
    await rows.first().waitFor()
    await other.keyboard.press('Control+k')
    await other.getByRole('combobox', { name: 'Search or jump to' }).fill('keywords')
    await other.getByRole('option', { name: 'Keywords' }).first().click()
    await other.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
    await other.goBack()
    await rows.first().waitFor()
    expect(foreignErrors).toBeGreaterThan(5)
    expect(own).toEqual([])
    await other.close()
  })
})
