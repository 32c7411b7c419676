import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { flagsKey } from '#platform/contract/flags.ts'
import { faultsOf, markRows, type Script, scriptsFetched } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { callApi } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

const phoneSize = { width: 375, height: 667 }

let shell: Shell
/** A signed-in user on a desktop and on a phone. */
let desk: BrowserContext
let phone: BrowserContext
let page: Page

beforeTries(async () => {
  shell = await openShell()
  const open = async (options: BrowserContextOptions) => {
    const context = await shell.context.browser()!.newContext(options)
    await context.addCookies(await shell.context.cookies())
    return context
  }
  desk = await open({ viewport: { width: 1440, height: 900 } })
  phone = await open({ viewport: phoneSize, hasTouch: true })
})
afterAll(() => shell?.close())
afterEach(() => page?.close())

/** Opens a tab with only this state of the tours in its storage. */
async function open(stored: string, context = desk): Promise<void> {
  page = await context.newPage()
  await page.goto(`${shell.server.address}/robots.txt`)
  await page.evaluate((state) => {
    localStorage.clear()
    localStorage.setItem('productTourState', state)
  }, stored)
  await page.addInitScript(markRows)
}

/** Opens the leads with this state of the tours in storage. */
async function visit(stored: string, context = desk) {
  await open(stored, context)
  await page.goto(`${shell.server.address}/app/opportunities`)
}

const card = () => page.getByRole('dialog').filter({ hasText: 'Opportunities tour' })
const button = (name: string) => card().getByRole('button', { name })
const state = () => page.evaluate(() => JSON.parse(localStorage.getItem('productTourState') ?? 'null'))
const rows = () => page.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')

const completed = {
  searchboxTourCompleted: false,
  opportunitiesTourCompleted: true,
  mentionsTourCompleted: false,
  insightsTourCompleted: false,
}

/** The element that each step explains. */
const explained: Record<string, () => Locator> = {
  'Each row is a lead': () => rows().first(),
  'Work through your leads': () => page.getByRole('tablist', { name: 'Lead status' }),
  'Why this is a lead': () => page.getByRole('region', { name: 'Score' }),
  'Take action': () => page.getByRole('group', { name: 'Lead actions' }),
  'Use the keyboard': () => page.getByRole('button', { name: 'Keyboard shortcuts' }),
}

/** Expects the whole card next to the element that it explains, which is outlined and in view. */
async function expectBeside(title: string): Promise<void> {
  await page.getByRole('dialog', { name: title }).waitFor()
  const element = explained[title]!()
  await expect.poll(() => element.evaluate(({ style }) => style.outline)).toMatch(/solid/)
  await expect
    .poll(async () => {
      const [ours, theirs] = [await card().boundingBox(), await element.boundingBox()]
      const { width, height } = page.viewportSize()!
      return ours && theirs
        ? {
            inside: ours.x >= 0 && ours.y >= 0 && ours.x + ours.width <= width && ours.y + ours.height <= height,
            covers:
              ours.x < theirs.x + theirs.width &&
              theirs.x < ours.x + ours.width &&
              ours.y < theirs.y + theirs.height &&
              theirs.y < ours.y + ours.height,
          }
        : null
    })
    .toEqual({ inside: true, covers: false })
}

describe('the tour of opportunities', () => {
  test('starts after the rows, moves from element to element by key, and never starts again', async () => {
    await visit('{}')
    for (const [index, title] of Object.keys(explained).entries()) {
      await expectBeside(title)
      await card()
        .getByText(`${index + 1} of 5`)
        .waitFor()
      const isLast = title === 'Use the keyboard'
      if (isLast) expect(await faultsOf(page)).toEqual([])
      const forward = button(isLast ? 'Done' : 'Next')
      await expect.poll(() => isFocused(forward)).toBe(true)
      expect(await state()).toEqual({})
      await page.keyboard.press('Enter')
    }
    await card().waitFor({ state: 'detached' })
    expect(await state()).toEqual(completed)
    expect(await page.locator('[style*="outline-style: solid"], [style*="outline: "]').count()).toBe(0)
    const scripts = await page.evaluate<Script[]>(scriptsFetched)
    const { started, rows: rowsAt } = scripts.find(({ name }) => /\/card-/.test(name))!
    expect(started).toBeGreaterThan(rowsAt)

    await page.reload()
    await rows().first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect((await page.evaluate<Script[]>(scriptsFetched)).some(({ name }) => /\/card-/.test(name))).toBe(false)
  })

  test("doesn't start when its flag is off, but can still be opened from the palette", async () => {
    await open('{}')
    await page.evaluate((key) => localStorage.setItem(key, '{"tours":false}'), flagsKey)
    await page.goto(`${shell.server.address}/app/opportunities`)
    await rows().first().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('tour')
    await page.getByRole('option', { name: 'Show tour' }).waitFor()
    expect((await page.evaluate<Script[]>(scriptsFetched)).some(({ name }) => /\/card-/.test(name))).toBe(false)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Each row is a lead' }).waitFor()
  })

  test('reloads the page if its card is missing on the server and a newer build exists', async () => {
    let documents = 0
    await open('{}')
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents += 1
    })
    await page.route('**/assets/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer', timestamp: 1 } }))
    await page.route('**/assets/card-*.js', (route) =>
      documents > 1 ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.goto(`${shell.server.address}/app/opportunities`)
    await page.getByRole('dialog', { name: 'Each row is a lead' }).waitFor()
    expect(documents).toBe(2)
  })

  test('goes back, is shown again by its command, is skipped in three ways, and keeps tours completed elsewhere', async () => {
    await visit('{}')
    await expectBeside('Each row is a lead')
    await page.keyboard.press('Enter')
    await expectBeside('Work through your leads')
    await button('Back').press('Enter')
    await expectBeside('Each row is a lead')
    await page.keyboard.press('Escape')
    await card().waitFor({ state: 'detached' })
    expect(await state()).toEqual(completed)
    await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true)
    expect((await rows().first().getAttribute('style')) || null).toBe(null)

    const showAgain = async () => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Show tour')
      await page.getByRole('option', { name: 'Show tour' }).first().click()
    }
    await rows().nth(1).getByRole('link').focus()
    await showAgain()
    await expectBeside('Each row is a lead')
    await page.getByRole('tab', { name: 'Saved' }).click()
    await card().waitFor({ state: 'detached' })
    await page.waitForURL('**?tab=saved')
    await expect.poll(() => isFocused(page.getByRole('tab', { name: 'Saved' }))).toBe(true)
    expect(await state()).toEqual(completed)

    await page.getByRole('tab', { name: 'New' }).click()
    await rows().first().waitFor()
    await showAgain()
    await button('Skip tour').waitFor()
    // Simulates another tab.
    await page.evaluate(() => localStorage.setItem('productTourState', '{"mentionsTourCompleted":true}'))
    await button('Skip tour').click()
    await card().waitFor({ state: 'detached' })
    expect(await state()).toEqual({ ...completed, mentionsTourCompleted: true })
  })
})

// A browser without storage is shown by robustness/storage.test.ts.
test('on a narrow page it waits until the list is in view, skips absent elements, and never covers the one it explains or moves', async () => {
  const { data } = await callApi(phone, shell.server, 'GET', 'opportunities')
  await open('{}', phone)
  await page.goto(`${shell.server.address}/app/opportunities?lead=${data[0].id}`)
  const back = page.getByRole('button', { name: 'Opportunities' })
  await back.waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.press('Escape')
  expect(await card().count()).toBe(0)
  await back.click()
  await expectBeside('Each row is a lead')
  // Reduced motion is on.
  expect(await page.evaluate(`getComputedStyle(document.querySelector('[role="dialog"]')).transitionDuration`)).toBe(
    '0s',
  )
  await card().getByText('1 of 2').waitFor()
  // Like 400 % zoom.
  for (const size of [phoneSize, { width: 320, height: 320 }]) {
    await page.setViewportSize(size)
    await expectBeside('Each row is a lead')
    expect(await isTooWide(page)).toBe(false)
  }
  await button('Next').tap()
  await expectBeside('Work through your leads')
  await card().getByText('2 of 2').waitFor()
  await button('Done').tap()
  await card().waitFor({ state: 'detached' })
  expect(await state()).toEqual(completed)
})
