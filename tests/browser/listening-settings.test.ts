import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOf } from './in-page.ts'
import { isTooWide, SettingsPage } from './settings-page.ts'

const settings = new SettingsPage()

const list = (name: string) => settings.page.getByRole('list', { name, exact: true })
const row = (name: string, text: string) =>
  list(name)
    .getByRole('listitem')
    .filter({ has: settings.page.getByRole('button', { name: `Edit ${text}`, exact: true }) })
const named = (name: string) => settings.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => settings.page.getByRole('dialog', { name })
const bar = () => settings.page.getByRole('region', { name: 'Chosen' })

test('a keyword is tried out before it is saved, by keyboard', async () => {
  const { page } = settings
  await settings.open('project/keywords')
  await named('Try one out').press('Enter')
  const drawer = dialog('New keyword')
  const query = drawer.getByRole('textbox', { name: 'Query' })
  await drawer.locator('textarea:focus').waitFor()
  await query.fill('invoice AND (late')
  await drawer.getByText(/This parenthesis is not closed/).waitFor()
  expect(await drawer.getByRole('button', { name: 'Add keyword' }).isDisabled()).toBe(true)
  await query.fill('invoice AND late')
  await drawer.getByText(/^Finds what contains/).waitFor()
  await drawer
    .getByRole('region', { name: 'Preview' })
    .getByText(/finds nothing of what is stored|No posts are stored yet|posts? a day/)
    .waitFor()
  await drawer.getByRole('textbox', { name: 'Only in communities' }).fill('r/smallbusiness')
  await page.keyboard.press('Enter')
  expect(await faultsOf(page)).toEqual([])
  await query.press('Tab')
  await drawer.getByRole('button', { name: 'Add keyword' }).press('Enter')
  await row('Keywords', 'invoice AND late').getByText('Only in r/smallbusiness').waitFor()
  await drawer.waitFor({ state: 'detached' })
})

test('what was changed stands in its history', async () => {
  await named('Pause invoice AND late').click()
  await row('Keywords', 'invoice AND late').getByText('Paused').waitFor()
  await named('Details of invoice AND late').click()
  const history = dialog('Keyword').getByRole('list', { name: 'History' })
  await history.getByText('grace@compilers.example changed status from “active” to “paused”').waitFor()
  await history.getByText('grace@compilers.example added it').waitFor()
  await settings.page.keyboard.press('Escape')
  await dialog('Keyword').waitFor({ state: 'detached' })
})

test('keywords come in from a file, those with faults told by their lines, and go out into one', async () => {
  const { page } = settings
  const file = [
    'query,kind,min_score',
    'purchase order,brand,3',
    'broken (,,',
    ',,',
    'Purchase Order,,',
    "'-podcast host,,",
  ]
  await page.getByLabel('File with keywords').setInputFiles({
    name: 'keywords.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\r\n')),
  })
  const opened = dialog('Add keywords from a file')
  await opened.getByText('Line 3:').waitFor()
  await opened.getByText('The same as line 2').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await opened.getByRole('button', { name: 'Add 2 keywords' }).click()
  await settings.notice('Added 2').waitFor()
  await opened.getByRole('button', { name: 'Close' }).last().click()
  await row('Keywords', 'purchase order').getByText('From 3 votes').waitFor()
  await row('Keywords', '-podcast host').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), named('To CSV').click()])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved.startsWith('\ufeffquery,kind,status,')).toBe(true)
  expect(saved).toContain("\r\n'-podcast host,problem,active,")
})

test('a file that cannot be read says what to do, and one that can is not taken for something else', async () => {
  const { page } = settings
  const choose = (buffer: Buffer) =>
    page.getByLabel('File with keywords').setInputFiles({ name: 'keywords.csv', mimeType: 'text/csv', buffer })
  await choose(Buffer.from('query\r\nb\xfcro crm', 'latin1'))
  await settings.notice(/^The letters of this file are in another encoding than UTF-8\. Save it as/).waitFor()
  await choose(Buffer.from('PK\x03\x04'))
  await settings.notice(/^This is a workbook and no CSV file/).waitFor()
  await choose(Buffer.from('\ufeffbüro crm\r\ncrm, simple,,,,,,9', 'utf16le'))
  const opened = dialog('Add keywords from a file')
  await opened.getByText('No line names the columns, so they are read as: query, kind,').waitFor()
  await opened.getByText('It has 8 cells, and there are 7 columns').waitFor()
  await opened.getByRole('button', { name: 'Add 1 keyword' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await settings.open('project/keywords')
  await row('Keywords', 'purchase order').waitFor()
})

test('several are chosen with Shift, paused, deleted and brought back', async () => {
  const { page } = settings
  const boxes = list('Keywords').getByRole('checkbox')
  const before = await list('Keywords').getByRole('listitem').count()
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await bar().getByText('3 chosen').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await bar().getByRole('button', { name: 'Pause' }).click()
  await settings.notice('Paused 3 keywords').waitFor()
  await expect.poll(() => list('Keywords').getByText('Paused').count()).toBeGreaterThanOrEqual(3)
  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await bar().getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => list('Keywords').getByRole('listitem').count()).toBe(before - 2)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect.poll(() => list('Keywords').getByRole('listitem').count()).toBe(before)
})

test('many are found by a word and by their state', async () => {
  const { page } = settings
  const add = Array.from({ length: 200 }, (_, each) => ({ query: `widget ${each}`, status: 'paused' }))
  await settings.ask(page.context(), 'POST', `projects/${settings.project}/keyword-edits`, { data: { add } })
  await settings.open('project/keywords')
  await page.getByRole('searchbox', { name: 'Find among keywords' }).fill('widget 19')
  await expect.poll(() => list('Keywords').getByRole('listitem').count()).toBe(11)
  await page.getByRole('searchbox', { name: 'Find among keywords' }).fill('')
  await page.getByRole('combobox', { name: 'State of keywords' }).click()
  await page.getByRole('option', { name: /^Active/ }).click()
  await expect.poll(() => list('Keywords').getByText('Paused', { exact: true }).count()).toBe(0)
})

test('competitors have other names, become one, and retire', async () => {
  const { page } = settings
  await settings.open('project/competitors')
  await named('Details of HubSpot').click()
  const drawer = dialog('Competitor')
  await drawer.getByText('No mention has been kept yet.').waitFor()
  await drawer.getByRole('textbox', { name: 'Domains' }).fill('hubspot.example')
  await page.keyboard.press('Enter')
  await drawer.getByRole('textbox', { name: 'Website' }).fill('no website')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('textbox', { name: 'Website', exact: true }).and(page.locator('[aria-invalid]')).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await drawer.getByRole('textbox', { name: 'Website' }).fill('hubspot.example')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await row('Competitors', 'HubSpot')
    .getByText(/Also hubspot\.example/)
    .waitFor()

  await list('Competitors').getByRole('checkbox', { name: 'Select HubSpot' }).click()
  await list('Competitors').getByRole('checkbox', { name: 'Select Pipedrive' }).click()
  await bar().getByRole('button', { name: 'Merge into HubSpot' }).click()
  await row('Competitors', 'HubSpot')
    .getByText(/Also Pipedrive/)
    .waitFor()
  expect(await row('Competitors', 'Pipedrive').count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await row('Competitors', 'Pipedrive').waitFor()

  await list('Competitors').getByRole('checkbox', { name: 'Select Salesforce' }).click()
  await bar().getByRole('button', { name: 'Retire' }).click()
  await row('Competitors', 'Salesforce').getByText('Retired').waitFor()
})

test.each([1440, 375])('at %d pixels both pages and what they open fit', async (width) => {
  const { page } = settings
  await page.setViewportSize({ width, height: 900 })
  for (const [name, first] of [
    ['keywords', 'simple crm'],
    ['competitors', 'HubSpot'],
  ] as const) {
    await settings.open(`project/${name}`)
    await named(`Details of ${first}`).waitFor()
    expect(await isTooWide(page)).toBe(false)
    await named(`Details of ${first}`).click()
    await page.getByRole('dialog').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  }
})
