import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../../program.ts'
import { openChromium } from '../chromium.ts'
import { emailOf, studio, submitSignUp } from '../people.ts'
import { openStandIn, type StandIn } from '../stand-in-scripts.ts'
import { startServer, type TestServer } from '../test-server.ts'

/** Another name for this machine, since visits to localhost are not counted. */
const hostname = 'earshot.localhost'
let address: string
let variables: Record<string, string>
let server: TestServer
let standIn: StandIn
let browser: Browser
let page: Page
/** The bodies of the events that the page sent. */
let events: Record<string, unknown>[]
let requests: Request[]

beforeAll(async () => {
  standIn = await openStandIn()
  const port = await freePort()
  address = `http://${hostname}:${port}`
  variables = {
    PORT: String(port),
    PUBLIC_URL: address,
    FEEDBACK_KEY: 'proj_1',
    FEEDBACK_URL: `${standIn.origin}/sdk/v2/uj.js`,
    FORM_KEY: 'form_1',
    FORM_URL: `${standIn.origin}/widgets/embed.js`,
    AFFILIATE_KEY: 'aff_1',
    AFFILIATE_URL: `${standIn.origin}/rw.js`,
    ANALYTICS_HASH: 'on',
    BILLING: 'sandbox',
    SANDBOX: 'on',
  }
  server = await startServer(variables)
  // Programs can't look up the other name.
  const local = `http://localhost:${port}`
  const { paddle } = (await (await fetch(`${local}/api/sandbox`)).json()) as { paddle: { url: string } }
  await fetch(`${paddle.url}/control/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${local}/api/paddle/webhooks` }),
  })
  browser = await openChromium()
})
beforeEach(async () => {
  standIn.mode = 'works'
  standIn.asked.length = 0
  await enter()
})
afterEach(() => page.context().close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  await standIn?.close()
})

let visitors = 0
/** Returns an address that nobody has, also when a test is tried again. */
const someone = (name: string) => emailOf(`${name}.${++visitors}`)

async function enter(): Promise<void> {
  page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage()
  events = []
  requests = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/api/event') return
    requests.push(request)
    events.push(JSON.parse(request.postData() ?? ''))
  })
}

/** A function for the page: creates a project as its user. */
const createProject = async (body: string) => {
  await fetch('/api/projects', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
}
const started = () => page.evaluate<string[]>('window.started ?? []')
const paths = () => events.map(({ u }) => new URL(String(u)).pathname)

describe('a public page', () => {
  test('reports the visit with the short fields, as text and without cookies', async () => {
    await page.goto(`${address}/blog?utm_source=reddit&email=mara`)
    const short = { n: 'pageview', d: hostname, r: null, w: 1440, h: 1 }
    await expect.poll(() => events).toEqual([{ ...short, u: `${address}/blog?utm_source=reddit` }])
    const [request] = requests
    const { 'content-type': type, cookie } = (await request?.allHeaders()) ?? {}
    expect([request?.method(), type, cookie]).toEqual(['POST', 'text/plain', undefined])
    expect((await request?.response())?.status()).toBe(202)
    await page.getByRole('link', { name: 'Alternatives' }).first().click()
    await expect.poll(paths).toEqual(['/blog', '/alternatives'])
    expect(events[1]?.r).toBe(`${address}/blog?utm_source=reddit`)
    await page.evaluate(`location.hash = 'main'`)
    await expect
      .poll(() => events[2])
      .toMatchObject({ ...short, u: `${address}/alternatives#main`, r: expect.anything() })
  })

  test('reports the visit again when the browser restores it, and loads affiliate tracking with its key but no script of the app', async () => {
    await page.goto(address)
    await expect.poll(paths).toEqual(['/'])
    // An automated Chromium never restores pages.
    const shown = (persisted: boolean) =>
      page.evaluate(`
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: ${persisted} }))`)
    await shown(false)
    await shown(true)
    await expect.poll(paths).toEqual(['/', '/'])
    await expect.poll(started).toEqual(['affiliate aff_1 0'])
    expect(standIn.asked).toEqual(['/rw.js'])
  })

  test('reports nothing if the browser opted out', async () => {
    await page.addInitScript(`localStorage.setItem('plausible_ignore', 'true')`)
    await page.goto(address)
    // The visit would have been reported by now.
    await expect.poll(started).toHaveLength(1)
    expect(events).toEqual([])
  })

  test('reports nothing on localhost', async () => {
    await page.goto(address.replace(hostname, 'localhost'))
    await expect.poll(started).toHaveLength(1)
    expect(events).toEqual([])
  })
})

describe('the app', () => {
  test('runs scripts from the configured hosts only, reports page views and a payment, loads the form, and loads the feedback widget after the search tour', async () => {
    await page.goto(`${address}/auth/signup`)
    // A page that is left before it is idle isn't counted.
    await expect.poll(paths).toEqual(['/auth/signup'])
    const other = await openStandIn()
    const refused = page.evaluate<string>(
      `new Promise((done) => {
        addEventListener('securitypolicyviolation', ({ blockedURI }) => done(blockedURI))
        document.head.append(Object.assign(document.createElement('script'), { src: '${other.origin}/rw.js' }))
      })`,
    )
    expect(await refused).toBe(`${other.origin}/rw.js`)
    expect(other.asked).toEqual([])
    await other.close()
    await submitSignUp(page, someone('mara'))
    await expect.poll(paths).toEqual(['/auth/signup', '/app/setup'])
    await expect.poll(started).toEqual(['form form_1'])

    await page.evaluate(createProject, JSON.stringify({ data: { timeZone: 'UTC', ...studio } }))
    await page.goto(`${address}/app/settings/project/billing`)
    await page.getByRole('button', { name: 'Choose Startup', exact: true }).click()
    await page.getByText('Due today').waitFor()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    const checkout = page.frameLocator('iframe[title="Test checkout"]')
    await checkout.getByLabel(/^4242/).check()
    await checkout.getByRole('button', { name: /^Pay/ }).click()
    const payment = { d: hostname, p: { plan: 'startup', billingCycle: 'monthly' }, $: { currency: 'USD', amount: 19 } }
    await expect.poll(() => events.find(({ n }) => n === 'Purchase')).toMatchObject(payment)

    await page.getByText('Payment received.').waitFor()
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await page.getByRole('dialog').filter({ hasText: 'Search tour' }).waitFor()
    expect(await started()).toEqual(['form form_1'])
    await page.getByRole('button', { name: 'Skip tour' }).click()
    await page.getByRole('button', { name: 'Widget of proj_1' }).waitFor()
    expect(await started()).toEqual(['form form_1', 'feedback'])
    expect(paths().at(-1)).toBe('/app/searchbox')
  })
})

// One that throws constantly is shown by robustness/network-and-storage.test.ts.
test('a third-party script that hangs or throws breaks neither a public page nor the app', async () => {
  standIn.mode = 'hangs'
  await page.goto(address)
  await expect.poll(() => standIn.asked).toEqual(['/rw.js'])
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect.poll(() => page.evaluate('document.documentElement.className')).toContain('dark')
  await page.goto(`${address}/auth/signup`)
  standIn.mode = 'throws'
  await submitSignUp(page, someone('mara'))
  await expect.poll(() => standIn.asked).toContain('/widgets/embed.js')
  await page.getByLabel('Product name').fill('Pipewell')
  expect(await page.getByLabel('Product name').inputValue()).toBe('Pipewell')
  expect(await page.getByText('Page not found').count()).toBe(0)
  expect(await started()).toEqual([])
})
