import { readFileSync } from 'node:fs'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import type { KeywordHealth, KeywordPreview } from '#features/watchlist/contract.ts'
import { announceTo } from '../announcements.ts'
import { faultsAbove } from '../in-page.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })

const list = (name: string) => settings.page.getByRole('list', { name, exact: true })
const row = (name: string, text: string) =>
  list(name)
    .getByRole('listitem')
    .filter({ has: settings.page.getByRole('button', { name: `Edit ${text}`, exact: true }) })
const named = (name: string) => settings.page.getByRole('button', { name, exact: true })
const dialog = (name: string) => settings.page.getByRole('dialog', { name })
const addKeywords = (add: { query: string; status?: string }[]) =>
  settings.ask(settings.page.context(), 'POST', `projects/${settings.project}/keyword-edits`, { data: { add } })
const bar = () => settings.page.getByRole('region', { name: 'Selection' })

test('a keyword is tested before it is saved, by keyboard', async () => {
  const { page } = settings
  await settings.open('project/keywords')
  await named('Test a query').press('Enter')
  const drawer = dialog('New keyword')
  const query = drawer.getByRole('textbox', { name: 'Query' })
  await drawer.locator('textarea:focus').waitFor()
  await query.fill('invoice AND (late')
  await drawer.getByText(/This parenthesis is not closed/).waitFor()
  expect(await drawer.getByRole('button', { name: 'Add keyword' }).isDisabled()).toBe(true)
  await query.fill('invoice AND late')
  await drawer.getByText(/^Matches anything that contains/).waitFor()
  await drawer
    .getByRole('region', { name: 'Preview' })
    .getByText(/No matches in|No posts are stored yet|posts? per day|from the last 30 days/)
    .waitFor()
  await drawer.getByRole('textbox', { name: 'Only in communities' }).fill('r/smallbusiness')
  await page.keyboard.press('Enter')
  await query.press('Tab')
  await drawer.getByRole('button', { name: 'Add keyword' }).press('Enter')
  await row('Keywords', 'invoice AND late').getByText('Only in r/smallbusiness').waitFor()
  await drawer.waitFor({ state: 'detached' })
})

test('a change appears in the history of its keyword', async () => {
  const { page } = settings
  await addKeywords([{ query: 'unpaid bills' }])
  await settings.show('project/keywords')
  await named('Pause unpaid bills').click()
  await row('Keywords', 'unpaid bills').getByText('Paused').waitFor()
  await named('Details for unpaid bills').click()
  const history = dialog('Keyword').getByRole('list', { name: 'History' })
  await history.getByText(`${settings.owner} changed status from “active” to “paused”`).waitFor()
  await history.getByText(`${settings.owner} added it`).waitFor()
  await page.setViewportSize({ width: 375, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.keyboard.press('Escape')
  await dialog('Keyword').waitFor({ state: 'detached' })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('keywords are imported from a file, with errors by line, and exported', async () => {
  const { page } = settings
  await settings.show('project/keywords')
  const file = [
    'query,kind,min_score',
    'purchase order,brand,3',
    'broken (,,',
    ',,',
    'Purchase Order,,',
    "'-podcast host,,",
  ]
  await page.getByLabel('CSV file of keywords').setInputFiles({
    name: 'keywords.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(file.join('\r\n')),
  })
  const opened = dialog('Import keywords')
  await opened.getByText('Line 3:').waitFor()
  await opened.getByText('Duplicate of line 2').waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await opened.getByRole('button', { name: 'Add 2 keywords' }).click()
  await settings.notice('Added 2').waitFor()
  await opened.getByRole('button', { name: 'Close' }).last().click()
  await opened.waitFor({ state: 'detached' })
  await row('Keywords', 'purchase order').getByText('At least 3 votes').waitFor()
  await row('Keywords', '-podcast host').waitFor()
  const [download] = await Promise.all([page.waitForEvent('download'), named('Export CSV').click()])
  const saved = readFileSync(await download.path(), 'utf8')
  expect(saved.startsWith('\ufeffquery,kind,status,')).toBe(true)
  expect(saved).toContain('\r\n"\'-podcast host",problem,active,')
})

test('an unreadable file shows what to do, and other encodings are read correctly', async () => {
  const { page } = settings
  await settings.show('project/keywords')
  const choose = (buffer: Buffer) =>
    page.getByLabel('CSV file of keywords').setInputFiles({ name: 'keywords.csv', mimeType: 'text/csv', buffer })
  await choose(Buffer.from('query\r\nb\xfcro crm', 'latin1'))
  await settings.notice(/^This file isn't UTF-8 encoded\. In your spreadsheet/).waitFor()
  await choose(Buffer.from('PK\x03\x04'))
  await settings.notice(/^This file is a workbook, not a CSV file/).waitFor()
  await choose(Buffer.from('\ufeffbüro crm\r\ncrm, simple,,,,,,9', 'utf16le'))
  const opened = dialog('Import keywords')
  await opened.getByText('This file has no header row. Columns are read as: query, kind,').waitFor()
  await opened.getByText('This line has 8 cells for 7 columns').waitFor()
  await opened.getByRole('button', { name: 'Add 1 keyword' }).waitFor()
  await opened.getByRole('button', { name: 'Cancel' }).click()
  await opened.waitFor({ state: 'detached' })
})

test('several keywords are selected with Shift, edited, paused, deleted and restored', async () => {
  const { page } = settings
  await settings.show('project/keywords')
  const boxes = list('Keywords').getByRole('checkbox')
  await boxes.nth(2).waitFor()
  const before = await list('Keywords').getByRole('listitem').count()
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  await bar().getByText('3 selected').waitFor()
  await bar().getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Brand' }).click()
  await settings.notice('Changed kind to brand for 3 keywords').waitFor()
  const kinds = list('Keywords').getByRole('combobox', { name: /^Kind for/ })
  await expect.poll(async () => (await kinds.allTextContents()).slice(0, 3)).toEqual(['Brand', 'Brand', 'Brand'])

  await boxes.nth(0).click()
  await boxes.nth(1).click()
  await bar().getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Communities…' }).click()
  const communities = dialog('Set communities')
  await communities.getByRole('textbox', { name: 'Only in' }).fill('freelance')
  await page.keyboard.press('Enter')
  await communities.getByRole('textbox', { name: 'Not in' }).fill('r/forhire')
  await page.keyboard.press('Enter')
  await communities.getByRole('button', { name: 'Set communities' }).click()
  await settings.notice('Changed communities for 2 keywords').waitFor()
  await expect.poll(() => list('Keywords').getByText('Only in r/freelance · Not in r/forhire').count()).toBe(2)

  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
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

test("keywords over the plan's limit are paused and labeled, next to the limit", async () => {
  const { page } = settings
  // Simulates a server with plans.
  const answerWith = (route: Route, change: (answer: Answer) => Answer) =>
    route.fetch().then(async (response) => route.fulfill({ response, json: change(await response.json()) }))
  const { data: kept } = await settings.ask(
    page.context(),
    'GET',
    `keywords?filters[project][id][$eq]=${settings.project}&filters[kind][$ne]=competitor&pagination[pageSize]=100`,
  )
  const waiting = kept.slice(0, 2).map((keyword: object) => ({ ...keyword, status: 'paused', pausedBy: 'quota' }))
  const active = kept.slice(2, 5).map((keyword: object) => ({ ...keyword, status: 'active', pausedBy: null }))
  await page.route(/\/api\/keywords\?/, (route) =>
    answerWith(route, ({ meta }) => ({
      data: [...waiting, ...active],
      meta: { ...meta, pagination: { ...meta.pagination, total: 5 } },
    })),
  )
  const roomFor = (keywords: number) =>
    page.route('**/api/projects/*/access', (route) =>
      answerWith(route, ({ data, meta }) => ({ data: { ...data, plan: 'starter', quota: { keywords } }, meta })),
    )
  await roomFor(2)
  await settings.show('project/keywords')
  for (const kind of ['watchlist', 'billing'] as const) await announceTo(settings.server, settings.project, kind)
  await page.getByText('3 of 2 included in your plan').waitFor()
  await page.getByText("2 paused by your plan's limit.").waitFor()
  await page.getByText('1 over the limit. The newest are paused within an hour. None are deleted.').waitFor()
  expect(await list('Keywords').getByText('Over limit', { exact: true }).count()).toBe(2)
  const plans = page.getByRole('link', { name: 'choose a larger plan' })
  expect(await plans.getAttribute('href')).toBe('/app/settings/project/billing')
  await roomFor(9)
  await announceTo(settings.server, settings.project, 'billing')
  await page.getByText('3 of 9 included in your plan').waitFor()
  expect(await plans.count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

interface Answer {
  data: object
  meta: { pagination?: object }
}

test('a preview shows days, overlap, communities and samples', async () => {
  const { page } = settings
  const asked: { subredditsOut: string[] }[] = []
  await page.route('**/api/projects/*/keyword-previews', (route) => {
    asked.push(route.request().postDataJSON().data)
    return route.fulfill({ json: { data: previewed, meta: {} } })
  })
  await settings.show('project/keywords')
  await named('Test a query').click()
  const drawer = dialog('New keyword')
  const preview = drawer.getByRole('region', { name: 'Preview' })
  await drawer.getByRole('textbox', { name: 'Query' }).fill('podcast guests')
  await preview.getByText('4 posts per day, 14 leads per week (50%).').waitFor()
  await preview.getByText('Based on all 300 stored posts, covering 2 of the last 30 days, starting Oct 28.').waitFor()
  await preview.getByText('Posts by day').click()
  const cells = await preview.getByRole('table').getByRole('row').allInnerTexts()
  expect(cells.slice(1).map((row) => row.split(/\s*\t\s*/))).toEqual([
    ['Oct 30', '200', '6'],
    ['Oct 29', 'None', 'Unknown'],
    ['Oct 28', '100', '2'],
  ])
  await preview.getByText('No posts are stored for the 27 days before.').waitFor()
  expect(await preview.getByRole('list', { name: 'Overlap' }).getByRole('listitem').allInnerTexts()).toEqual([
    '50% also match “simple crm”',
    '25% also match “HubSpot” (competitor)',
    '38% match no other keyword',
  ])
  const samples = preview.getByRole('list', { name: 'Samples' })
  await samples.getByRole('link', { name: 'Who books your podcast guests?' }).waitFor()
  expect(await samples.locator('mark').allInnerTexts()).toEqual(['podcast guests', 'podcast guests'])
  await samples.getByText('lead', { exact: true }).waitFor()
  expect(await faultsAbove(page)).toEqual([])

  const where = preview.getByRole('list', { name: 'Communities with matches' })
  await where.getByText('r/podcasting 75%').waitFor()
  await where.getByRole('button', { name: 'Exclude r/podcasting' }).click()
  await drawer.getByRole('button', { name: 'Remove podcasting' }).waitFor()
  await expect.poll(() => asked.at(-1)?.subredditsOut).toEqual(['podcasting'])
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await drawer.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'wait' })
})

/** Covers only the last 3 of 30 days, and the day in the middle has no stored posts. */
const previewed: KeywordPreview = {
  read: 300,
  total: 300,
  days: Array.from({ length: 30 }, (_, day) => ({
    day: new Date(Date.UTC(2026, 9, 1 + day)).toISOString().slice(0, 10),
    hits: { 27: 2, 29: 6 }[day] ?? 0,
    read: { 27: 100, 29: 200 }[day] ?? 0,
  })),
  covered: 2,
  perDay: 4,
  older: 0,
  found: 8,
  judged: 4,
  leads: 2,
  alone: 3,
  overlap: [
    { kind: 'keyword', phrase: 'simple crm', hits: 4 },
    { kind: 'competitor', phrase: 'HubSpot', hits: 2 },
  ],
  subreddits: [
    { name: 'podcasting', hits: 6 },
    { name: 'smallbusiness', hits: 2 },
  ],
  tooCommon: false,
  samples: [
    {
      isLead: true,
      score: 71,
      reason: 'Asks for a recommendation',
      title: 'Who books your podcast guests?',
      kind: 'post',
      subreddit: 'podcasting',
      permalink: '/r/podcasting/comments/guests1/x/',
      postedAt: '2026-10-30T08:00:00.000Z',
      titleMarks: [[15, 29]],
      snippet: { text: 'I lose track of podcast guests.', marks: [[16, 30]] },
    },
  ],
}

test('a suggested community is added, and undone', async () => {
  const { page } = settings
  const setCommunities = (communities: string[]) =>
    settings.ask(page.context(), 'PUT', `projects/${settings.project}`, { data: { communities } })
  const communities = async () =>
    (await settings.ask(page.context(), 'GET', `projects/${settings.project}`)).data.communities
  await page.route('**/api/projects/*/keyword-health', (route) => route.fulfill({ json: { data: proposed, meta: {} } }))
  await settings.show('project/keywords')
  await setCommunities(['crm'])
  const proposals = list('Suggested communities')
  await proposals.getByText('r/Agency in 3 accepted leads').waitFor()
  // r/CRM is already selected.
  expect(await proposals.getByRole('listitem').count()).toBe(1)
  await named('Add r/Agency').press('Enter')
  await settings.notice('Added “r/Agency”').waitFor()
  await proposals.waitFor({ state: 'detached' })
  await expect.poll(communities).toEqual(['crm', 'agency'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await proposals.getByText('r/Agency').waitFor()
  await expect.poll(communities).toEqual(['crm'])

  // Adding a first community would exclude all others. The open page hears of the change.
  await setCommunities([])
  await page.getByText('This project already searches all of Reddit.').waitFor()
  await expect.poll(() => proposals.getByRole('listitem').count()).toBe(2)
  expect(await named('Add r/Agency').count()).toBe(0)
  await page.unrouteAll({ behavior: 'wait' })
})

const proposed: KeywordHealth = {
  from: null,
  since: null,
  until: null,
  decided: 6,
  phrases: [],
  tooCommon: [],
  proposals: {
    keywords: [],
    competitors: [],
    communities: [
      { text: 'Agency', accepted: 3, rejected: 0 },
      { text: 'CRM', accepted: 2, rejected: 1 },
    ],
  },
}

test('competitors get aliases, are merged, and are retired', async () => {
  const { page } = settings
  await settings.show('project/competitors')
  await named('Details for HubSpot').click()
  const drawer = dialog('Competitor')
  await drawer.getByText('No mentions yet.').waitFor()
  await drawer.getByRole('textbox', { name: 'Domains' }).fill('hubspot.example')
  await page.keyboard.press('Enter')
  await drawer.getByRole('textbox', { name: 'Website' }).fill('no website')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('textbox', { name: 'Website', exact: true }).and(page.locator('[aria-invalid]')).waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await drawer.getByRole('textbox', { name: 'Website' }).fill('hubspot.example')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await row('Competitors', 'HubSpot')
    .getByText(/Also hubspot\.example/)
    .waitFor()
  await page.setViewportSize({ width: 375, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })

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

test('many keywords are filtered by a word and by their state', async () => {
  const { page } = settings
  await addKeywords(Array.from({ length: 12 }, (_, each) => ({ query: `widget ${each}`, status: 'paused' })))
  await settings.show('project/keywords')
  await page.getByRole('searchbox', { name: 'Search keywords' }).fill('widget 1')
  await expect.poll(() => list('Keywords').getByRole('listitem').count()).toBe(3)
  await page.getByRole('searchbox', { name: 'Search keywords' }).fill('')
  await page.getByRole('combobox', { name: 'Filter keywords by state' }).click()
  await page.getByRole('option', { name: /^Active/ }).click()
  await expect.poll(() => list('Keywords').getByText('Paused', { exact: true }).count()).toBe(0)
})
