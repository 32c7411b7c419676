import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compose, faultsAbove, faultsOf, goWithinApp } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
beforeTries(async () => {
  shell = await openShell()
})
afterAll(() => shell?.close())
beforeEach(() => shell.show())

const faults = () => faultsOf(shell.page)
const faultsOfOpen = () => faultsAbove(shell.page)

/** Creates projects with an empty watchlist through the API. */
async function addProjects(names: string[]): Promise<void> {
  for (const name of names) {
    const answer = await shell.context.request.post(`${shell.server.address}/api/projects`, {
      headers: { origin: shell.server.address },
      data: { data: { name, summary: 'Sundials for the northern garden', timeZone: 'UTC' } },
    })
    expect(answer.status()).toBe(201)
  }
}

// First, in a page that has just loaded.
test('the first Tab skips to the content', async () => {
  await shell.page.keyboard.press('Tab')
  const skip = shell.page.getByRole('link', { name: 'Skip to content' })
  await expect.poll(() => isFocused(skip)).toBe(true)
  await shell.page.keyboard.press('Enter')
  await expect.poll(() => isFocused(shell.page.getByRole('main'))).toBe(true)
})

// Before the others, while the app has loaded no other page.
// A list that cannot be fetched: robustness/network-and-storage.test.ts.
describe('without the server', () => {
  let page: Page
  beforeEach(async () => {
    page = shell.page
    await shell.rows().first().waitFor()
  })

  afterEach(() => page.unrouteAll())

  const area = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })
  const tryAgain = () => page.getByRole('main').getByRole('button', { name: 'Try again' })

  /** Makes the server unreachable. */
  async function goAway(): Promise<void> {
    // The area for notices loads last, and its error needs it.
    await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
    await page.route('**/*', (route) => route.abort())
    // An open page applies a new route a moment later. Until then its requests get through.
    const ask = `fetch('/api/health').then(() => 'answered', () => 'away')`
    await expect.poll(() => page.evaluate(ask)).toBe('away')
  }

  /** Makes the server reachable again without notifying the page. */
  async function comeBackQuietly(): Promise<void> {
    await page.route('**/api/events**', (route) => route.abort())
    await page.unroute('**/*')
  }

  test('a decision is reverted and a page shows an error in its frame, and loads once it is back', async () => {
    // The code of the lead panel loads after the rows.
    await page.locator('#detail-title').waitFor()
    const before = await shell.rows().getByRole('heading').allTextContents()
    await goAway()
    await page.keyboard.press('r')
    await page.getByText("Couldn't reach the server").first().waitFor()
    await expect.poll(() => shell.rows().getByRole('heading').allTextContents()).toEqual(before)

    await area('Keywords').click()
    await page.getByRole('main').getByText("Couldn't reach the server").waitFor()
    await area('Opportunities').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await comeBackQuietly()
    await tryAgain().click()
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  })

  test('a page that is missing on the server is reloaded once automatically', async () => {
    let requests = 0
    await page.route('**/assets/competitors-*.js', (route) => {
      requests += 1
      return route.fulfill({ status: 404 })
    })
    await area('Competitors').click()
    await page.getByText("Part of this page didn't load").waitFor()
    expect(requests).toBe(2)
    await page.unrouteAll()
    await tryAgain().click()
    await page.getByRole('heading', { level: 1, name: 'Competitors' }).waitFor()
  })

  test('a lead panel that cannot be fetched shows an error in its place, and loads on the next try', async () => {
    await page.route('**/lead-panel-*.js', (route) => route.abort())
    for (const path of ['health', 'events**']) await page.route(`**/api/${path}`, (route) => route.abort())
    await page.reload()
    const failure = page.getByRole('alert').filter({ hasText: "Couldn't load the lead" })
    await failure.getByText("Couldn't reach the server").waitFor()
    expect(await shell.rows().count()).toBeGreaterThan(1)
    await tryAgain().click()
    await failure.getByText("Couldn't reach the server").waitFor()
    for (const path of ['lead-panel-*.js', 'api/health']) await page.unroute(`**/${path}`)
    await tryAgain().click()
    await page.locator('#detail-title').waitFor()
    expect(await failure.count()).toBe(0)
  })
})

describe('keys', () => {
  const sheet = () => shell.dialog('Keyboard shortcuts')

  test('? lists the shortcuts of the shell and of the open screen', async () => {
    await shell.page.keyboard.press('?')
    const lead = sheet().getByRole('group', { name: 'Lead' })
    await lead.waitFor()
    expect(await lead.getByRole('definition').allTextContents()).toEqual([
      ...['j', 'k', 'Enter', 'r', 'x', 's', 'c', 'o', 'v', 'V', 'Escape', 'u'],
    ])
    const going = sheet().getByRole('group', { name: 'Go to' })
    expect(await going.getByRole('term').allTextContents()).toContain('Keywords')
    expect(await going.getByRole('definition').allTextContents()).toContain('gthenk')
    await shell.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await goWithinApp(shell.page, '/app/settings/project/main')
    await shell.page.getByLabel('Product name').waitFor()
    await shell.page.keyboard.press('?')
    await going.waitFor()
    expect(await lead.count()).toBe(0)
    await shell.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
  })

  test('g and a letter go to a page, and g o goes back', async () => {
    for (const [keys, path] of [
      ['gk', '/app/settings/project/keywords'],
      ['gc', '/app/settings/project/competitors'],
      ['gs', '/app/settings/project/main'],
      ['ga', '/app/settings/account/main'],
    ] as const) {
      await shell.page.keyboard.type(keys)
      await shell.page.waitForURL(`**${path}`)
      await shell.page.getByRole('heading', { level: 1 }).waitFor()
      await shell.page.keyboard.type('go')
      await shell.page.waitForURL('**/app/opportunities')
      await shell.page.getByRole('tab', { name: 'New' }).waitFor()
    }
  })

  test('type text in fields, and do nothing in dialogs, menus, compositions or with other modifiers', async () => {
    const stays = async () => expect(new URL(shell.page.url()).pathname).toBe('/app/opportunities')
    await shell.rows().first().waitFor()
    await shell.page.keyboard.press('?')
    await sheet().waitFor()
    await shell.page.keyboard.type('gk')
    await shell.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await shell.page.getByRole('button', { name: /^Project:/ }).click()
    await shell.page.getByRole('menu').waitFor()
    await shell.page.keyboard.type('gk')
    await shell.page.keyboard.press('Escape')
    await shell.page.getByRole('menu').waitFor({ state: 'detached' })
    for (const modifier of ['Alt', 'Control', 'Meta']) {
      await shell.page.keyboard.press('g')
      await shell.page.keyboard.press(`${modifier}+c`)
    }
    await shell.page.keyboard.press('Escape')
    await shell.page.evaluate(compose)
    await stays()
    await shell.page.keyboard.type('gk')
    await shell.page.waitForURL('**/keywords')
    const field = shell.page.getByLabel('Add keywords')
    await field.fill('')
    await field.focus()
    await shell.page.keyboard.type('go?')
    expect(await field.inputValue()).toBe('go?')
    expect(shell.page.url()).toMatch(/keywords$/)
  })

  test('can be turned off, except Ctrl or Cmd K, and on again from the account menu', async () => {
    const keys = sheet().getByRole('switch', { name: 'Enable single-key shortcuts' })
    await shell.page.keyboard.press('?')
    await keys.uncheck()
    await shell.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await shell.page.keyboard.type('gk?')
    await shell.openPalette()
    expect(new URL(shell.page.url()).pathname).toBe('/app/opportunities')
    await shell.page.keyboard.press('Escape')
    await shell.palette().waitFor({ state: 'detached' })
    await shell.page.getByRole('button', { name: /^Account:/ }).click()
    await shell.page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await keys.check()
    await shell.page.keyboard.press('Escape')
    await sheet().waitFor({ state: 'detached' })
    await shell.page.keyboard.type('gk')
    await shell.page.waitForURL('**/keywords')
  })
})

describe('a confirmation dialog', () => {
  const ask = () => shell.page.getByRole('button', { name: /^Delete project/ })
  const question = () => shell.page.getByRole('dialog', { name: 'Delete Deskbook?' })
  const field = () => question().getByRole('textbox')

  test('opens with the focus in its field, returns it, and is reset each time', async () => {
    await shell.visit('/app/settings/project/main')
    await ask().focus()
    await shell.page.keyboard.press('Enter')
    await expect.poll(() => isFocused(field())).toBe(true)
    await shell.page.keyboard.press('Escape')
    await question().waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(ask())).toBe(true)
    await ask().click()
    await field().fill('Deskb')
    await question().getByRole('button', { name: 'Delete project' }).click()
    await question().getByText("This doesn't match “Deskbook”").waitFor()
    await question().getByRole('button', { name: 'Cancel' }).click()
    await question().waitFor({ state: 'detached' })
    await ask().click()
    await expect.poll(() => isFocused(field())).toBe(true)
    expect(await field().inputValue()).toBe('')
    expect(await question().getByText("This doesn't match").count()).toBe(0)
  })

  test('closes on Back, and is not open again on Forward', async () => {
    const { page } = shell
    await shell.visit('/app/settings/project/keywords')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Project', exact: true }).click()
    await ask().click()
    await field().waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.goForward()
    await ask().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('projects', () => {
  const current = (name: string) => shell.page.getByRole('button', { name: `Project: ${name}` })

  test('one of many is found by typing, whatever the length of its name; leads and settings follow it, and a new one is a press away', async () => {
    const title = await shell.rows().first().getByRole('heading').first().textContent()
    const lead = shell.rows().filter({ hasText: title ?? '' })
    const long = 'The Worshipful Company of Extraordinarily Long Product Names and Their Several Descendants'
    await addProjects([...Array.from({ length: 8 }, (_, i) => `Sundial ${i + 1}`), long])
    // Typed before the list of projects has loaded.
    await shell.page.route('**/dialogs-*.js', async (route) => {
      await shell.page.locator('[aria-expanded="true"]', { hasText: 'Deskbook' }).waitFor()
      await shell.page.keyboard.type('sunx')
      await shell.page.keyboard.press('Backspace')
      await route.continue()
    })
    await shell.page.reload()
    const switcher = shell.dialog('Switch project')
    await current('Deskbook').click()
    await expect.poll(() => switcher.getByRole('option').count()).toBe(8)
    await shell.page.unroute('**/dialogs-*.js')
    await shell.boxTakesKeys()
    await shell.page.keyboard.press('Control+a')
    await shell.page.keyboard.press('Delete')
    await expect.poll(() => switcher.getByRole('option').count()).toBe(10)
    expect(await switcher.getByRole('option', { name: /Current/ }).textContent()).toContain('Deskbook')
    expect(await faultsOfOpen()).toEqual([])
    await shell.boxTakesKeys()
    await shell.page.keyboard.type('worsh')
    await expect.poll(() => switcher.getByRole('option').count()).toBe(1)
    await shell.page.keyboard.press('Enter')
    await current(long).waitFor()
    // The other project may find leads of its own among the sample posts.
    await lead.waitFor({ state: 'hidden' })
    for (const width of [320, 375, 1440]) {
      await shell.page.setViewportSize({ width, height: 800 })
      expect(await shell.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    }
    await shell.openPalette()
    await shell
      .palette()
      .getByText(/^Switch project \(8 of \d+\)$/)
      .waitFor()
    await shell.page.keyboard.type('deskb')
    await shell.page.keyboard.press('Enter')
    await current('Deskbook').waitFor()
    await lead.waitFor()
    await shell.page.keyboard.type('gs')
    await expect.poll(() => shell.page.getByLabel('Product name').inputValue()).toBe('Deskbook')
    await current('Deskbook').click()
    await shell.boxTakesKeys()
    await shell.page.keyboard.type('sundial 7')
    await shell.page.keyboard.press('Enter')
    await expect.poll(() => shell.page.getByLabel('Product name').inputValue()).toBe('Sundial 7')
    await current('Sundial 7').click()
    await switcher.getByRole('button', { name: 'New project' }).click()
    await shell.page.waitForURL('**/app/setup')
    await shell.visit('/app/opportunities')
    await current('Sundial 7').click()
    await shell.boxTakesKeys()
    await shell.page.keyboard.type('deskb')
    await shell.page.keyboard.press('Enter')
    await current('Deskbook').waitFor()
  })
})

describe('on every screen', () => {
  const menu = () => shell.page.getByRole('button', { name: 'Menu' })

  test.each([
    [1440, 900],
    [320, 256],
  ])('at %d by %d all of the shell is reachable, and axe finds no faults', async (width, height) => {
    // What is the same at each width is checked at one. The leads below are read in leads/list.test.ts.
    const isWide = width >= 1024
    await shell.page.setViewportSize({ width, height })
    await shell.rows().first().waitFor()
    await shell.page.getByRole('button', { name: 'Search or jump to…' }).click()
    await shell.boxTakesKeys()
    await shell.page.keyboard.type('o')
    if (isWide) expect(await faultsOfOpen()).toEqual([])
    await shell.page.keyboard.press('Escape')
    await shell.palette().waitFor({ state: 'detached' })
    if (!isWide) {
      await menu().click()
      await shell.dialog('Menu').waitFor()
      expect(await faults()).toEqual([])
    }
    await shell.page.getByRole('button', { name: /^Account:/ }).click()
    await shell.page.getByRole('menu').getByText(shell.email).waitFor()
    await shell.page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await shell.dialog('Keyboard shortcuts').waitFor()
    await shell.dialog('Menu').waitFor({ state: 'detached' })
    if (isWide) expect(await faultsOfOpen()).toEqual([])
    expect(await shell.page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await shell.page.keyboard.press('Escape')
    await shell.dialog('Keyboard shortcuts').waitFor({ state: 'detached' })
  })

  test('the drawer groups the pages, closes after navigation, and returns the focus on Escape', async () => {
    await shell.page.setViewportSize({ width: 375, height: 800 })
    await menu().click()
    const groups = shell.dialog('Menu').getByRole('navigation').getByRole('heading')
    await expect.poll(() => groups.allTextContents()).toEqual(['Leads', 'Listen', 'Answer', 'Measure', 'Settings'])
    await shell.dialog('Menu').getByRole('link', { name: 'Keywords' }).click()
    await shell.page.waitForURL('**/keywords')
    await shell.dialog('Menu').waitFor({ state: 'detached' })
    await shell.page
      .getByRole('navigation', { name: 'Project settings' })
      .getByRole('link', { name: 'Members' })
      .click()
    await shell.page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
    await menu().click()
    await shell.dialog('Menu').waitFor()
    await shell.page.keyboard.press('Escape')
    await shell.dialog('Menu').waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(menu())).toBe(true)
  })

  test('the palette opens over a lead and leaves it open', async () => {
    await shell.page.setViewportSize({ width: 375, height: 800 })
    await shell.rows().first().getByRole('link').click()
    await shell.dialog('Lead').waitFor()
    await shell.openPalette()
    await shell.page.keyboard.press('Escape')
    await shell.palette().waitFor({ state: 'detached' })
    expect(await shell.dialog('Lead').count()).toBe(1)
  })
})
