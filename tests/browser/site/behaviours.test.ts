import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { goWithinApp } from '../in-page.ts'
import { createProject, emailOf, register } from '../people.ts'
import { sharedServer, type TestServer } from '../test-server.ts'
import { beforeSecondTry } from '../tries.ts'

let server: TestServer
let browser: Browser
/** A browser that keeps nothing relevant between tests. */
let visitor: BrowserContext
/** A browser of a signed-in user with a project. */
let member: BrowserContext
let page: Page
/** A loaded page of the settings, for the tests that need no page of their own. */
let settings: Page | undefined
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  const viewport = { width: 1440, height: 900 }
  visitor = await browser.newContext({ viewport })
  member = await browser.newContext({ viewport })
  await register(member, server, emailOf('grace'))
  await createProject(member, server)
})
afterEach(async () => {
  if (page !== settings) await page?.close()
})
beforeSecondTry(async () => {
  await settings?.close()
  settings = undefined
})
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

/** A script for the page that reports when the loading bar appears. */
const watchBar = `{
  const bar = document.querySelector('[data-loading-bar]')
  new MutationObserver(() => bar.style.opacity === '1' && barIsShown()).observe(bar, { attributes: true })
}`

/** Holds back the response for this address until the loading bar is visible. */
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
  test('shows a loading bar while a slow page loads', async () => {
    await open('/')
    await comesAfterBar('**/blog')
    const blog = page.getByRole('contentinfo').getByRole('link', { name: 'Blog' })
    await blog.click({ noWaitAfter: true })
    await page.waitForURL('**/blog')
  })

  test('prefetches a page when its link is hovered or focused', async () => {
    await open('/')
    const blog = page.getByRole('contentinfo').getByRole('link', { name: 'Blog' })
    // The prefetch script loads when the page is idle, so an earlier hover has no effect.
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
  /**
   * Shows the settings of a user with a project. With a script, which runs before any of the page's own, they have
   * their own page.
   */
  async function openSettings(script?: string): Promise<void> {
    if (script === undefined && settings) {
      page = settings
      return goWithinApp(page, '/app/settings/project/main')
    }
    page = await member.newPage()
    if (script === undefined) settings = page
    else await page.addInitScript(script)
    const configured = page.waitForResponse('**/api/config')
    await page.goto(`${server.address}/app/settings/project/main`)
    await configured
  }
  const area = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  /** Records the names of the scripts requested from now on. */
  function scriptsAsked(): string[] {
    const asked: string[] = []
    page.on('request', (request) => {
      const [, name] = /\/assets\/(\w+)-[\w-]+\.js$/.exec(request.url()) ?? []
      if (name) asked.push(name)
    })
    return asked
  }

  test("prefetches a page's script when its link is hovered or focused, and shows a loading bar until a slow page is ready", async () => {
    await openSettings()
    const asked = scriptsAsked()
    // The prefetch script loads when the page is idle, so an earlier hover has no effect.
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

    await comesAfterBar('**/assets/sources-*.js')
    await area('Sources').click()
    await page.getByRole('heading', { level: 1, name: 'Sources' }).waitFor()
    await expect.poll(() => bar().getAttribute('style')).toContain('opacity: 0')
  })

  test('shows the loading bar on the sign-in pages too', async () => {
    await open('/auth/login')
    await comesAfterBar('**/assets/signup-*.js')
    await page
      .getByRole('link', { name: /create/i })
      .first()
      .click()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
  })

  // The flag is shown by operations/feature-flags.test.ts.
  test('prefetches nothing for a user who enabled data saving', async () => {
    await openSettings(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`)
    const asked = scriptsAsked()
    await bar().waitFor({ state: 'attached' })
    await area('Competitors').hover()
    await area('Keywords').click()
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
    expect(asked).toContain('keywords')
    expect(asked).not.toContain('competitors')
  })

  test("keyboard navigation loads a page of the server's newer build", async () => {
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

  test('an unexpected error shows its status, name and message, and a way home', async () => {
    page = await member.newPage()
    await page.addInitScript(`Intl.supportedValuesOf = () => { throw new TypeError('There are no time zones') }`)
    await page.goto(`${server.address}/app/settings/project/main`)
    await page.getByRole('heading', { level: 1, name: 'There are no time zones' }).waitFor()
    await page.getByText('500 Unexpected error').waitFor()
    expect(await page.title()).toBe('Page not found')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.getByRole('button', { name: 'Go back home' }).click()
    await page.waitForURL(`${server.address}/`)
  })
})

describe('colors', () => {
  let chooser: BrowserContext
  beforeAll(async () => {
    chooser = await browser.newContext()
  })

  // With a light system and dark chosen: shell/kit.test.ts.
  test.each([
    ['dark', 'system', true],
    ['dark', 'light', false],
  ] as const)('with a %s system and %s chosen, the sign-in page is dark: %s', async (colorScheme, chosen, dark) => {
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

describe('in the app, when the server has a newer build', () => {
  const seen = `document.dispatchEvent(new Event('visibilitychange'))`
  /** Opens the sign-in page of an old build. Returns a function that counts later requests for the document. */
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
  /** Removes the focus from the field with autofocus. */
  async function leaveField(): Promise<void> {
    await expect.poll(() => page.evaluate('document.activeElement?.tagName').catch(() => null)).toBe('INPUT')
    await page.evaluate('document.activeElement.blur()')
  }
  /** Returns to the tab until the page has checked for a newer build. */
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

  test('reloads an idle page, at most once in ten seconds', async () => {
    const documents = await openOld()
    await leaveField()
    await comeBack()
    await expect.poll(documents).toBe(1)
    await leaveField()
    await comeBack()
    expect(documents()).toBe(1)
  })

  test("doesn't reload while the user types, but on the next navigation", async () => {
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

  test("doesn't reload for users whose flag the operator turned off", async () => {
    page = await visitor.newPage()
    await page.route('**/api/config', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), flags: { buildReload: false } } })
    })
    let looks = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/latest.json')) looks += 1
    })
    await page.goto(`${server.address}/auth/login`, { waitUntil: 'networkidle' })
    await page.evaluate(seen)
    // A check would have started before this request.
    await page.evaluate(`fetch('/api/health')`)
    expect(looks).toBe(0)
  })

  test('serves the ID of its build, uncached', async () => {
    const login = await (await fetch(`${server.address}/auth/login`)).text()
    const answer = await fetch(`${server.address}/assets/builds/latest.json`)
    const [own] = /<meta[^>]*name="build"[^>]*>/.exec(login) ?? []
    const { id, timestamp } = (await answer.json()) as { id: string; timestamp: unknown }
    expect(id).toMatch(/^[0-9a-f]{16}$/)
    expect(own).toContain(`"${id}"`)
    expect(timestamp).toEqual(expect.any(Number))
    expect(answer.headers.get('cache-control')).toBe('no-cache')
  })
})
