import { randomInt } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { goWithinApp, passTimeUntil } from '../in-page.ts'
import { password } from '../people.ts'
import { SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage()
/** A second browser of the owner, and one of a signed-out visitor. */
let owner: BrowserContext
let visitor: BrowserContext
let page: Page
beforeAll(async () => {
  owner = await ownersBrowser()
  visitor = await settings.browser.newContext()
})
afterEach(() => page?.close())

async function ownersBrowser(): Promise<BrowserContext> {
  const context = await settings.browser.newContext()
  await context.addCookies(await settings.page.context().cookies())
  return context
}

/** Opens a new tab of the owner. */
async function signedIn(): Promise<void> {
  page = await owner.newPage()
}

const goto = (path: string) => page.goto(settings.server.address + path)

/** Counts the parts of a layout: the navigation of the app, and the header and footer of sign-in and the site. */
const framesOf = () =>
  Promise.all(
    [page.getByRole('navigation', { name: 'Main' }), page.getByRole('banner'), page.getByRole('contentinfo')].map(
      (part) => part.count(),
    ),
  )

/** Expects light colors, whatever color mode was chosen and whatever the operating system uses. */
async function expectLight(): Promise<void> {
  const colors = 'getComputedStyle(document.documentElement)'
  expect(await page.evaluate(`[${colors}.colorScheme, ${colors}.backgroundColor]`)).toEqual([
    'light',
    'rgb(255, 255, 255)',
  ])
  expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('white')
  expect(await page.getByRole('button', { name: /dark|colour/i }).count()).toBe(0)
  expect(await page.evaluate(`localStorage.getItem('color-mode')`)).toBe('dark')
}

/** Chooses dark colors in this browser, which uses them anyway. */
async function preferDark(): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(`localStorage.setItem('color-mode', 'dark')`)
}

// The kit and pages that don't exist are looked at in shell/kit.test.ts and below.
test('each page has the frame of its layout only: blank, dashboard, auth, or default, and the app is light', async () => {
  type Frames = [navigation: number, header: number, footer: number]
  const expectFrame = async (path: string, frames: Frames, show: (path: string) => Promise<unknown> = goto) => {
    await show(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(async () => [path, ...(await framesOf())]).toEqual([path, ...frames])
  }
  await signedIn()
  await preferDark()
  await expectFrame('/app/opportunities', [1, 0, 0])
  await expectLight()
  // Setup and the kit have headers of their own.
  await expectFrame('/app/setup', [0, 1, 0], (path) => goWithinApp(page, path))
  await expectLight()
  await expectFrame('/legal/violation', [0, 0, 0])
  await expectFrame('/dev/feature-flags', [0, 1, 1])
  await page.close()
  page = await visitor.newPage()
  await expectFrame('/auth/login', [0, 1, 0])
})

// Without a token: the test of signing in below.
test('at the start a handed notice appears, the user is fetched if there is a token, then projects by status, newest first', async () => {
  await signedIn()
  const requested: URL[] = []
  const note = (url: URL) => url.pathname.startsWith('/api/') && requested.push(url)
  await handOver({ title: 'Your guide is ready', color: 'green', timeout: 0 })
  page.on('request', (request) => note(new URL(request.url())))
  await goto('/app/opportunities')
  await page.getByRole('tab', { name: 'New' }).waitFor()
  expect(requested[0]?.pathname).toBe('/api/users/me')
  const query = requested.find(({ pathname, search }) => pathname === '/api/projects' && search)!.searchParams
  const statuses = [...query].flatMap(([key, value]) => (/^filters\[status\]\[\$in\]\[\d\]$/.test(key) ? [value] : []))
  expect(statuses.toSorted()).toEqual(['done', 'paid', 'processing'])
  expect([...query].filter(([key]) => key.startsWith('sort')).map(([, value]) => value)).toEqual(['createdAt:desc'])

  // A notice that the page before handed over appears once.
  await page.getByRole('region', { name: 'Notifications' }).getByText('Your guide is ready').waitFor()
  expect(await handedOver()).toBe(null)
})

test('if the projects cannot be fetched, the error page shows status and name', async () => {
  page = await (await ownersBrowser()).newPage()
  const error = { status: 500, name: 'InternalServerError', message: 'Broken', details: {} }
  await page.route(/\/api\/projects\?/, (route) => route.fulfill({ status: 500, json: { data: null, error } }))
  // The app retries first.
  await page.clock.install()
  await goto('/app/opportunities')
  await passTimeUntil(page.getByRole('heading', { name: 'Error fetching projects' }))
  await page.getByText('500 Unexpected error').waitFor()
})

test.each(['/no/such page', '/app/no/such page'])(
  '%s has the title and description of a missing page, and leads home',
  async (path) => {
    await signedIn()
    await preferDark()
    const answer = await goto(encodeURI(path))
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: `Page Not Found: ${path}` }).waitFor()
    await expect.poll(() => page.title()).toBe('Page not found')
    expect(await page.locator('meta[name="description"]').getAttribute('content')).toBe(
      'We are sorry but this page could not be found.',
    )
    await page.getByText('404 Page not found').waitFor()
    expect(await framesOf()).toEqual(path.startsWith('/app') ? [0, 0, 0] : [0, 1, 1])
    if (path.startsWith('/app')) {
      await expectLight()
      await page.getByRole('button', { name: 'Back to leads' }).click()
      await page.waitForURL('**/app/opportunities')
      await page.goBack()
    }
    await page
      .getByRole('button', { name: 'Go back home' })
      .or(page.getByRole('link', { name: 'Go back home' }))
      .click()
    await page.waitForURL(`${settings.server.address}/`)
  },
)

test('the selected project is restored, or the first one if it no longer exists', async () => {
  const data = { name: `Sundial ${randomInt(1e6)}`, summary: 'Sundials for the northern garden', timeZone: 'UTC' }
  await settings.ask(settings.page.context(), 'POST', 'projects', { data })
  const [first, chosen] = (await settings.ask(settings.page.context(), 'GET', 'projects?sort=createdAt:desc')).data
  page = await (await ownersBrowser()).newPage()
  const current = (name: string) => page.getByRole('button', { name: `Project: ${name}` })
  await goto('/robots.txt')
  await page.evaluate(`localStorage.setItem('selectedProjectId', 'gone')`)
  await goto('/app/opportunities')
  await current(first.name).click()
  await page.getByRole('menuitem', { name: chosen.name }).click()
  await current(chosen.name).waitFor()
  expect(await page.evaluate(`localStorage.getItem('selectedProjectId')`)).toBe(chosen.id)
  await page.reload()
  await current(chosen.name).waitFor()
})

test('after signing in the token is set first, and then the user is fetched', async () => {
  page = await settings.newPage()
  const calls: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (/^\/api\/(auth|users)\//.test(pathname)) calls.push(`${response.request().method()} ${pathname}`)
  })
  await goto('/auth/login')
  await page.getByLabel('Email').fill(settings.owner)
  expect(calls).not.toContain('GET /api/users/me')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/app/opportunities')
  expect(calls.slice(calls.indexOf('POST /api/auth/local')).slice(0, 2)).toEqual([
    'POST /api/auth/local',
    'GET /api/users/me',
  ])
  await page.getByRole('button', { name: `Account: ${settings.owner}` }).waitFor()
})

/** Hands a notice over to the next page, as a page that leads to it does. */
async function handOver(notice: object): Promise<void> {
  // A page without notices.
  await goto('/robots.txt')
  await page.evaluate((notices) => sessionStorage.setItem('handedNotices', notices), JSON.stringify([notice]))
}

const handedOver = () => page.evaluate(() => sessionStorage.getItem('handedNotices'))

test('on a public page a handed notice is 384 px wide, or as wide as a phone, at the bottom end, and disappears 5 s after the pointer leaves', async () => {
  page = await settings.newPage()
  await handOver({ title: 'Your guide is ready' })
  await page.clock.install()
  await goto('/blog')
  const area = page.getByRole('region', { name: 'Notifications' })
  const shown = area.getByText('Your guide is ready')
  for (const [width, wide] of [
    [1440, 384],
    [375, 343],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await shown.hover()
    expect(await handedOver()).toBe(null)
    const box = (await area.boundingBox())!
    expect(box.width).toBe(wide)
    expect(width - box.x - box.width).toBeLessThanOrEqual(24)
    expect(900 - box.y - box.height).toBeLessThanOrEqual(24)
  }
  await page.clock.runFor(60_000)
  expect(await shown.count()).toBe(1)
  await page.mouse.move(10, 10)
  await page.clock.runFor(5000)
  await shown.waitFor({ state: 'detached' })
})

test('input errors appear once typing has paused for 300 ms', async () => {
  page = await settings.newPage()
  await page.clock.install()
  await goto('/auth/signup')
  const email = page.getByLabel('Email')
  const fault = page.getByText('Please enter a valid email address')
  await email.fill('grace')
  await page.getByRole('button', { name: 'Create account' }).click()
  await fault.waitFor()
  await email.fill('grace@compilers.example')
  await fault.waitFor({ state: 'detached' })
  await page.clock.pauseAt(await page.evaluate('Date.now() + 5000'))
  await email.fill('grace@')
  await page.clock.runFor(299)
  expect(await fault.count()).toBe(0)
  await page.clock.runFor(2)
  await fault.waitFor()
})
