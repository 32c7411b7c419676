import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { goWithinApp, passTimeUntil } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  await page.clock.install()
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await shell.show()
  await shell.rows().first().waitFor()
  // The code of the lead panel loads after the rows.
  await page.locator('#detail-title').waitFor()
  // Later still, and never again if the network is away at that moment.
  await page.getByRole('button', { name: 'System status' }).waitFor()
  await page.getByRole('region', { name: 'Notifications' }).waitFor({ state: 'attached' })
})
afterEach(async () => {
  await shell.context.setOffline(false)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

const unreachable = "Couldn't reach the server"

describe('offline', () => {
  test('a list that failed to load shows why, as the status bar does, and both recover once the network is back', async () => {
    const status = page.getByRole('status').filter({ hasText: 'Live updates disconnected. Reconnecting…' })
    await shell.context.setOffline(true)
    await page.getByRole('tab', { name: 'Saved' }).click()
    const failure = page.getByRole('alert').filter({ hasText: "Couldn't load leads" })
    await passTimeUntil(failure.getByText(unreachable))
    await passTimeUntil(status)
    await shell.context.setOffline(false)
    await page.getByText('No saved leads').waitFor()
    await status.waitFor({ state: 'detached' })
    expect(await failure.count()).toBe(0)
  })

  test('project settings keep the typed text, show the error, and are saved on the next try', async () => {
    await goWithinApp(page, '/app/settings/project/main')
    const summary = page.getByLabel('Product description')
    await summary.fill('A simple CRM for studios')
    await shell.context.setOffline(true)
    await page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await page.getByText(unreachable).first().waitFor()
    expect(await summary.inputValue()).toBe('A simple CRM for studios')
    await shell.context.setOffline(false)
    await page.getByRole('button', { name: 'Save changes', exact: true }).click()
    await page.getByText('Project settings saved').waitFor()
  })

  test('a keyword that could not be added stays in its field, and is added on the next try', async () => {
    await goWithinApp(page, '/app/settings/project/keywords')
    const field = page.getByLabel('Add keywords')
    await field.fill('overdue invoices')
    await shell.context.setOffline(true)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(unreachable).first().waitFor()
    expect(await field.inputValue()).toBe('overdue invoices')
    await shell.context.setOffline(false)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('list', { name: 'Keywords' }).getByText('overdue invoices').waitFor()
  })

  let projects = 0
  test('the form of a new project keeps its input, and the next try creates exactly one project', async () => {
    const name = `Sundial ${++projects}`
    await goWithinApp(page, '/app/setup')
    await page.getByLabel('Product name').fill(name)
    await page.getByLabel('Product description').fill('Sundials for the northern garden')
    await shell.context.setOffline(true)
    const start = page.getByRole('button', { name: 'Skip the rest' })
    await start.click()
    await page.getByText(unreachable).first().waitFor()
    expect(await page.getByLabel('Product name').inputValue()).toBe(name)
    await shell.context.setOffline(false)
    await start.click()
    await page.waitForURL('**/app/opportunities')
    await page.getByRole('button', { name: `Project: ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Deskbook' }).waitFor()
    expect(await page.getByRole('menuitem', { name }).count()).toBe(1)
    await page.getByRole('menuitem', { name: 'Deskbook' }).click()
    await shell.rows().first().waitFor()
  })
})

test('on a slow connection a list shows that it loads, and repeated presses send a form once', async () => {
  let answer = () => {}
  let held = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/api\/opportunities\?/, async (route) => held.then(() => route.continue()))
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).first().waitFor()
  answer()
  await page.getByText('No rejected leads').waitFor()

  await goWithinApp(page, '/app/settings/project/main')
  const summary = page.getByLabel('Product description')
  await summary.fill('A simple CRM for studios of one to ten people')
  held = new Promise<void>((done) => {
    answer = done
  })
  let sent = 0
  await page.route(/\/api\/projects\/[^/?]+$/, async (route) => {
    if (route.request().method() === 'PUT') sent += 1
    await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await page.getByRole('button', { name: 'Saving…' }).dispatchEvent('click')
  await page.getByLabel('Product name').press('Enter')
  answer()
  await page.getByText('Project settings saved').waitFor()
  expect(sent).toBe(1)
})

/** A third-party script that runs in each page first: it throws on load, later, and at every interaction. */
const foreign = `
  const fail = (where) => { throw new Error('foreign script, ' + where) }
  setTimeout(fail, 0, 'at once')
  setTimeout(fail, 1500, 'later')
  Promise.reject(new Error('foreign script, promised'))
  for (const event of ['click', 'keydown', 'submit', 'focusin', 'pointerover', 'popstate', 'storage', 'load'])
    addEventListener(event, () => fail(event), true)
  new MutationObserver(() => fail('mutation')).observe(document, { childList: true, subtree: true })`

test('a third-party script that throws constantly breaks neither the site nor the app', async () => {
  const other = await shell.context.newPage()
  const own: string[] = []
  let foreignErrors = 0
  other.on('pageerror', ({ message }) => {
    if (message.includes('foreign script')) foreignErrors += 1
    else own.push(message)
  })
  await other.addInitScript(foreign)
  await other.goto(`${shell.server.address}/`)
  await other.getByRole('button', { name: 'System', pressed: true }).waitFor()
  await other.getByRole('button', { name: 'Dark' }).click()
  await other.getByRole('button', { name: 'Dark', pressed: true }).waitFor()
  await other.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click()
  await other.getByRole('heading', { level: 1, name: 'The Earshot blog' }).waitFor()

  await other.goto(`${shell.server.address}/app/opportunities`)
  const rows = other.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
  await rows.first().waitFor()
  await other.keyboard.press('Control+k')
  await other.getByRole('combobox', { name: 'Search or jump to' }).fill('keywords')
  await other.getByRole('option', { name: 'Keywords' }).first().click()
  await other.getByRole('heading', { level: 1, name: 'Keywords' }).waitFor()
  await other.goBack()
  await rows.first().waitFor()
  expect(foreignErrors).toBeGreaterThan(5)
  expect(own).toEqual([])
  await other.close()
})
