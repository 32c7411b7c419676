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
