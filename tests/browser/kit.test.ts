import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openChromium } from './chromium.ts'
import { type House, openHouse } from './house.ts'

let house: House
let browser: Browser
let context: BrowserContext
let page: Page
const complaints: string[] = []
beforeAll(async () => {
  house = await openHouse()
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await house?.stop()
})
beforeEach(() => open())
afterEach(() => context.close())

/** Opens the kit in a browser of its own, as a visitor who has no account. */
async function open(options: BrowserContextOptions & { stopClock?: boolean } = {}): Promise<void> {
  await context?.close()
  const { stopClock = false, ...rest } = options
  const usual = { viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' as const }
  context = await browser.newContext({ ...usual, ...rest })
  page = await context.newPage()
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('request', (request) => {
    if (!request.url().startsWith(house.address) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  if (stopClock) await page.clock.install({ time: new Date('2026-11-20T10:00:00') })
  await page.goto(`${house.address}/test`)
  await page.getByRole('slider', { name: 'Mentions, by day' }).waitFor()
  if (stopClock) await page.clock.pauseAt(new Date('2026-11-20T10:01:00'))
}

/** What axe finds wrong with the page as it is, or with all of it but these parts. */
async function faults(but: string[] = []): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(`axe.run({ exclude: ${JSON.stringify(but)} })`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const combobox = (name: string) => page.getByRole('combobox', { name, exact: true })
const search = () => page.getByRole('combobox', { name: 'Search the options' })
const part = (title: string) => page.getByRole('region', { name: title, exact: true })
const notice = (title: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByRole('dialog', { name: title })

describe('the page', () => {
  test('is there without an account, is titled by its path, and is not to be listed', async () => {
    const answer = await page.goto(`${house.address}/test/`)
    expect(answer?.status()).toBe(200)
    expect(answer?.headers()['x-robots-tag']).toBe('noindex')
    await expect.poll(() => page.title()).toBe('Test')
    await page.getByRole('heading', { level: 1, name: 'The kit' }).waitFor()
    const other = await page.request.get(`${house.address}/auth/login`)
    expect(other.headers()['x-robots-tag']).toBeUndefined()
  })

  test('has an anchor for each of its parts', async () => {
    for (const link of await page.getByRole('navigation', { name: 'Parts of the kit' }).getByRole('link').all()) {
      const anchor = await link.getAttribute('href')
      await page.locator(`section${anchor}`).waitFor()
    }
    await page.getByRole('link', { name: 'Long list' }).first().click()
    await expect.poll(() => page.getByRole('heading', { name: 'Long list' }).boundingBox()).toMatchObject({ y: 113 })
  })

  test.each([
    [1440, 900, 1],
    [375, 812, 2],
    [320, 640, 2],
    [320, 256, 4],
  ])('fits into %i by %i px at %i pixels a point', async (width, height, deviceScaleFactor) => {
    await open({ viewport: { width, height }, deviceScaleFactor })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
  })

  test('adds nothing to other pages', async () => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${house.address}/auth/login`)
    await page.getByLabel('E-mail').waitFor()
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((path) => /\/(kit|tables|lists|charts|pickers|plot|calendar|table-model)-/.test(path))).toEqual(
      [],
    )
  })

  test('is light, dark, or what the operating system is, and remembers which', async () => {
    const ground = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor')
    const bar = () => page.locator('meta[name="theme-color"]').getAttribute('content')
    const light = await ground()
    await page.emulateMedia({ colorScheme: 'dark' })
    const dark = await ground()
    expect(dark).not.toBe(light)
    await button('Light').click()
    expect(await ground()).toBe(light)
    await button('Dark').click()
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    await button('Dark').waitFor()
    expect([await ground(), await bar()]).toEqual([dark, dark])
    await button('System').click()
    expect([await ground(), await bar()]).toEqual([light, light])
  })
})

/** Parts that stay as they are while something opens elsewhere. */
const still = [
  'colours',
  'type',
  'buttons',
  'fields',
  'choices',
  'paging',
  'tables',
  'lists',
  'marks',
  'waiting',
  'states',
].map((id) => `#${id}`)

describe.each(['light', 'dark'] as const)('in %s, axe finds nothing', (colorScheme) => {
  test.each([1440, 375])('at %i px, whatever is open', async (width) => {
    await open({ colorScheme, viewport: { width, height: 900 } })
    expect(await faults()).toEqual([])
    const closed = async (opened: () => Promise<unknown>) => {
      await opened()
      expect(await faults(still)).toEqual([])
      await page.keyboard.press('Escape')
    }
    await closed(async () => {
      await button('Open dialog').click()
      await page.getByRole('dialog', { name: 'New keyword' }).waitFor()
    })
    await closed(async () => {
      await button('Open drawer').click()
      await page.getByRole('dialog', { name: 'Edit lead' }).waitFor()
    })
    await closed(async () => {
      await button('Open menu').click()
      await page.getByRole('menu').waitFor()
    })
    await closed(async () => {
      await combobox('Role').click()
      await page.getByRole('option', { name: 'Client Reads' }).waitFor()
    })
    await closed(async () => {
      await combobox('Time zone').click()
      await search().fill('be')
      await page.getByRole('option', { name: 'Berlin' }).waitFor()
    })
    await closed(async () => {
      await button('Period').click()
      await page.getByRole('grid').waitFor()
    })
    await closed(async () => {
      await button('Notifications').focus()
      await page.getByText('What is only hinted at, in words').waitFor()
    })
    for (const color of ['Green', 'Amber', 'Red']) await button(color).click()
    await button('Show as table').first().click()
    expect(await faults(still)).toEqual([])
  })
})

describe('a select', () => {
  test('is chosen from by letters and arrows', async () => {
    await combobox('Role').focus()
    await page.keyboard.press('Enter')
    await page.locator('[role="option"]:focus').waitFor()
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    await expect.poll(() => combobox('Role').textContent()).toBe('Client')
    await page.keyboard.press('Enter')
    await page.locator('[role="option"]:focus').waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => combobox('Role').textContent()).toBe('Member')
  })

  test('in a dialog is not cut off, and Escape closes it alone', async () => {
    await button('Open dialog').click()
    const dialog = page.getByRole('dialog', { name: 'New keyword' })
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Brand' }).click({ trial: true })
    await page.keyboard.press('Escape')
    await page.getByRole('option', { name: 'Brand' }).waitFor({ state: 'detached' })
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await button('Open dialog').evaluate((element) => element.matches(':focus'))).toBe(true)
  })
})

describe('a combobox', () => {
  test('narrows its options while one types, and Enter takes the first', async () => {
    await combobox('Time zone').focus()
    await page.keyboard.press('Enter')
    await search().waitFor()
    await page.keyboard.type('sao')
    await expect.poll(() => page.getByRole('option', { name: 'Berlin' }).count()).toBe(0)
    expect(await page.getByRole('option', { name: 'São Paulo' }).count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => combobox('Time zone').textContent()).toBe('São Paulo')
    expect(await combobox('Time zone').evaluate((element) => element.matches(':focus'))).toBe(true)
  })

  test('says so where nothing is called that, and Escape changes nothing', async () => {
    await combobox('Time zone').click()
    await search().fill('nowhere')
    await page.getByText('Nothing is called that').waitFor()
    await page.keyboard.press('Escape')
    await search().waitFor({ state: 'detached' })
    expect(await combobox('Time zone').textContent()).toBe('Lisbon')
  })

  test('of several adds and takes out', async () => {
    const chosen = () =>
      part('Select, combobox, tags, days').getByRole('button', { name: /^Remove (Berlin|Nairobi|Oslo)$/ })
    await combobox('Places').click()
    await search().fill('oslo')
    await page.keyboard.press('Enter')
    await expect.poll(() => button('Remove Oslo').count()).toBe(1)
    await page.keyboard.press('Escape')
    await button('Remove Nairobi').click()
    await expect.poll(() => button('Remove Nairobi').count()).toBe(0)
    // Berlin stands among the competitors beside it, too.
    expect(await chosen().count()).toBe(3)
    expect(await combobox('Places').evaluate((element) => element.matches(':focus'))).toBe(true)
  })
})

test('tags are added by Enter, comma and paste, never twice, and Backspace takes the last back', async () => {
  const field = page.getByLabel('Keywords', { exact: true })
  const tags = () =>
    part('Select, combobox, tags, days')
      .getByRole('button', { name: /^Remove [a-z]/ })
      .allTextContents()
  const names = () =>
    part('Select, combobox, tags, days')
      .getByRole('button', { name: /^Remove [a-z]/ })
      .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label')))
  await field.fill('quotes')
  await field.press('Enter')
  await field.pressSequentially('late payment,SIMPLE CRM,')
  expect(await names()).toEqual(
    ['simple crm', 'sales pipeline', 'quotes', 'late payment'].map((tag) => `Remove ${tag}`),
  )
  await field.press('Backspace')
  expect((await tags()).length).toBe(3)
  await button('Remove simple crm').click()
  expect(await names()).toEqual(['Remove sales pipeline', 'Remove quotes'])
})

describe('a range of days', () => {
  test('is chosen in the calendar by keyboard', async () => {
    await open({ stopClock: true })
    await button('Period').press('Enter')
    await page.clock.runFor(500)
    await page.getByRole('grid').waitFor()
    await page.getByRole('button', { name: 'Friday, November 20, 2026, chosen' }).focus()
    for (const key of ['ArrowUp', 'ArrowLeft', 'Enter', 'ArrowRight', 'ArrowRight', 'Enter']) {
      await page.keyboard.press(key)
      await page.clock.runFor(50)
    }
    expect(await page.getByLabel('First day').inputValue()).toBe('2026-11-12')
    expect(await page.getByLabel('Last day').inputValue()).toBe('2026-11-14')
    await button('Apply').press('Enter')
    await page.clock.runFor(500)
    expect((await button('Period').textContent())?.replace(/\s+/g, ' ')).toBe('Nov 12 – 14, 2026')
  })

  test('is chosen by a preset, or typed; one that is none is refused', async () => {
    await open({ stopClock: true })
    const opened = async () => {
      await button('Period').click()
      await page.clock.runFor(500)
    }
    await opened()
    await button('This month').click()
    await page.clock.runFor(500)
    expect(await button('Period').textContent()).toBe('This month')
    await opened()
    expect(await page.getByLabel('First day').inputValue()).toBe('2026-11-01')
    await page.getByLabel('First day').fill('2026-11-21')
    await button('Apply').click()
    await page.getByText('The first day is after the last').waitFor()
    await page.getByLabel('First day').fill('2026-10-01')
    await button('Apply').click()
    await page.clock.runFor(500)
    expect((await button('Period').textContent())?.replace(/\s+/g, ' ')).toBe('Oct 1 – Nov 20, 2026')
  })
})

describe('a notice', () => {
  /** Lets the frames pass in which a notice fades, where the clock stands still; too few to let its time pass. */
  async function gone(title: string): Promise<void> {
    for (let frame = 0; frame < 20 && (await notice(title).count()) > 0; frame++) await page.clock.runFor(17)
    expect(await notice(title).count()).toBe(0)
  }

  test('leaves after five seconds, and stays while the pointer is on it', async () => {
    await open({ stopClock: true })
    await button('Delete a row').click()
    await page.clock.runFor(4000)
    await notice('Row deleted').hover()
    await page.clock.runFor(60_000)
    expect(await notice('Row deleted').count()).toBe(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(900)
    expect(await notice('Row deleted').count()).toBe(1)
    await page.clock.runFor(101)
    await gone('Row deleted')
  })

  test('takes back what it tells of', async () => {
    await button('Delete a row').click()
    await page.getByText('2 rows').waitFor()
    await notice('Row deleted').getByRole('button', { name: 'Undo' }).click()
    await page.getByText('3 rows').waitFor()
    await notice('Row deleted').waitFor({ state: 'detached' })
  })

  test('without a time stays until it is closed, and says once that it left', async () => {
    await open({ stopClock: true })
    await button('Say something that stays').click()
    await page.clock.runFor(600_000)
    expect(await notice('Grace answered you').count()).toBe(1)
    await page.getByText('0 have left').waitFor()
    await notice('Grace answered you').getByRole('button', { name: 'Dismiss' }).click()
    await gone('Grace answered you')
    await page.getByText('1 has left').waitFor()
  })

  test('lies above a dialog, which stays when the notice is closed', async () => {
    await button('Open dialog').click()
    await button('Say something').click()
    await notice('Said from inside the dialog').getByRole('button', { name: 'Dismiss' }).click()
    await notice('Said from inside the dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog', { name: 'New keyword' }).isVisible()).toBe(true)
  })

  test.each([
    [1440, 384],
    [375, 343],
  ])('at %i px is %i px wide, at the bottom end', async (width, wide) => {
    await open({ viewport: { width, height: 900 } })
    await button('Green').click()
    const box = await notice('Project settings saved').boundingBox()
    expect(box?.width).toBe(wide)
    expect(width - box!.x - box!.width).toBeLessThanOrEqual(24)
    expect(900 - box!.y - box!.height).toBeLessThanOrEqual(72)
  })
})

describe('a table', () => {
  const table = () => page.getByRole('region', { name: 'Sample leads' })
  const column = (name: string) => table().getByRole('columnheader', { name })
  const cells = (place: number) => table().locator(`tbody tr td:nth-child(${place})`).allTextContents()

  test('is sorted by the heads of its columns, up and down, what is unknown last', async () => {
    expect(await column('Score').getAttribute('aria-sort')).toBe('descending')
    await column('Lead').getByRole('button').press('Enter')
    expect(await column('Lead').getAttribute('aria-sort')).toBe('ascending')
    expect(await column('Score').getAttribute('aria-sort')).toBe('none')
    const titles = await cells(2)
    expect(titles).toEqual(titles.toSorted(new Intl.Collator('en', { numeric: true }).compare))
    for (const order of ['descending', 'ascending']) {
      await column('Answers').getByRole('button').click()
      expect(await column('Answers').getAttribute('aria-sort')).toBe(order)
      const answers = await cells(5)
      expect(answers.slice(-15)).toEqual(Array(15).fill('–'))
      const numbers = answers.slice(0, -15).map(Number)
      expect(numbers).toEqual(numbers.toSorted((a, b) => (order === 'ascending' ? a - b : b - a)))
    }
  })

  test('lets rows be chosen: one, a range with Shift, all', async () => {
    const boxes = table().getByRole('checkbox')
    await boxes.nth(2).press('Space')
    await page.getByText('1 of 60 chosen').waitFor()
    await boxes.nth(6).click({ modifiers: ['Shift'] })
    await page.getByText('5 of 60 chosen').waitFor()
    expect(await boxes.nth(0).getAttribute('aria-checked')).toBe('mixed')
    await boxes.nth(0).click()
    await page.getByText('60 of 60 chosen').waitFor()
    await boxes.nth(0).click()
    await page.getByText('60 leads').waitFor()
  })

  test('keeps its head in sight, and lets columns go where it is narrow', async () => {
    const above = await table().evaluate((element) => {
      element.scrollTo(0, 500)
      const head = element.querySelector('th')
      return head && [element.scrollTop, head.getBoundingClientRect().y - element.getBoundingClientRect().y]
    })
    expect(above).toEqual([500, 1])
    expect(await table().getByRole('columnheader').count()).toBe(6)
    await page.setViewportSize({ width: 375, height: 900 })
    expect(await table().getByRole('columnheader').count()).toBe(3)
  })
})

test('a list of 10,000 rows draws those in sight, and every key finds its row', async () => {
  const list = page.getByRole('listbox', { name: '10,000 leads' })
  const rows = list.getByRole('option')
  const active = () => list.evaluate((element) => element.getAttribute('aria-activedescendant')?.split('-').at(-1))
  const seen = async () => {
    const id = await list.getAttribute('aria-activedescendant')
    const [box, row] = await Promise.all([list.boundingBox(), page.locator(`[id="${id}"]`).boundingBox()])
    return row !== null && row.y >= box!.y - 1 && row.y + row.height <= box!.y + box!.height + 1
  }
  await list.focus()
  for (const [key, index] of [
    ['ArrowDown', 1],
    ['PageDown', 6],
    ['End', 9999],
    ['ArrowDown', 9999],
    ['PageUp', 9994],
    ['ArrowUp', 9993],
    ['Home', 0],
    ['ArrowUp', 0],
    ['ArrowDown', 1],
  ] as const) {
    await list.press(key)
    await expect.poll(active).toBe(String(index))
    await expect.poll(seen).toBe(true)
    expect(await rows.count()).toBeLessThan(60)
  }
  await list.press('Enter')
  await page.getByText('Chosen: lead 2', { exact: true }).waitFor()
  expect(await rows.nth(1).getAttribute('aria-setsize')).toBe('10000')
  await list.evaluate((element) => element.scrollTo(0, 300_000))
  await expect.poll(() => rows.last().getAttribute('aria-posinset').then(Number)).toBeGreaterThan(4000)
  expect(await rows.count()).toBeLessThan(60)
  expect(await list.locator('[aria-selected="true"]').count()).toBe(1)
})

test('a chart is read day by day with arrows, and as a table', async () => {
  const chart = page.getByRole('slider', { name: 'Leads found, by day' })
  const last = await chart.getAttribute('aria-valuetext')
  await chart.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('28')
  expect(await chart.getAttribute('aria-valuetext')).not.toBe(last)
  await chart.press('Home')
  await expect.poll(() => chart.getAttribute('aria-valuenow')).toBe('0')
  const first = await chart.getAttribute('aria-valuetext')
  await part('Leads found').getByRole('button', { name: 'Show as table' }).click()
  const rows = part('Leads found as a table').getByRole('row')
  expect(await rows.count()).toBe(31)
  const [day, value] = (await rows.last().locator('th, td').allTextContents()) as [string, string]
  expect(first).toBe(`${day}: Found ${value}`)
})

test('a pager says what it shows, and its ends lead nowhere', async () => {
  const pager = page.getByRole('navigation', { name: 'Notes: pages' })
  expect(await pager.getByRole('button', { name: 'Previous page' }).getAttribute('aria-disabled')).toBe('true')
  await pager.getByRole('button', { name: 'Page 3' }).click()
  await pager.getByText('21–21 of 21').waitFor()
  expect(await pager.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
  expect(await pager.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page')
})

test('where motion is to be reduced nothing moves', async () => {
  const longest = () =>
    page.evaluate<number>(
      `Math.max(...[...document.querySelectorAll('body *')].flatMap((element) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element)
        return [animationDuration, transitionDuration].flatMap((text) => text.split(',')).map(Number.parseFloat)
      }))`,
    )
  expect(await longest()).toBeLessThanOrEqual(0.001)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await longest()).toBeGreaterThan(0.1)
})

test('no page complained in the console or asked another host for anything', () => {
  expect(complaints).toEqual([])
})
