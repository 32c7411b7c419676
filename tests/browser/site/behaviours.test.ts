import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { flagsKey } from '#platform/contract/flags.ts'
import { openChromium } from '../chromium.ts'
import { createProject, emailOf, register } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
/** Somebody whose browser keeps nothing that matters from one test to the next. */
let visitor: BrowserContext
/** The same of somebody who has signed in and has a project. */
let member: BrowserContext
let page: Page
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  const viewport = { width: 1440, height: 900 }
  visitor = await browser.newContext({ viewport })
  member = await browser.newContext({ viewport })
  await register(member, server, emailOf('grace'))
  await createProject(member, server)
})
afterEach(() => page.close())
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

async function open(path: string): Promise<void> {
  page = await visitor.newPage()
  await page.goto(server.address + path)
}

const bar = () => page.locator('[data-loading-bar]')
const prefetched = () =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('link[rel=prefetch]')].map(({ href }) => new URL(href).pathname)`,
  )

/** Run in the page: tells when the bar is to be seen. */
const watchBar = `{
  const bar = document.querySelector('[data-loading-bar]')
  new MutationObserver(() => bar.style.opacity === '1' && barIsShown()).observe(bar, { attributes: true })
}`

/** What is asked for at this address comes once the bar is there, and not before. */
async function comesAfterBar(address: string): Promise<void> {
  await bar().waitFor({ state: 'attached' })
  expect(await bar().evaluate((element) => element.getBoundingClientRect().height)).toBe(3)
  expect(await bar().getAttribute('style')).toContain('opacity: 0')
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(address, async (route) => {
    await held
    await route.continue()
  })
  await page.exposeFunction('barIsShown', answer)
  await page.evaluate(watchBar)
}

describe('on the site', () => {
  test('a page that is a while in coming is shown to be on its way', async () => {
    await open('/')
    await comesAfterBar('**/blog')
    const blog = page.getByRole('contentinfo').getByRole('link', { name: 'Blog' })
    await blog.click({ noWaitAfter: true })
    await page.waitForURL('**/blog')
  })

  test('a page is fetched ahead once somebody points at a link to it or has the focus on it', async () => {
    await open('/')
    const blog = page.getByRole('contentinfo').getByRole('link', { name: 'Blog' })
    // The script comes when the page is idle; whoever points at a link before is not waited for.
    await expect
      .poll(async () => {
        await page.mouse.move(0, 890)
        await blog.hover()
        return prefetched()
      })
      .toContain('/blog')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Alternatives' }).focus()
    await expect.poll(prefetched).toContain('/alternatives')
    await blog.hover()
    const all = await prefetched()
    expect(new Set(all).size).toBe(all.length)
    expect(all.filter((path) => path.startsWith('/app'))).toEqual([])
  })
})

describe('in the app', () => {
  /** Somebody with a project, in their settings, where this was run before anything of the page. */
  async function openSettings(script = ''): Promise<void> {
    page = await member.newPage()
    await page.addInitScript(script)
    const configured = page.waitForResponse('**/api/config')
    await page.goto(`${server.address}/app/settings/project/main`)
    await configured
  }
  const area = (name: string) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name })
  /** The names of the scripts that were asked for since. */
  function scriptsAsked(): string[] {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url()) ?? []
      if (name) asked.push(name)
    })
    return asked
  }

  test('a page that is a while in coming is shown to be on its way until it is there', async () => {
    await openSettings()
    await comesAfterBar('**/assets/competitors-*.js')
    await area('Competitors').click()
    await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
    await expect.poll(() => bar().getAttribute('style')).toContain('opacity: 0')
  })

  test('so it is on the pages of signing in', async () => {
    await open('/auth/login')
    await comesAfterBar('**/assets/signup-*.js')
    await page
      .getByRole('link', { name: /create/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await expect.poll(() => bar().getAttribute('style')).toContain('opacity: 0')
  })

  test('what makes a page is fetched ahead once somebody points at a link to it or has the focus on it', async () => {
    await openSettings()
    const asked = scriptsAsked()
    // The script comes when the page is idle; whoever points at a link before is not waited for.
    await expect
      .poll(async () => {
        await page.mouse.move(720, 890)
        await area('Competitors').hover()
        return asked
      })
      .toContain('competitors')
    await area('Imports').focus()
    await expect.poll(() => asked).toContain('imports')
    expect(asked).not.toContain('sources')
    expect(page.url()).toMatch(/project\/main$/)
  })

  test.each([
    ['asked to save data', `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`],
    ['turned that off', `localStorage.setItem('${flagsKey}', '{"prefetch":false}')`],
  ])('nothing is fetched ahead for who %s', async (_, script) => {
    await openSettings(script)
    const asked = scriptsAsked()
    await bar().waitFor({ state: 'attached' })
    await area('Competitors').hover()
    await area('Keywords').click()
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
    expect(asked).toContain('keywords')
    expect(asked).not.toContain('competitors')
    await page.evaluate((key) => localStorage.removeItem(key), flagsKey)
  })

  test('where the server has a newer build, whoever goes on by keys comes to a page of it', async () => {
    await openSettings()
    let documents = 0
    let looks = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/latest.json')) looks += 1
    })
    await page.route('**/assets/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
    await page.getByLabel('Product name').fill('Deskbook 2')
    await expect
      .poll(async () => {
        await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
        return looks
      })
      .toBeGreaterThan(0)
    expect(documents).toBe(0)
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('g')
    await page.keyboard.press('k')
    await page.waitForURL('**/keywords')
    await expect.poll(() => documents).toBe(1)
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  })

  test('what nobody foresaw is told with status, name and message, and leads home', async () => {
    page = await member.newPage()
    await page.addInitScript(`Intl.supportedValuesOf = () => { throw new TypeError('There are no time zones') }`)
    await page.goto(`${server.address}/app/settings/project/main`)
    await page.getByRole('heading', { level: 1, name: 'There are no time zones' }).waitFor()
    await page.getByText('500 TypeError').waitFor()
    expect(await page.title()).toBe('Page not found')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('button', { name: 'Go back home' }).click()
    await page.waitForURL(`${server.address}/`)
  })
})

describe('colours', () => {
  let chooser: BrowserContext
  beforeAll(async () => {
    chooser = await browser.newContext()
  })

  test.each([
    ['dark', 'dark', true],
    ['light', 'dark', true],
    ['light', 'system', false],
    ['dark', 'system', true],
    ['dark', 'light', false],
  ] as const)('where the system is %s and %s was chosen, signing in is dark: %s', async (colorScheme, chosen, dark) => {
    page = await chooser.newPage()
    await page.emulateMedia({ colorScheme })
    await page.addInitScript(`localStorage.setItem('color-mode', '${chosen}')`)
    await page.goto(`${server.address}/auth/login`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const ground = await page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    expect(ground === 'rgb(255, 255, 255)' || ground === 'oklch(1 0 0)').toBe(!dark)
    expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe(dark ? '#111827' : 'white')
  })
})

describe('in the app, where the server has a newer build', () => {
  const seen = `document.dispatchEvent(new Event('visibilitychange'))`
  /** How often the document was asked for since. */
  async function openOld(): Promise<() => number> {
    await open('/auth/login')
    expect(await page.locator('meta[name=build]').getAttribute('content')).toMatch(/^[0-9a-f]{16}$/)
    await page.route('**/assets/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
    let documents = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    return () => documents
  }
  /** Takes the focus out of the field that asks for it as the page opens. */
  async function leaveField(): Promise<void> {
    await expect.poll(() => page.evaluate('document.activeElement?.tagName').catch(() => null)).toBe('INPUT')
    await page.evaluate('document.activeElement.blur()')
  }
  /** Comes back to the tab until the page has looked. */
  async function comeBack(): Promise<void> {
    let looks = 0
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('/latest.json')) looks += 1
    })
    await expect
      .poll(async () => {
        await page.evaluate(seen).catch(() => {})
        return looks
      })
      .toBeGreaterThan(0)
  }

  test('a page in which nobody types is loaded again, once in ten seconds', async () => {
    const documents = await openOld()
    await leaveField()
    await comeBack()
    await expect.poll(documents).toBe(1)
    await leaveField()
    await comeBack()
    expect(documents()).toBe(1)
  })

  test('one in which somebody types is left alone until they go on', async () => {
    const documents = await openOld()
    await page.getByLabel('Email').fill('grace@compilers.example')
    await comeBack()
    expect(documents()).toBe(0)
    expect(await page.getByLabel('Email').inputValue()).toBe('grace@compilers.example')
    await page
      .getByRole('link', { name: /create/i })
      .first()
      .click()
    await page.waitForURL('**/auth/signup*')
    expect(documents()).toBe(1)
  })

  test('whoever the operator has taken out is left with the page they have', async () => {
    await open('/auth/login')
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), flags: { buildReload: false } } })
    })
    let looks = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/latest.json')) looks += 1
    })
    await page.reload({ waitUntil: 'networkidle' })
    await page.evaluate(seen)
    // It would have been asked for before this.
    await page.evaluate(`fetch('/api/health')`)
    expect(looks).toBe(0)
  })

  test('the server tells which build it has, and no browser keeps that', async () => {
    await open('/auth/login')
    const answer = await page.request.get(`${server.address}/assets/builds/latest.json`)
    const own = await page.locator('meta[name=build]').getAttribute('content')
    expect(await answer.json()).toEqual({ id: own, timestamp: expect.any(Number) })
    expect(answer.headers()['cache-control']).toBe('no-cache')
  })
})
