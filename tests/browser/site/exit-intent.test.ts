import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { contrastFaultsOf, faultsOf } from '../in-page.ts'
import { linkTo, mailsTo } from '../mails.ts'
import { isFocused } from '../open-shell.ts'
import { emailOf } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
})
afterEach(() => page?.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

const headline = 'Before You Go... Get Our Free Reddit Guide'
const modal = () => page.getByRole('dialog', { name: headline })
const field = () => modal().getByRole('textbox', { name: "Enter Your Email (It's Free!)" })
const submit = () => modal().getByRole('button', { name: 'Get Free Guide Now' })
const alert = () => modal().getByRole('alert')
const failure = 'Something went wrong. Please try again.'

let visitors = 0
/** Returns an address that nobody has left before. */
const someone = (name: string) => emailOf(`${name}.${++visitors}`)

/** A script for the page: the pointer leaves it at the top. */
const leaving = `
  document.documentElement.dispatchEvent(new MouseEvent('mouseout', { bubbles: true, clientY: -1, relatedTarget: null }))`

/** Opens a page as a first-time visitor with a controllable clock. Runs the script before any of the page's own. */
async function visit(path = '/', script = ''): Promise<void> {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  await page.clock.install()
  await page.addInitScript(script)
  await page.goto(server.address + path)
}

/** Leaves the page repeatedly until the modal is open. The page starts to listen a few seconds after loading. */
async function leave(): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      await page.evaluate(leaving)
      return modal().isVisible()
    })
    .toBe(true)
}

async function send(email: string): Promise<void> {
  await field().fill(email)
  await submit().click()
}

/** Reloads the page and leaves it for ten seconds. Returns whether the modal stays closed. */
async function staysAway(): Promise<boolean> {
  let script: string | undefined
  let isAsked = false
  page.on('response', (response) => {
    if (/\/exit-intent-(?!modal)[\w-]+\.js$/.test(response.url())) script = response.url()
  })
  page.on('request', (request) => {
    isAsked ||= request.url().includes('/exit-intent-modal-')
  })
  // Requests left over from the previous page don't count.
  page.on('framenavigated', () => {
    script = undefined
  })
  await page.reload()
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return script !== undefined
    })
    .toBe(true)
  // A loaded script may not have run yet. A second tag for it waits until it has.
  await page.addScriptTag({ type: 'module', url: script! })
  for (let second = 0; second < 10; second++) {
    await page.clock.runFor(1000)
    await page.evaluate(leaving)
  }
  return !isAsked && (await modal().count()) === 0
}

/** Expects the error below the field, in the same red as the border of the field. */
async function expectRedAndBelow(): Promise<void> {
  const [below, above] = [await alert().boundingBox(), await field().boundingBox()]
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
  const [red, edge, ink] = await page.evaluate<string[]>(`(() => {
    const [alert, input, dialog] = ['[role=alert]', 'input', '*'].map((part) => document.querySelector('dialog ' + part))
    return [getComputedStyle(alert).color, getComputedStyle(input).borderColor, getComputedStyle(dialog).color]
  })()`)
  expect(edge).toBe(red)
  expect(red).not.toBe(ink)
}

/** A script for the page: the browser never reports that it is idle. */
const neverIdle = `requestIdleCallback = (run, { timeout } = {}) => timeout === undefined ? 0 : setTimeout(run, timeout)`

// When it may open is shown by site/islands/exit-intent.test.ts.
describe('a visitor about to leave', () => {
  test('is offered the guide at each size, with the focus in its only field, which is validated before it is sent', async () => {
    await visit('/', neverIdle)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await leave()
    await expect.poll(() => isFocused(field())).toBe(true)
    expect(await field().getAttribute('placeholder')).toBe('you@example.com')
    expect(await field().getAttribute('type')).toBe('email')
    expect(await field().getAttribute('required')).toBe('')
    expect(await modal().getByRole('listitem').allTextContents()).toEqual([
      'Write comments without getting banned',
      'Create post titles that get upvotes',
      'Get your first customers',
      'Copy-paste templates',
    ])
    const book = modal().getByRole('img', { name: 'The Reddit marketing guide, as a book' })
    expect(await book.evaluate((image) => image.decode().then(() => image.naturalWidth))).toBe(160)
    await modal().getByText('Free forever. Unsubscribe in 1-click. No spam. No BS.').waitFor()

    const overhang = 'document.querySelector("dialog").scrollWidth - document.querySelector("dialog").clientWidth'
    const sizes = [
      [360, 225],
      [320, 640],
      [1440, 900],
    ] as const
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      await modal().getByText("No thanks, I'll figure it out myself").scrollIntoViewIfNeeded()
      await expect.poll(() => page.evaluate(overhang)).toBe(0)
    }

    await submit().click()
    await alert().getByText('Email is required').waitFor()
    expect(await field().getAttribute('aria-invalid')).toBe('true')
    await expectRedAndBelow()
    expect(await faultsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await contrastFaultsOf(page)).toEqual([])
    await send('mara@pipewell')
    await alert().getByText('Please enter a valid email address').waitFor()
    expect(await alert().textContent()).toBe('Please enter a valid email address')
    await expect.poll(() => isFocused(field())).toBe(true)
    expect(sent.filter((url) => url.endsWith('/collect-email'))).toEqual([])
    await modal().getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => modal().count()).toBe(0)
  })

  test('is not asked again on any page, whichever way the modal was closed', async () => {
    await visit()
    // Other tests close it with Escape and its button.
    const ways = [
      () => page.mouse.click(20, 450),
      () => modal().getByText("No thanks, I'll figure it out myself").click(),
    ]
    for (const close of ways) {
      // The modal opens once per tab.
      await page.evaluate(`sessionStorage.clear()`)
      await page.goto(`${server.address}/nowhere`)
      await leave()
      await close()
      await expect.poll(() => modal().count()).toBe(0)
    }
    expect(await staysAway()).toBe(true)
  })
})

test('the guide greets only visitors from the modal', async () => {
  await visit('/reddit-marketing-guide')
  const notices = page.getByRole('region', { name: 'Notifications' })
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return notices.count()
    })
    .toBe(1)
  await page.clock.runFor(1000)
  expect(await notices.textContent()).toBe('')
})

describe('an address', () => {
  test('opens the guide with a greeting, sends a mail, and stops further prompts', async () => {
    const email = someone('grace')
    await visit('/nowhere')
    const request = page.waitForRequest('**/collect-email')
    await leave()
    await send(` ${email} `)
    expect((await request).postDataJSON()).toEqual({
      email,
      source: 'reddit-marketing-guide',
      origin: 'Exit Intent Modal - /nowhere',
    })
    await page.waitForURL(`${server.address}/reddit-marketing-guide`)
    await page.getByRole('region', { name: 'Notifications' }).getByText('Your guide is ready').waitFor()
    expect(await page.evaluate(`localStorage.getItem('marketingEmail')`)).toBe(email)
    expect(await staysAway()).toBe(true)
    expect(await page.getByText('Your guide is ready').count()).toBe(0)

    const link = await linkTo(server, email, /\/unsubscribe\//)
    expect(mailsTo(server, email)[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    await page.goto(link)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByRole('heading', { name: "You're unsubscribed" }).waitFor()
    expect(await faultsOf(page)).toEqual([])
  })

  test('shows an error when it is refused or cannot be sent, can be sent again, and is abandoned when the modal closes', async () => {
    await visit()
    await leave()
    const limit = 'Too many attempts. Try again in 60 minutes.'
    const answers = [
      { answer: { status: 429, json: { message: limit } }, words: `${failure}${limit}` },
      { answer: null, words: failure },
    ]
    for (const { answer, words } of answers) {
      await page.route('**/collect-email', (route) => (answer ? route.fulfill(answer) : route.abort()))
      const answered = answer ? page.waitForResponse('**/collect-email') : page.waitForEvent('requestfailed')
      await send('mara@pipewell.example')
      await answered
      await expect.poll(() => alert().textContent()).toBe(words)
      await expect.poll(() => submit().isEnabled()).toBe(true)
      await expectRedAndBelow()
      expect(await field().getAttribute('aria-invalid')).toBe('true')
      await page.unroute('**/collect-email')
    }
    let answer = () => {}
    const held = new Promise<void>((done) => {
      answer = done
    })
    await page.route('**/collect-email', async (route) => {
      await held
      await route.fulfill({ json: { ok: true } }).catch(() => {})
    })
    await submit().click()
    const busy = modal().getByRole('button', { name: 'Getting Your Guide...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    expect([await alert().textContent(), await field().getAttribute('aria-invalid')]).toEqual(['', null])
    await page.keyboard.press('Escape')
    answer()
    await expect.poll(() => modal().count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(`localStorage.getItem('marketingEmail')`)).toBeNull()
  })

  test('goes to another service if one is configured', async () => {
    const email = someone('mara')
    await visit()
    await page.route('**/api/config', (route) => route.fulfill({ json: { captureUrl: `${server.address}/elsewhere` } }))
    await page.route('**/elsewhere/collect-email', (route) => route.fulfill({ json: {} }))
    await leave()
    await send(email)
    await page.waitForURL('**/reddit-marketing-guide')
    expect(mailsTo(server, email)).toEqual([])
  })
})
