import { describe, expect, test } from 'vitest'
import { KitPage, still } from '../kit-page.ts'

const kit = new KitPage()

describe('the page', () => {
  test('opens without an account, takes its title from its path, and is not indexed', async () => {
    const answer = await kit.show('/test/')
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect.poll(() => kit.page.title()).toBe('Test')
    await kit.page.getByRole('heading', { level: 1, name: 'UI kit' }).waitFor()
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

  test('adds no scripts to other pages', async () => {
    const page = await kit.page.context().newPage()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${kit.server.address}/auth/login`)
    await page.getByLabel('Email').waitFor()
    await page.close()
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((path) => /\/(kit|tables|lists|charts|pickers|plot|calendar|table-model)-/.test(path))).toEqual(
      [],
    )
  })

  test('is light, dark or follows the operating system, and remembers the choice', async () => {
    const ground = () => kit.page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const bar = () => kit.page.locator('meta[name="theme-color"]').getAttribute('content')
    const light = await ground()
    await kit.page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    expect(dark).not.toBe(light)
    await kit.button('Light').click()
    expect(await ground()).toBe(light)
    await kit.button('Dark').click()
    await kit.page.emulateMedia({ colorScheme: 'light' })
    // An invalid language tag doesn't matter either.
    const script = await kit.page.addInitScript(
      `Object.defineProperty(navigator, 'language', { value: 'en-US@posix' })`,
    )
    await kit.show()
    expect(await kit.page.evaluate('navigator.language')).toBe('en-US@posix')
    await script.dispose()
    expect([await ground(), await bar()]).toEqual([dark, '#111827'])
    await kit.button('System').click()
    expect([await ground(), await bar()]).toEqual([light, 'white'])
    await kit.page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(bar).toBe('#111827')
    await kit.page.emulateMedia({ colorScheme: 'light' })
  })
})

// robustness/screens.test.ts opens it at 400 % zoom.
test('the page fits a desktop and a phone, on which axe finds no faults', async () => {
  const width = () => kit.page.evaluate('document.documentElement.scrollWidth')
  expect(await width()).toBe(1440)
  await kit.page.setViewportSize({ width: 375, height: 900 })
  await kit.show()
  expect(await width()).toBe(375)
  expect(await kit.faults()).toEqual([])
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

test('axe finds no faults in any open state, in light and dark colors', async () => {
  await kit.show()
  const inBothSchemes = async (check: (scheme: 'light' | 'dark') => Promise<string[]>) => {
    expect(await check('light')).toEqual([])
    await kit.page.emulateMedia({ colorScheme: 'dark' })
    expect(await check('dark')).toEqual([])
    await kit.page.emulateMedia({ colorScheme: 'light' })
  }
  const expectNoFaults = () => inBothSchemes((scheme) => (scheme === 'light' ? kit.faults() : kit.contrastFaults()))
  const closed = async (opened: () => Promise<unknown>) => {
    await opened()
    await inBothSchemes((scheme) => (scheme === 'light' ? kit.faultsAbove() : kit.contrastFaultsAbove()))
    await kit.page.keyboard.press('Escape')
  }
  await expectNoFaults()
  // Axe reads the whole document each time.
  await kit.page.evaluate(`document.querySelectorAll('${still.join()}').forEach((each) => each.remove())`)
  await closed(async () => {
    await kit.button('Open dialog').click()
    await kit.page.getByRole('dialog', { name: 'New keyword' }).waitFor()
  })
  await closed(async () => {
    await kit.button('Open drawer').click()
    await kit.page.getByRole('dialog', { name: 'Edit lead' }).waitFor()
  })
  await closed(async () => {
    await kit.button('Open menu').click()
    await kit.page.getByRole('menu').waitFor()
  })
  await closed(async () => {
    await kit.combobox('Role').click()
    await kit.page.getByRole('option', { name: 'Client Read-only access' }).waitFor()
  })
  await closed(async () => {
    await kit.combobox('Time zone').click()
    await kit.search().fill('be')
    await kit.page.getByRole('option', { name: 'Berlin' }).waitFor()
  })
  await closed(async () => {
    await kit.button('Period').click()
    await kit.page.getByRole('grid').waitFor()
  })
  await closed(async () => {
    await kit.button('Notifications').focus()
    await kit.page.getByText('Tooltip text').waitFor()
  })
  for (const color of ['Green', 'Amber', 'Red']) await kit.button(color).click()
  await kit.button('Show as table').first().click()
  await expectNoFaults()
})

test('no page logged a console error or contacted another host', () => {
  expect(kit.complaints).toEqual([])
})
