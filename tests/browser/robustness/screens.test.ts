import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adminPath, appPaths, authPaths, layoutOf, publicPaths } from '#engine/rules/paths.ts'
import { goWithinApp, overhang, unseen } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { createProject } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let browser: Browser
let page: Page

beforeTries(async () => {
  shell = await openShell()
  browser = shell.context.browser()!
})
afterAll(() => shell?.close())
afterEach(async () => {
  if (page !== shell.page) await page?.context().close()
})

/** A desktop screen at 400 % zoom. */
const zoomed = { viewport: { width: 320, height: 256 } }
const phone = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true }

/** The app's screens for users. Redirects are left out. */
const screens = appPaths.filter(
  (path) => !['/app', '/app/settings/account', '/app/settings/project', adminPath].includes(path),
)
/** The public pages of the app. The kit is read in shell/kit.test.ts. */
const publicScreens = ['/auth/reset-password?code=0', ...authPaths, ...publicPaths.filter((path) => path !== '/test')]
const missingPages = ['/no-such-page', '/app/no-such-page']

async function open(options: BrowserContextOptions, signedIn = false): Promise<void> {
  const context = await browser.newContext(options)
  if (signedIn) await context.addCookies(await shell.context.cookies())
  page = await context.newPage()
}

async function show(path: string): Promise<void> {
  await page.goto(shell.server.address + path)
  await isShown()
}

async function isShown(): Promise<void> {
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('tab', { name: 'New' }))
    .first()
    .waitFor()
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
}

/** Expects no horizontal scrolling and no controls that appear only on hover. */
const expectFitting = async (path: string) =>
  expect([path, await page.evaluate(overhang), await page.evaluate(unseen)]).toEqual([path, 0, []])

/** Roles of controls and images, which are indistinguishable without a name. */
const named = /^\s*- '?(?:button|link|textbox|combobox|checkbox|radio|switch|slider|tab|menuitem|spinbutton|img)\b/
const hasName = /^\s*- '?\w+ (?:"|\/)/

/** Returns the faults that affect screen reader users. */
async function heardFaults(): Promise<string[]> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n')
  const faults = lines
    .filter((line) => named.test(line) && !hasName.test(line))
    .map((line) => `no name: ${line.trim()}`)
  const levels = lines.flatMap((line) => (/- '?heading .*\[level=(\d)\]/.exec(line)?.[1] ?? '') || []).map(Number)
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings of level 1: ${levels}`)
  for (const [index, level] of levels.entries())
    if (level > (levels[index - 1] ?? level) + 1) faults.push(`level ${level} after ${levels[index - 1]}`)
  const mains = lines.filter((line) => /^\s*- main\b/.test(line)).length
  if (mains !== 1) faults.push(`main parts: ${mains}`)
  if (layoutOf(new URL(page.url()).pathname) === 'dashboard' && !lines.some((line) => line.includes('button "Menu"')))
    faults.push('no way to the areas')
  const title = await page.title()
  if (title === '') faults.push('no title')
  return faults
}

const expectHeard = async (path: string) => expect([path, await heardFaults()]).toEqual([path, []])

// The pages of the site are narrowed in site/site.test.ts.
test('each page beside the site fits 320 px, with names, ordered headings and one main part', async () => {
  await open(zoomed)
  for (const path of missingPages) {
    await show(path)
    await expectFitting(path)
    await expectHeard(path)
  }
  // Only the first is a page load.
  await show(publicScreens[0]!)
  for (const path of publicScreens) {
    await goWithinApp(page, path)
    await isShown()
    await expectFitting(path)
    await expectHeard(path)
  }
})

test('each screen of the app fits 320 px, with names, ordered headings and one main part', async () => {
  page = shell.page
  await page.setViewportSize(zoomed.viewport)
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() >= 400) refused.push(`${response.status()} ${response.url()}`)
  })
  // Only the first is a page load.
  await show(screens[0]!)
  for (const path of screens) {
    await goWithinApp(page, path)
    await isShown()
    await expectHeard(path)
    await expectFitting(path)
  }
  // Nothing is requested that owners may not do or that doesn't exist.
  expect(refused).toEqual([])
  await goWithinApp(page, '/app/opportunities')
  await page.getByRole('list', { name: 'Opportunities' }).getByRole('link').first().click()
  await page.getByRole('region', { name: 'Score' }).waitFor()
  for (const { viewport } of [zoomed, phone]) {
    await page.setViewportSize(viewport)
    await expectFitting('a lead')
  }
})

test('navigation, completed actions and errors are announced to a screen reader', async () => {
  page = shell.page
  await shell.show()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Keywords' }).click()
  await page.getByRole('status').filter({ hasText: 'Project settings: Keywords' }).waitFor({ state: 'attached' })
  await page.getByLabel('Add keywords').fill('lost invoices')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('list', { name: 'Keywords' }).getByText('lost invoices').waitFor()
  await goWithinApp(page, '/app/settings/project/main')
  await page.getByLabel('Product name').fill('')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  const field = page.getByLabel('Product name')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await page.getByText('Enter a product name').first().waitFor()
  const ids = (await field.getAttribute('aria-describedby'))!.split(' ')
  const words = await Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).innerText()))
  expect(words.join(' ')).toContain('Enter a product name')
  await field.fill('Deskbook')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await page
    .locator('[aria-live], [role=status], [role=alert]')
    .filter({ hasText: 'Project settings saved' })
    .first()
    .waitFor()
})

test('with touch only, a tap shows what hovering shows, and a lead is opened, closed, decided and undone', async () => {
  await open(phone, true)
  await show('/app/opportunities')
  const rows = page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
  const [title, next] = await rows.getByRole('heading').allTextContents()
  const row = rows.filter({ hasText: title! }).first()
  const lead = page.getByRole('dialog', { name: 'Lead' })
  await row.getByRole('link').tap()
  const age = lead
    .getByRole('button')
    .filter({ has: page.locator('time') })
    .first()
  const instant = new Date((await age.locator('time').getAttribute('datetime'))!)
  await age.tap()
  await page.getByText(String(instant.getFullYear())).first().waitFor()
  await lead.getByRole('button', { name: 'Opportunities' }).tap()
  await lead.waitFor({ state: 'detached' })
  await row.getByRole('link').tap()
  await lead.getByRole('button', { name: 'Mark replied' }).tap()
  await lead.getByRole('heading', { name: next! }).waitFor()
  await lead.getByRole('button', { name: 'Mark replied' }).tap()
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
  const [text, notice, bar] = await Promise.all([
    lead.getByRole('article').locator('..').boundingBox(),
    page.getByText('Marked replied').filter({ visible: true }).boundingBox(),
    lead.getByRole('button', { name: 'Mark replied' }).boundingBox(),
  ])
  expect(text!.y + text!.height).toBeLessThanOrEqual(notice!.y)
  expect(notice!.y + notice!.height).toBeLessThanOrEqual(bar!.y)
  await page.getByRole('button', { name: 'Undo' }).tap()
  await lead.getByRole('heading', { name: next! }).waitFor()
  await lead.getByRole('button', { name: 'Opportunities' }).tap()
  await lead.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu' }).tap()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Keywords' }).tap()
  await page.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  await goWithinApp(page, '/app/settings/project/members')
  // The button is disabled for assistive technology, but it can be tapped.
  await page.getByRole('button', { name: /^Role: Owner/ }).tap({ force: true })
  await page.getByText("You can't change your own role").first().waitFor()
})

describe('two tabs of a browser', () => {
  let beside: Page

  /** Shows a page of the app, in a loaded app if there is one. */
  async function showIn(where: Page, path: string): Promise<void> {
    if (where.url().startsWith(`${shell.server.address}/app/`)) await goWithinApp(where, path)
    else await where.goto(shell.server.address + path)
  }

  beforeEach(async () => {
    // In this place, since the tests before open the only project.
    if (beside === undefined || beside.isClosed()) {
      await createProject(shell.context, shell.server, { name: 'Sundial', summary: 'Sundials for the northern garden' })
      beside = await shell.context.newPage()
    }
    for (const each of [shell.page, beside]) {
      await showIn(each, '/app/opportunities')
      await rowsOf(each).first().waitFor()
    }
  })
  afterEach(async () => {
    for (const each of [shell.page, beside]) await each.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const rowsOf = (where: Page) => where.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
  const project = (where: Page, name: string) => where.getByRole('button', { name: `Project: ${name}` })

  test('the same decision in two tabs at once is stored once, and both tabs show it', async () => {
    const title = (await rowsOf(shell.page).first().getByRole('heading').textContent())!
    const answers: number[] = []
    for (const each of [shell.page, beside]) {
      await rowsOf(each).filter({ hasText: title }).first().getByRole('link').click()
      each.on('response', (response) => {
        if (response.url().endsWith('/reply')) answers.push(response.status())
      })
    }
    // Both tabs decide before either receives an update.
    const held: (() => void)[] = []
    for (const each of [shell.page, beside]) {
      await each.route('**/reply', (route) => new Promise<void>((done) => held.push(done)).then(() => route.continue()))
      await each.bringToFront()
      await each.getByRole('button', { name: 'Mark replied' }).first().click()
    }
    await expect.poll(() => held.length).toBe(2)
    for (const release of held) release()
    await expect.poll(() => answers.length).toBe(2)
    expect(answers.filter((status) => status < 300).length).toBeGreaterThan(0)
    expect(answers.filter((status) => status >= 500)).toEqual([])
    for (const each of [shell.page, beside]) {
      await goWithinApp(each, '/app/opportunities?tab=replied')
      await rowsOf(each).filter({ hasText: title }).waitFor()
      expect(await rowsOf(each).filter({ hasText: title }).count()).toBe(1)
    }
  })

  test("switching projects in one tab doesn't affect the other or its unsaved input", async () => {
    const name = (where: Page) => where.getByLabel('Product name')
    for (const each of [shell.page, beside]) {
      await goWithinApp(each, '/app/settings/project/main')
      await name(each).waitFor()
    }
    await name(shell.page).fill('Half a name')
    await project(beside, 'Deskbook').click()
    await beside.getByRole('menuitem', { name: 'Sundial' }).click()
    await project(beside, 'Sundial').waitFor()
    await expect.poll(() => name(beside).inputValue()).toBe('Sundial')
    expect(await name(shell.page).inputValue()).toBe('Half a name')
    await shell.page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await project(shell.page, 'Half a name').waitFor()
    expect(await name(beside).inputValue()).toBe('Sundial')
    // A new tab starts with the project selected last in any tab.
    await shell.page.reload()
    await project(shell.page, 'Sundial').click()
    await shell.page.getByRole('menuitem', { name: 'Half a name' }).click()
    await project(shell.page, 'Half a name').waitFor()
    await beside.reload()
    await project(beside, 'Half a name').waitFor()
  })

  test('after signing out the Back button shows nothing of the app', async () => {
    await rowsOf(shell.page).first().getByRole('link').click()
    const words = (await rowsOf(shell.page).first().getByRole('heading').textContent())!
    // Simulates a page restored from the browser's cache, before it fetches anything.
    const shown = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), document.body.checkVisibility()`
    expect(await shell.page.evaluate(shown)).toBe(false)
    await rowsOf(shell.page).filter({ hasText: words }).first().waitFor()

    await shell.page.getByRole('button', { name: /^Account:/ }).click()
    await shell.page.getByRole('menuitem', { name: 'Sign out' }).click()
    await shell.page.waitForURL(`${shell.server.address}/`)
    await beside.waitForURL('**/auth/login')
    for (const each of [shell.page, beside]) {
      await each.goBack()
      await each.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
      expect(await each.getByText(words).count()).toBe(0)
      expect(await each.content()).not.toContain('Half a name')
    }
  })
})
