import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, expect, test } from 'vitest'
import { adminPath, appPaths, authPaths, layoutOf, publicPaths } from '#engine/rules/paths.ts'
import { goWithinApp, overhang, unseen } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
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
const publicPages = [...authPaths, ...publicPaths, '/auth/reset-password?code=0', '/no-such-page', '/app/no-such-page']

async function open(options: BrowserContextOptions, signedIn = false): Promise<void> {
  const context = await browser.newContext(options)
  if (signedIn) await context.addCookies(await shell.context.cookies())
  page = await context.newPage()
}

async function show(path: string): Promise<void> {
  await page.goto(shell.server.address + path)
  await isShown(path)
}

async function isShown(path: string): Promise<void> {
  await page
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('tab', { name: 'New' }))
    .first()
    .waitFor()
  // The kit shows loading states permanently.
  if (path !== '/test') await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
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
  for (const path of publicPages) {
    await show(path)
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
    await isShown(path)
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
