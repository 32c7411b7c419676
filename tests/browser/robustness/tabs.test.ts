import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { goWithinApp } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { createProject } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
/** Two tabs of one browser. */
let page: Page
let beside: Page

beforeTries(async () => {
  shell = await openShell()
  await createProject(shell.context, shell.server, { name: 'Sundial', summary: 'Sundials for the northern garden' })
  page = shell.page
  beside = await shell.context.newPage()
})
afterAll(() => shell?.close())
beforeEach(async () => {
  for (const each of [page, beside]) {
    await show(each, '/app/opportunities')
    await rowsOf(each).first().waitFor()
  }
})
afterEach(async () => {
  for (const each of [page, beside]) await each.unrouteAll({ behavior: 'ignoreErrors' })
})

/** Shows a page of the app, in a loaded app if there is one. */
async function show(where: Page, path: string): Promise<void> {
  if (where.url().startsWith(`${shell.server.address}/app/`)) await goWithinApp(where, path)
  else await where.goto(shell.server.address + path)
}

const rowsOf = (where: Page) => where.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
const project = (where: Page, name: string) => where.getByRole('button', { name: `Project: ${name}` })

test('the same decision in two tabs at once is stored once, and both tabs show it', async () => {
  const title = (await rowsOf(page).first().getByRole('heading').textContent())!
  const answers: number[] = []
  for (const each of [page, beside]) {
    await rowsOf(each).filter({ hasText: title }).first().getByRole('link').click()
    each.on('response', (response) => {
      if (response.url().endsWith('/reply')) answers.push(response.status())
    })
  }
  // Both tabs decide before either receives an update.
  const held: (() => void)[] = []
  for (const each of [page, beside]) {
    await each.route('**/reply', (route) => new Promise<void>((done) => held.push(done)).then(() => route.continue()))
    await each.bringToFront()
    await each.getByRole('button', { name: 'Mark replied' }).first().click()
  }
  await expect.poll(() => held.length).toBe(2)
  for (const release of held) release()
  await expect.poll(() => answers.length).toBe(2)
  expect(answers.filter((status) => status < 300).length).toBeGreaterThan(0)
  expect(answers.filter((status) => status >= 500)).toEqual([])
  for (const each of [page, beside]) {
    await goWithinApp(each, '/app/opportunities?tab=replied')
    await rowsOf(each).filter({ hasText: title }).waitFor()
    await expect.poll(() => rowsOf(each).count()).toBe(1)
  }
})

test("switching projects in one tab doesn't affect the other or its unsaved input", async () => {
  const name = (where: Page) => where.getByLabel('Product name')
  for (const each of [page, beside]) {
    await goWithinApp(each, '/app/settings/project/main')
    await name(each).waitFor()
  }
  await name(page).fill('Half a name')
  await project(beside, 'Deskbook').click()
  await beside.getByRole('menuitem', { name: 'Sundial' }).click()
  await project(beside, 'Sundial').waitFor()
  await expect.poll(() => name(beside).inputValue()).toBe('Sundial')
  expect(await name(page).inputValue()).toBe('Half a name')
  await page.getByRole('button', { name: 'Save changes', exact: true }).click()
  await project(page, 'Half a name').waitFor()
  expect(await name(beside).inputValue()).toBe('Sundial')
  // A new tab starts with the project selected last in any tab.
  await page.reload()
  await project(page, 'Sundial').click()
  await page.getByRole('menuitem', { name: 'Half a name' }).click()
  await project(page, 'Half a name').waitFor()
  await beside.reload()
  await project(beside, 'Half a name').waitFor()
})

test('after signing out the Back button shows nothing of the app', async () => {
  await rowsOf(page).first().getByRole('link').click()
  const words = (await rowsOf(page).first().getByRole('heading').textContent())!
  // Simulates a page restored from the browser's cache, before it fetches anything.
  const shown = `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })), document.body.checkVisibility()`
  expect(await page.evaluate(shown)).toBe(false)
  await rowsOf(page).filter({ hasText: words }).first().waitFor()

  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(`${shell.server.address}/`)
  await beside.waitForURL('**/auth/login')
  for (const each of [page, beside]) {
    await each.goBack()
    await each.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
    expect(await each.getByText(words).count()).toBe(0)
    expect(await each.content()).not.toContain('Half a name')
  }
})
