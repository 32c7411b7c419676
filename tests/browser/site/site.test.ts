import type { Browser, BrowserContext, BrowserContextOptions, Page, Response } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChromium } from '../chromium.ts'
import { contrastFaultsOf, faultsOf, overhang, unseen } from '../in-page.ts'
import { sharedServer, type TestServer } from '../test-server.ts'

let server: TestServer
let browser: Browser
/** A browser with default settings. The font is already in its cache. */
let visitor: BrowserContext
/** The landing page, as loaded first. */
let landing: Page
beforeAll(async () => {
  server = await sharedServer()
  browser = await openChromium()
  visitor = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'light' })
  landing = await visitor.newPage()
  await landing.goto(server.address)
  await landing.evaluate('document.fonts.ready.then(() => {})')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

/** A script that runs in each page first and adds up the layout shifts that no input caused. */
const watchShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) shifted += each.value
  }).observe({ type: 'layout-shift', buffered: true })`

/** An expression for the page: scrolls to its end, so that all images load, and back. */
const readThrough = `(async () => {
  for (let y = 0; y < document.body.scrollHeight; y += 600) {
    scrollTo(0, y)
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
  await Promise.all([...document.images].map((image) => image.decode()))
  scrollTo(0, 0)
})()`

/** The scripts that the page has loaded. */
const scripts = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))`

/** The scripts that each page fetches last, when it is idle. */
const lastScripts = ['exit-intent', 'notices', 'loading', 'prefetch', 'outside', 'newer-build']

interface Visit {
  page: Page
  answer: Response | null
  /** Console errors, and requests to other hosts. */
  complaints: string[]
}

/** Opens a page of the site in a new tab of a browser, or in a new browser with these options. */
async function visit(
  path: string,
  who: BrowserContext | BrowserContextOptions,
  run: (visit: Visit) => Promise<void>,
  width = 1440,
) {
  const context = 'newPage' in who ? who : await browser.newContext(who)
  const page = await context.newPage()
  try {
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('request', (request) => request.url().startsWith(server.address) || complaints.push(request.url()))
    await page.addInitScript(watchShifts)
    if (width !== 1440) await page.setViewportSize({ width, height: 900 })
    const answer = await page.goto(server.address + path)
    await run({ page, answer, complaints })
  } finally {
    await (context === who ? page : context).close()
  }
}

const pages: [path: string, title: string, heading: string][] = [
  ['/', 'Earshot: find people on Reddit who need your product', 'Find people on Reddit who need your product.'],
  ['/alternatives', 'Alternatives', 'Earshot alternatives'],
  ['/alternative/syften', 'Syften alternative: Earshot vs. Syften', 'Earshot vs. Syften'],
  ['/blog', 'Blog', 'The Earshot blog'],
  ['/blog/why-a-score-needs-reasons', 'A score without reasons is an opinion', 'A score without reasons is an opinion'],
  ['/guide/start/first-leads', 'Your first leads', 'Your first leads'],
  ['/reddit-marketing-guide', 'Reddit Marketing Guide', 'The Reddit marketing guide'],
  ['/legal/affiliate', 'Affiliate', 'Affiliates'],
  ['/dev/feature-flags', 'Feature Flags', 'Feature flags'],
  ['/legal/violation', 'Violation', 'What happens when the rules are broken'],
]

const mostScriptBytes = 25_000

/** Less than anyone sees, such as a letter that moves by less than a pixel. */
const leastShift = 0.001

/** The pages that are also loaded on a phone. The others are narrowed and darkened there instead of loaded again. */
const alsoNarrow = ['/', '/alternative/syften']

describe.each(pages)('%s', (path, title, heading) => {
  const widths = alsoNarrow.includes(path) ? [1440, 375] : [1440]
  test.each(widths)('is complete, stable and accessible at %i px', async (width) => {
    await visit(
      path,
      visitor,
      async ({ page, complaints }) => {
        expect(await page.title()).toBe(title)
        expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading])
        // Every page has a way home, with or without the header.
        await page.getByRole('link', { name: 'Earshot, home' }).first().waitFor()
        const names = () => page.evaluate<string>(`${scripts}.map(({ name }) => name).join()`)
        for (const name of lastScripts) await expect.poll(names).toContain(`/${name}-`)
        const bytes = `${scripts}.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`
        expect(await page.evaluate<number>(bytes)).toBeLessThan(mostScriptBytes)
        await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
        await page.evaluate(readThrough)
        expect(await page.evaluate<number>('shifted')).toBeLessThan(leastShift)
        expect(await page.evaluate(overhang)).toBe(0)
        if (width === 1440) {
          expect(await faultsOf(page)).toEqual([])
          await page.setViewportSize({ width: 320, height: 640 })
          await page.emulateMedia({ colorScheme: 'dark' })
          expect([await page.evaluate(overhang), await page.evaluate(unseen)]).toEqual([0, []])
          // Compared values move below their name, and none is cut off.
          const compared = await page.getByText('AND, OR, NOT, NEAR').all()
          if (path === '/alternative/syften') expect(compared.length).toBeGreaterThan(0)
          for (const cell of compared) {
            const box = (await cell.boundingBox())!
            expect(box.x + box.width).toBeLessThanOrEqual(320)
          }
          expect(await contrastFaultsOf(page)).toEqual([])
        }
        expect(complaints).toEqual([])
      },
      width,
    )
  })
})

test('the first Tab skips the header', async () => {
  await landing.keyboard.press('Tab')
  await landing.keyboard.press('Enter')
  expect(await landing.evaluate('document.activeElement.id')).toBe('content')
})

test('the site is in English, with the breakpoints and the main shade of the theme', async () => {
  expect(await landing.evaluate('document.documentElement.lang')).toBe('en')
  const text = await landing.evaluate<string>(
    `[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join()`,
  )
  const widths = new Set([...text.matchAll(/@media[^{]*width[^{]*?([\d.]+)rem/g)].map(([, rem]) => Number(rem) * 16))
  expect([640, 768, 1024, 1280, 1536]).toEqual(expect.arrayContaining([...widths]))
  expect(widths.size).toBeGreaterThan(2)
  const [button, shade] = await landing.evaluate<string[]>(`(() => {
    const link = document.querySelector('main a[href="/auth/signup"]')
    const own = getComputedStyle(link).backgroundColor
    link.style.backgroundColor = 'var(--color-orange-500)'
    return [own, getComputedStyle(link).backgroundColor]
  })()`)
  expect(button).toBe(shade)
})

test("the landing page shows the number of users from the site's settings", async () => {
  const landing = await (await fetch(server.address)).text()
  expect(landing).toContain('Used by hundreds of businesses, solo developers and agencies.')
})

test('tabs and home screens find an icon in each declared size', async () => {
  const typeOf = async (path: string) => {
    const answer = await fetch(server.address + path)
    return [answer.status, answer.headers.get('content-type')]
  }
  expect(await typeOf('/favicon.ico')).toEqual([200, 'image/vnd.microsoft.icon'])
  expect(await typeOf('/apple-touch-icon.png')).toEqual([200, 'image/png'])
  const manifest = await (await fetch(`${server.address}/site.webmanifest`)).json()
  const { icons, lang, theme_color } = manifest as {
    icons: { src: string; type: string }[]
    lang: string
    theme_color: string
  }
  expect([lang, theme_color, icons.length]).toEqual(['en', '#ffffff', 4])
  for (const { src, type } of icons) expect([src, ...(await typeOf(src))]).toEqual([src, 200, type])
})

/** They look like /legal/affiliate. */
const otherLegalPages: [path: string, heading: string][] = [
  ['/legal/privacy', 'Privacy'],
  ['/legal/terms', 'Terms'],
]

test('every page of the sitemap has a description, a link preview image, one heading and working links', async () => {
  const get = (address: string) => fetch(address, { redirect: 'manual' })
  const sitemap = await (await get(`${server.address}/sitemap.xml`)).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(15)
  for (const [path, heading] of otherLegalPages) {
    expect(addresses).toContain(server.address + path)
    expect(await (await get(server.address + path)).text()).toMatch(
      new RegExp(`<title>${heading}</title>.*<h1[^>]*>${heading}</h1>`, 's'),
    )
  }
  const targets = new Set<string>()
  for (const address of addresses) {
    expect(address.startsWith(`${server.address}/`)).toBe(true)
    const html = await (await fetch(address)).text()
    expect([address, html.match(/<h1/g)?.length]).toEqual([address, 1])
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(html).toMatch(/<meta name="description" content="[^"]{50,165}"/)
    expect(html).not.toContain('{{')
    const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? []
    targets.add(new URL(picture).pathname)
    for (const [, target = ''] of html.matchAll(/ (?:href|src)="(\/[^"#]*)/g)) targets.add(target)
  }
  for (const target of targets) {
    const answer = await get(server.address + target)
    await answer.arrayBuffer()
    expect([target, answer.status]).toEqual([target, 200])
  }
})

test('an unknown page shows its path and answers 404', async () => {
  await visit('/blog/nothing%20here?a=1', visitor, async ({ page, answer }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(answer?.status()).toBe(404)
    expect(await page.title()).toBe('Page not found')
    await page.getByRole('heading', { level: 1, name: 'Page Not Found: /blog/nothing here' }).waitFor()
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Go back home' }).click()
    await page.waitForURL(`${server.address}/`)
  })
})

test('the chosen colors apply in other tabs, on restored pages, and before the first paint on every page', async () => {
  await visit('/', { colorScheme: 'light' }, async ({ page, complaints }) => {
    const ground = (of = page) => of.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const bars = () => page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((bar) => bar.outerHTML))
    const pressed = (name: string) => page.getByRole('button', { name, pressed: true }).waitFor()
    const light = await ground()
    await pressed('System')
    const beside = await page.context().newPage()
    await beside.goto(`${server.address}/blog`)
    await beside.getByRole('button', { name: 'System', pressed: true }).waitFor()
    await beside.getByRole('button', { name: 'Dark' }).click()
    await pressed('Dark')
    const dark = await ground()
    expect(dark).not.toBe(light)
    for (const bar of await bars()) expect(bar).toContain('#111827')
    // A page gets no event for its own writes, and an automated Chromium never restores pages.
    await page.evaluate(`localStorage.setItem('color-mode', 'light')`)
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await pressed('Light')
    expect(await ground()).toBe(light)
    await page.getByRole('button', { name: 'Dark' }).click()
    // Without late scripts, the first paint is final.
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${server.address}/guide/start/first-leads`)
    expect(await ground()).toBe(dark)
    for (const bar of await bars()) expect(bar).toContain('#111827')
    // The loaded page still offers the choice.
    await beside.getByRole('button', { name: 'System' }).click()
    expect(await ground(beside)).toBe(light)
    expect(complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
  })
})

test('without scripts the site is complete and has no dead buttons', async () => {
  await visit('/', { javaScriptEnabled: false, viewport: { width: 375, height: 800 } }, async ({ page }) => {
    await page.getByText('Menu', { exact: true }).locator('..').click()
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blog' }).click()
    await page.waitForURL('**/blog')
    expect(await page.getByRole('button').count()).toBe(0)
  })
})
