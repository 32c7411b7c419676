import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { overhang, unseen } from '../in-page.ts'
import { KitPage, still } from '../kit-page.ts'

const kit = new KitPage({ path: '/test/' })

describe('the page', () => {
  test('opens without an account, takes its title from its path, and is not indexed', async () => {
    expect(kit.opened?.status()).toBe(200)
    expect(kit.opened?.headers()['x-robots-tag']).toBe('noindex')
    await expect.poll(() => kit.page.title()).toBe('Test')
    await kit.page.getByRole('heading', { level: 1, name: 'UI kit' }).waitFor()
    // It has a header of its own, and no other parts of a layout.
    const parts = [kit.page.getByRole('navigation', { name: 'Main' }), kit.page.getByRole('banner')]
    const counts = [...parts, kit.page.getByRole('contentinfo')].map((part) => part.count())
    expect(await Promise.all(counts)).toEqual([0, 1, 0])
    const other = await kit.page.request.get(`${kit.server.address}/auth/login`)
    expect(other.headers()['x-robots-tag']).toBeUndefined()
  })

  test('has an anchor for each of its parts', async () => {
    for (const link of await kit.page.getByRole('navigation', { name: 'Components' }).getByRole('link').all()) {
      const anchor = await link.getAttribute('href')
      await kit.page.locator(`section${anchor}`).waitFor()
    }
    await kit.page.getByRole('link', { name: 'Long list' }).first().click()
    await expect
      .poll(() => kit.page.getByRole('heading', { name: 'Long list' }).boundingBox())
      .toMatchObject({ y: 113 })
  })

  test('is light, dark or follows the operating system, remembers the choice, and adds no scripts to other pages', async () => {
    const ground = (of = kit.page) => of.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const bar = (of = kit.page) => of.locator('meta[name="theme-color"]').getAttribute('content')
    const stored = () => kit.page.evaluate(`localStorage.getItem('color-mode')`)
    const light = await ground()
    await kit.page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    expect(dark).not.toBe(light)
    await kit.button('Light').click()
    expect([await ground(), await stored()]).toEqual([light, 'light'])
    await kit.button('Dark').click()
    await kit.page.emulateMedia({ colorScheme: 'light' })
    expect([await ground(), await bar(), await stored()]).toEqual([dark, '#111827', 'dark'])

    const page = await kit.page.context().newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${kit.server.address}/auth/login`)
    await page.getByLabel('Email').waitFor()
    expect([await ground(page), await bar(page)]).toEqual([dark, '#111827'])
    await page.close()
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((path) => /\/(kit|tables|lists|charts|pickers|plot|calendar|table-model)-/.test(path))).toEqual(
      [],
    )

    await kit.button('System').click()
    expect([await ground(), await bar(), await stored()]).toEqual([light, 'white', 'system'])
    await kit.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => bar()).toBe('#111827')
    await kit.page.emulateMedia({ colorScheme: 'light' })
  })
})

test('nothing moves under reduced motion', async () => {
  const longest = () =>
    kit.page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('body *')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [animationDuration, transitionDuration].flatMap((text) => text.split(',')).map(Number.parseFloat)
      }))`,
    )
  expect(await longest()).toBeLessThanOrEqual(0.001)
  await kit.page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await longest()).toBeGreaterThan(0.1)
})

describe('the animated logo', () => {
  /** Returns the opacity of its dot and of each of its arcs. */
  const parts = () =>
    kit
      .region('Progress and skeletons')
      .locator('[aria-hidden] > svg > g > g')
      .evaluateAll((all) => all.map((arc) => Number(arc.getAttribute('opacity'))))

  /** An expression for the page that resolves after two frames. */
  const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))'

  test('stands still under reduced motion and moves otherwise, and a static one replaces it without its script', async () => {
    await expect.poll(parts).toHaveLength(4)
    expect(await parts()).toEqual([1, 1, 1, 1])
    await kit.page.evaluate(frames)
    expect(await parts()).toEqual([1, 1, 1, 1])
    await kit.page.emulateMedia({ reducedMotion: 'no-preference' })
    const seen = new Set<string>()
    await expect
      .poll(async () => {
        seen.add(String(await parts()))
        return seen.size
      })
      .toBeGreaterThan(5)
    await kit.page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(parts).toEqual([1, 1, 1, 1])

    const fetched = kit.page.waitForEvent('requestfailed', (request) => request.url().includes('/logo-animation-'))
    await kit.page.route('**/logo-animation-*.js', (route) => route.abort())
    // An invalid language tag doesn't matter either.
    const script = await kit.page.addInitScript(
      `Object.defineProperty(navigator, 'language', { value: 'en-US@posix' })`,
    )
    await kit.show()
    await fetched
    expect(await kit.page.evaluate('navigator.language')).toBe('en-US@posix')
    await script.dispose()
    const place = kit.region('Progress and skeletons').locator('figure, div').filter({ hasText: 'First load' }).last()
    await expect.poll(() => place.locator('svg path').count()).toBe(3)
    await kit.page.unroute('**/logo-animation-*.js')
  })
})

// Light colors are read on the app's own screens.
test('the page fits a desktop and a phone, and axe finds no faults in dark colors, also in open states', async () => {
  const width = () => kit.page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(1440)
  // Like 400 % zoom.
  await kit.page.setViewportSize({ width: 320, height: 256 })
  expect([await kit.page.evaluate(overhang), await kit.page.evaluate(unseen)]).toEqual([0, []])
  await kit.page.setViewportSize({ width: 375, height: 900 })
  await kit.page.emulateMedia({ colorScheme: 'dark' })
  expect(await width()).toBe(375)
  for (const color of ['Green', 'Amber', 'Red']) await kit.button(color).click()
  expect(await kit.faults()).toEqual([])

  await kit.page.setViewportSize({ width: 1440, height: 900 })
  // Axe reads the whole document each time.
  await kit.page.evaluate(`document.querySelectorAll('${still.join()}').forEach((each) => each.remove())`)
  const opened = async (place: Locator) => {
    await place.waitFor()
    expect(await kit.faultsAbove()).toEqual([])
    await kit.page.keyboard.press('Escape')
  }
  await kit.button('Open dialog').click()
  await opened(kit.page.getByRole('dialog', { name: 'New keyword' }))
  await kit.button('Open menu').click()
  await opened(kit.page.getByRole('menu'))
  await kit.combobox('Time zone').click()
  await kit.search().fill('be')
  await opened(kit.page.getByRole('option', { name: 'Berlin' }))
  await kit.button('Period').click()
  await opened(kit.page.getByRole('grid'))
  await kit.page.emulateMedia({ colorScheme: 'light' })
})

test('no page logged a console error or contacted another host', () => {
  expect(kit.complaints.filter((line) => !line.includes('ERR_FAILED'))).toEqual([])
})
