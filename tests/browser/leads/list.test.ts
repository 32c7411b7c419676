import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { callApi, studio } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
})
afterAll(() => shell?.close())
beforeEach(async () => {
  await shell.show()
  await allShown()
})

/** Waits for the last row: rows at the end appear a moment later than the first. */
async function allShown(): Promise<void> {
  const total = await newOnServer()
  await expect.poll(() => shell.rows().count()).toBe(total)
}

const titles = () => shell.rows().getByRole('heading').allTextContents()
const query = () => new URL(page.url()).search
const newOnServer = async () => {
  const answer = await page.request.get(`${shell.server.address}/api/opportunities?filters[state]=new`)
  return (await answer.json()).meta.pagination.total
}
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
  // The plan holds none.
  expect(await page.getByText('Get leads sooner').count()).toBe(0)
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
  await page.keyboard.press('Escape')
  await filters.getByRole('button', { name: 'Clear all' }).click()
  await expect.poll(titles).toEqual(all)
  expect(query()).toBe('')
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('')
  await page.goBack()
  await page.getByText('No matching leads').waitFor()
  expect(await page.getByRole('searchbox', { name: 'Search leads' }).inputValue()).toBe('salesforce')
})

test('the row of the first chosen lead stays above the bar that appears below the list', async () => {
  await page.setViewportSize({ width: 1440, height: 500 })
  const last = shell.rows().last()
  await last.getByRole('checkbox').click()
  const bar = page.getByRole('region', { name: 'Selection' })
  const gap = async () => {
    const [row, below] = await Promise.all([last.boundingBox(), bar.boundingBox()])
    return below!.y - row!.y - row!.height
  }
  await expect.poll(gap).toBeGreaterThanOrEqual(-1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await last.getByRole('checkbox').click()
  await bar.waitFor({ state: 'detached' })
})

test('several leads are rejected at once, with one notice and one undo', async () => {
  const all = await titles()
  const selection = page.getByRole('region', { name: 'Selection' })
  await page.keyboard.press('v')
  await selection.getByText('1 selected').waitFor()

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
  await page.keyboard.press('Shift+V')
  await selection.getByText(`${all.length} selected`).waitFor()
  await page.keyboard.press('x')
  await page.getByRole('menuitem', { name: 'Too old' }).waitFor()
  await page.keyboard.press('4')
  const notices = page.locator('[data-notice]')
  // The pointer keeps the notice open, however busy the machine is.
  await notices.filter({ hasText: 'Rejected' }).hover()
  expect(await notices.allTextContents()).toEqual([`Rejected ${all.length} leads: too oldUndo`])
  await page.getByText("You're all caught up").waitFor()
  await expect.poll(newOnServer).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(titles).toEqual(all)
  await expect.poll(newOnServer).toBe(all.length)
  const saved = () => shell.rows().filter({ hasText: 'Saved' })
  await expect.poll(() => saved().count()).toBe(3)
  const ids = await saved()
    .getByRole('link')
    .evaluateAll((links) => links.map(({ id }) => id.replace('lead-', '')))
  for (const id of ids) await callApi(shell.context, shell.server, 'DELETE', `opportunities/${id}/save`)
  await expect.poll(() => saved().count()).toBe(0)
})

test('sliders reorder the leads at once, and the order and the file follow the address', async () => {
  const before = await titles()
  await page.getByRole('button', { name: /^Sort/ }).click()
  await page.getByRole('menuitem', { name: 'Adjust order' }).click()
  const panel = page.getByRole('region', { name: 'Order of leads' })
  await panel.getByRole('slider', { name: 'Fit' }).focus()
  await page.keyboard.press('Home')
  await panel.getByRole('slider', { name: 'Intent' }).focus()
  await page.keyboard.press('End')
  await expect.poll(query).toBe('?weights=0-2-1')
  await expect.poll(titles).not.toEqual(before)
  const after = await titles()
  expect(after.toSorted()).toEqual(before.toSorted())
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /projects\/[^/]+$/.test(response.url()),
  )
  await panel.getByRole('button', { name: 'Save for the project' }).click()
  expect((await saved).request().postDataJSON()).toEqual({ data: { scoreWeights: { fit: 0, intent: 2, window: 1 } } })
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect.poll(query).toBe('')
  await shell.visit('/app/opportunities?q=salesforce')
  await expect.poll(titles).toEqual([salesforce])
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('leads.csv')
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual([salesforce])
})

test('the table sorts by its headers, opens leads beside it, and is kept; All keeps decided leads', async () => {
  const table = page.getByRole('table', { name: 'Opportunities' })
  const lines = table.getByRole('row').filter({ has: page.getByRole('checkbox') })
  const cells = async (name: string) => {
    const column = (await table.getByRole('columnheader').allInnerTexts()).indexOf(name)
    return Promise.all((await lines.all()).map((line) => line.getByRole('cell').nth(column).innerText()))
  }
  // Not in order: weights that another test saved may be applied meanwhile.
  const listed = async () => (await titles()).toSorted()
  const inTable = async () => (await table.getByRole('link').allTextContents()).toSorted()
  const all = await listed()
  await page.getByRole('button', { name: 'Table' }).click()
  await expect.poll(inTable).toEqual(all)
  await table.getByRole('button', { name: 'Chance' }).click()
  await expect.poll(query).toBe('?sort=chance&look=table')
  await table
    .getByRole('columnheader', { name: 'Chance', exact: true })
    .and(page.locator('[aria-sort=descending]'))
    .waitFor()
  const chances = (await cells('Chance')).map(Number.parseFloat)
  expect(chances).toEqual(chances.toSorted((a, b) => b - a))
  expect(await faultsOf(page)).toEqual([])

  await page.keyboard.press('j')
  const [first] = await table.getByRole('link').allTextContents()
  await page.getByRole('region', { name: 'Lead', exact: true }).getByRole('heading', { name: first! }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.getByRole('region', { name: 'Lead', exact: true }).waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'All' }).click()
  await table.getByRole('columnheader', { name: 'State' }).waitFor()
  const count = await lines.count()
  await page.keyboard.press('j')
  const replied = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && /reply$/.test(response.url()),
  )
  await page
    .getByRole('region', { name: 'Lead', exact: true })
    .getByRole('button', { name: /^Mark replied/ })
    .waitFor()
  await page.keyboard.press('r')
  await lines.getByRole('cell', { name: 'Replied' }).waitFor()
  await replied
  expect(await lines.count()).toBe(count)
  const undone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.keyboard.press('u')
  await undone
  await lines.getByRole('cell', { name: 'Replied' }).waitFor({ state: 'detached' })
  await shell.start()
  await expect.poll(inTable).toEqual(all)
  await page.setViewportSize({ width: 375, height: 812 })
  await expect.poll(listed).toEqual(all)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Cards' }).click()
  await expect.poll(listed).toEqual(all)
})

test('a view is saved with a name, chosen, changed, renamed and deleted', async () => {
  const menu = (name: string | RegExp) => page.getByRole('button', { name })
  const choose = (name: string) => page.getByRole('menuitem', { name, exact: true }).click()
  await shell.visit('/app/opportunities?q=salesforce')
  await menu('Views').click()
  await choose('Save current view')
  await page.getByRole('textbox', { name: 'Name' }).fill('Salesforce')
  await page.getByRole('button', { name: 'Save view' }).click()
  await menu('View: Salesforce').waitFor()
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'Clear all' }).click()
  await menu('Views').click()
  await choose('Salesforce')
  // The look is part of a view once it was chosen.
  await expect.poll(query).toMatch(/^\?(look=cards&)?q=salesforce$/)
  await expect.poll(titles).toEqual([salesforce])
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  await menu('Views').click()
  await choose('Manage views')
  const dialog = page.getByRole('dialog', { name: 'Manage views' })
  await dialog.getByRole('button', { name: 'Update Salesforce' }).click()
  await dialog.getByRole('button', { name: 'Update' }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Rename Salesforce' }).click()
  await dialog.getByRole('textbox', { name: 'New name for Salesforce' }).fill('Unread about Salesforce')
  await page.keyboard.press('Enter')
  await dialog.getByText('Unread about Salesforce').waitFor()
  await dialog.getByRole('button', { name: 'Delete Unread about Salesforce' }).click()
  await dialog.getByText('No saved views').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
})

const soon = new Date(Date.now() + 30 * 3_600_000)
const nothing = { count: 0, releasesAt: null }

/** Makes the server answer like one whose plan holds leads. */
async function hold(count: number, releasesAt: Date | null): Promise<void> {
  await page.unroute('**/api/projects/*/releases')
  const leads = { count, releasesAt: releasesAt?.toISOString() ?? null }
  const json = { data: { leads, mentions: nothing }, meta: {} }
  await page.route('**/api/projects/*/releases', (route) => route.fulfill({ json }))
}

test('leads that the plan holds show their number and release time, with a link to upgrade', async () => {
  await hold(12, soon)
  const lead = (await link(0).getAttribute('id'))!.replace('lead-', '')
  const none = { data: [], meta: { pagination: { pageSize: 25, total: 0, nextCursor: null } } }
  await page.route(/\/api\/opportunities\?/, (route) => route.fulfill({ json: none }))
  await shell.start()
  await page.getByRole('heading', { name: '12 leads are waiting' }).waitFor()
  await page.getByText(/Your plan releases them (tomorrow|on \w+day) at/).waitFor()
  await page.getByRole('link', { name: 'Get leads sooner' }).waitFor()

  await page.unroute(/\/api\/opportunities\?/)
  await hold(1200, soon)
  // The page asks again once a lead has changed, and the first ones don't wait for a click.
  for (const method of ['PUT', 'DELETE'])
    await callApi(shell.context, shell.server, method, `opportunities/${lead}/save`)
  await shell.rows().first().waitFor()
  await page.getByText(/^1,200 more (tomorrow|on \w+day) at \d\d:\d\d$/).waitFor()
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('link', { name: 'Get leads sooner' }).click()
  await page.waitForURL('**/app/settings/project/billing')
  await page.unroute('**/api/projects/*/releases')
})

const link = (row: number) => shell.rows().nth(row).getByRole('link')

async function expectFocus(place: Locator): Promise<void> {
  await expect.poll(() => isFocused(place)).toBe(true)
}

/** Makes a decision and waits for the server's response, since the next test reloads the page. */
async function answered(decide: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse((response) => /\/(reply|rejection|save)$/.test(response.url()))
  await decide()
  await answer
}

/** Presses keys at the current focus, and waits until the first lead has left the list. */
async function decideBy(...keys: string[]): Promise<void> {
  const [first] = await titles()
  await answered(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect.poll(titles).not.toContain(first)
  })
}

test('undoing a decision from its notice returns the focus to where it was', async () => {
  const replied = page.getByRole('button', { name: /^Mark replied/ })
  await replied.focus()
  await decideBy('Enter')
  await page.getByRole('button', { name: 'Undo' }).first().focus()
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(replied)
})

test('after a decision by key the next lead has the focus', async () => {
  await link(0).focus()
  await decideBy('r')
  await expectFocus(link(0))
  await decideBy('x', '2')
  await expectFocus(link(0))
  expect(await link(0).getAttribute('aria-current')).toBe('true')
})

test('a menu closed without a choice returns the focus to its button', async () => {
  const reject = page.getByRole('button', { name: /^Reject/ })
  await reject.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(reject)
})

test('when a lead covers the list, a decision opens the next lead, whose row has the focus after closing it', async () => {
  await page.setViewportSize({ width: 375, height: 812 })
  const [, second] = await titles()
  await link(0).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Lead' }).waitFor()
  await answered(() => page.keyboard.press('r'))
  const lead = page.getByRole('dialog', { name: 'Lead' })
  await lead.getByRole('heading', { name: second! }).waitFor()
  await page.keyboard.press('Escape')
  await lead.waitFor({ state: 'detached' })
  await expectFocus(shell.rows().filter({ hasText: second! }).getByRole('link'))
})

test('a button that replaces another gets its focus, and after the last lead of a tab the main area', async () => {
  await answered(() => page.keyboard.press('s'))
  await page.getByRole('tab', { name: 'Saved' }).click()
  await expect.poll(() => shell.rows().count()).toBe(1)
  const [replied, back] = ['Mark replied', 'Move back to new'].map((name) =>
    page.getByRole('button', { name: new RegExp(`^${name}`) }),
  )
  await replied!.focus()
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(back!)
  await answered(() => page.keyboard.press('Enter'))
  await expectFocus(replied!)
  await page.getByRole('button', { name: /^Save/ }).focus()
  await answered(() => page.keyboard.press('Enter'))
  await page.getByText('No saved leads').waitFor()
  await expectFocus(page.locator('#main'))
})

test('editing and deleting keywords in a row keeps the focus in place', async () => {
  await shell.visit('/app/settings/project/keywords')
  const named = (what: string, keyword: string) => page.getByRole('button', { name: `${what} ${keyword}`, exact: true })
  const [first, second, third] = studio.keywords
  await named('Edit', first!).focus()
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('textbox', { name: `New text for ${first}` }))
  await page.keyboard.press('Escape')
  await expectFocus(named('Edit', first!))
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type('s')
  await page.keyboard.press('Enter')
  await expectFocus(named('Edit', `${first}s`))

  await named('Delete', second!).focus()
  await page.keyboard.press('Enter')
  await expectFocus(named('Delete', third!))
})
