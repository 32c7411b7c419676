import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'

let shell: Shell
let page: Page
beforeAll(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await shell.start()
  await shell.rows().first().waitFor()
})

const titles = () => shell.rows().getByRole('heading').allTextContents()
const query = () => new URL(page.url()).search
const salesforce = 'Rant: Salesforce renewal'

test('an opened lead is read, and a chip shows the others', async () => {
  const unread = () => shell.rows().filter({ hasText: 'Unread' }).getByRole('heading').allTextContents()
  const [first, second, ...others] = await titles()
  await expect.poll(unread).toEqual([second, ...others])
  await page.keyboard.press('j')
  await expect.poll(unread).toEqual(others)
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await expect.poll(titles).toEqual(others)
  expect(query()).toBe('?unread=1')
  await page.goBack()
  await expect.poll(titles).toEqual([first, second, ...others])
})

test('leads are searched by text and narrowed by chips, all in the address', async () => {
  const all = await titles()
  expect(all.length).toBeGreaterThan(2)
  await page.keyboard.press('/')
  await page.keyboard.type('salesforce')
  await expect.poll(titles).toEqual([salesforce])
  expect(query()).toBe('?q=salesforce')
  await page.reload()
  await expect.poll(titles).toEqual([salesforce])
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('salesforce')

  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Community' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'r/sales', exact: true }).click()
  await page.getByText('No matching leads').waitFor()
  expect(query()).toBe('?q=salesforce&community=sales')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(titles).toEqual(all)
  expect(query()).toBe('')
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('')
  await page.goBack()
  await page.getByText('No matching leads').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('salesforce')
})

test('several leads are rejected at once, with one notice and one undo', async () => {
  const all = await titles()
  const selection = page.getByRole('region', { name: 'Selection' })
  await page.keyboard.press('v')
  await selection.getByText('1 selected').waitFor()
  await shell.rows().nth(2).hover()
  await shell
    .rows()
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await selection.getByText('3 selected').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('s')
  await page.locator('[data-notice]').filter({ hasText: 'Saved 3 leads' }).waitFor()
  await selection.waitFor({ state: 'detached' })
  await page.keyboard.press('V')
  await selection.getByText(`${all.length} selected`).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('menuitem', { name: 'Too old' }).waitFor()
  await page.keyboard.press('4')
  await page.getByText("You're all caught up").waitFor()
  expect(await page.locator('[data-notice]').allTextContents()).toEqual([`Rejected ${all.length} leads: too oldUndo`])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(titles).toEqual(all)
  await page.reload()
  await expect.poll(titles).toEqual(all)
  expect(await shell.rows().filter({ hasText: 'Saved' }).count()).toBe(3)
})
