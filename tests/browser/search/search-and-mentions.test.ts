import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { tourStateKey } from '#platform/contract/tours.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf, goWithinApp } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi, createProject, selectProject } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'
import { type SeededMention, seedMentions } from './seed-mentions.ts'

let shell: Shell
let page: Page
/** The project with mentions, which has no leads. */
let named: string
let brand: (daysAgo: number, sentence: string, sentiment: SeededMention['sentiment'], shown?: string) => SeededMention

beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  const { server, context } = shell
  named = await createProject(context, server, { name: 'Deskbook app' })
  const competitor = async (name: string) =>
    (await callApi(context, server, 'POST', 'competitors', { data: { project: named, name } })).data.id
  const [pipewise, weldco] = [await competitor('Pipewise'), await competitor('Weldco')]
  brand = (daysAgo: number, sentence: string, sentiment: SeededMention['sentiment'], shown?: string) => ({
    ...({
      kind: 'brand',
      name: named,
      phrase: 'Deskbook',
      daysAgo,
      sentence,
      sentiment,
      title: 'A question',
    } as const),
    ...(shown && { shown }),
  })
  const rival = (name: string, phrase: string, daysAgo: number, more: Partial<SeededMention> = {}): SeededMention => ({
    ...{ kind: 'competitor', name, phrase, daysAgo, sentence: `We use ${phrase} for quotes.`, sentiment: 'neutral' },
    ...more,
  })
  const outage = { thread: 'down1', sentence: 'Weldco is down again.', sentiment: 'negative', shown: 'down' } as const
  await seedMentions(server.databaseUrl, named, [
    brand(0, 'I love Deskbook for our quotes.', 'positive', 'love'),
    brand(1, 'Deskbook is slow on my phone.', 'negative', 'slow'),
    { ...brand(2, 'Does anyone use Deskbook?', 'neutral'), author: 'spam_bot' },
    { ...brand(9, 'Deskbook or a spreadsheet?', 'neutral'), author: 'spam_bot', subreddit: 'Accounting' },
    ...[15, 10, 8, 7, 4, 3].map((daysAgo) => rival(weldco, 'Weldco', daysAgo)),
    rival(weldco, 'Weldco', 6, { ...outage, title: 'Weldco is down for everyone' }),
    ...[1, 2, 3, 4, 5].map(() => rival(weldco, 'Weldco', 6, { ...outage, isComment: true })),
    rival(pipewise, 'Pipewise', 5, { sentence: 'I switched to Pipewise.' }),
  ])
})
afterAll(() => shell?.close())

const box = () => page.getByRole('combobox', { name: 'Search stored posts' })
const matches = () => page.getByRole('list', { name: 'Matches' }).getByRole('listitem')
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const menu = async (item: string) => {
  await page.getByRole('button', { name: 'More search actions' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Keeps the tours away. The first test completes that of the search. */
async function completeTours(): Promise<void> {
  const areas = ['opportunities', 'mentions', 'searchbox']
  const completed = Object.fromEntries(areas.map((area) => [`${area}TourCompleted`, true]))
  await page.evaluate(([key, state]) => localStorage.setItem(key, state), [
    tourStateKey,
    JSON.stringify(completed),
  ] as const)
}

test('stored posts are searched, narrowed down, kept as a search and a keyword, and added to the leads', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shell.server.address}/app/searchbox`)

  // The tour comes first. Its completion lets the feedback widget load (SPEC 4).
  const tour = page.getByRole('dialog').filter({ hasText: 'Search tour' })
  for (const step of ['Next', 'Next', 'Next', 'Done']) await tour.getByRole('button', { name: step }).click()
  await tour.waitFor({ state: 'detached' })
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('productTourState') ?? 'null'))
  expect(stored).toMatchObject({ searchboxTourCompleted: true })

  // An error is corrected with one click.
  await box().fill('crm subredit:smallbusiness')
  await page.getByRole('button', { name: /^Use crm subreddit:smallbusiness/ }).click()
  await expect.poll(() => box().inputValue()).toBe('crm subreddit:smallbusiness')
  await page.getByText('Matches anything that contains “crm” and is in r/smallbusiness.').waitFor()

  // Operators are suggested while typing.
  await box().fill('crm O')
  await page.getByRole('option', { name: /^OR/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  expect(await box().inputValue()).toBe('crm OR ')
  await page.keyboard.type('invoice')
  await page.keyboard.press('Enter')
  await page.getByText('Matches anything that contains either “crm” or “invoice”.').waitFor()
  await matches().first().waitFor()
  await matches().first().locator('mark').first().waitFor()
  await page.getByRole('region', { name: 'Post', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  // A sign narrows them down, and keys move through them.
  await page.getByRole('button', { name: /^Asks for a recommendation/ }).click()
  await expect.poll(() => page.url()).toContain('lens=recommendation')
  const clear = page.getByRole('button', { name: 'Clear filters' })
  await clear.click()
  // The address changes before the screen does.
  await clear.waitFor({ state: 'detached' })
  await matches().nth(1).waitFor()
  await box().blur()
  await page.keyboard.press('j')
  await expect.poll(() => matches().nth(1).getByRole('link').getAttribute('aria-current')).toBe('true')

  // The form shows the query, and writes it.
  await page.getByRole('button', { name: 'Build query' }).click()
  const form = shell.dialog('Build query')
  await form.getByText('crm OR invoice', { exact: false }).waitFor()
  await form.getByLabel('None of these').fill('free')
  await page.keyboard.press('Enter')
  expect(await faultsAbove(page)).toEqual([])
  await form.getByRole('button', { name: 'Search', exact: true }).click()
  await expect.poll(() => box().inputValue()).toBe('(crm OR invoice) -free')

  await menu('Save search')
  const dialog = shell.dialog('Save search')
  await dialog.getByLabel('Name').fill('Invoices')
  await dialog.getByRole('button', { name: 'Save search' }).click()
  await notice('Saved the search “Invoices”').waitFor()
  await menu('Save as keyword')
  await notice('Added the keyword “(crm OR invoice) -free”').waitFor()
  await page.getByRole('button', { name: 'More search actions' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toBe('posts.csv')

  // A match that is no lead yet becomes one.
  await box().fill('title:crm OR body:the')
  await page.keyboard.press('Enter')
  const fresh = matches()
    .filter({ hasNotText: /In opportunities|Replied|Rejected/ })
    .first()
  await fresh.getByRole('link').click()
  await page.getByRole('button', { name: /^Add to opportunities/ }).click()
  await notice('Added to opportunities, under Saved').waitFor()
  await page.getByRole('link', { name: 'Show lead' }).waitFor()

  // Several go to the leads and the CRM at once.
  const boxes = matches().getByRole('checkbox')
  await boxes.nth(1).click()
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('3 selected').waitFor()
  await selection.getByRole('button', { name: 'Add to CRM' }).click()
  await page.getByRole('menuitem', { name: 'New' }).click()
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/^Added \d.* to New/)
    .waitFor()
  await selection.waitFor({ state: 'detached' })
  for (const index of [1, 2, 3])
    await matches()
      .nth(index)
      .getByText(/In opportunities|Replied|Rejected/)
      .waitFor()
})

test('on a phone, a match covers the list and returns to it', async () => {
  await completeTours()
  await shell.visit('/app/searchbox?q=crm')
  await page.setViewportSize({ width: 375, height: 667 })
  await matches().first().getByRole('link').click()
  await shell
    .dialog('Post')
    .getByRole('button', { name: /^Add to opportunities|Show lead/ })
    .or(page.getByRole('link', { name: 'Show lead' }))
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Matches' }).click()
  await shell.dialog('Post').waitFor({ state: 'detached' })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
})

test('Reddit is searched live once asked, apart from stored posts, and what it found is added to the leads', async () => {
  const tab = (name: string) => page.getByRole('tab', { name })
  await completeTours()

  // Without Reddit's API, the screen says what to connect.
  await shell.visit('/app/searchbox?q=zyzzyva')
  await page.getByRole('button', { name: 'Search Reddit instead' }).click()
  await page.getByRole('heading', { name: "Live search isn't available" }).waitFor()
  await page.getByText('To connect, set REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET on the server.').waitFor()

  // A project with sample data searches the sandbox's Reddit. With that as its only source it keeps it.
  await ask(
    shell.server.databaseUrl,
    `update project set realm = 'sandbox', sources = array['sandbox'] where id = $1`,
    [shell.project],
  )
  await page.goto(`${shell.server.address}/app/searchbox?q=invoice`)
  await tab('Live from Reddit').click()
  await page.getByRole('heading', { name: 'Search Reddit itself' }).waitFor()
  await page.getByRole('button', { name: 'Search Reddit' }).click()
  await page.getByText(/^\d+ of \d+ posts that Reddit returned for “invoice”/).waitFor()
  await matches().first().getByText('Live from Reddit').waitFor()
  await matches().first().locator('mark').first().waitFor()

  await page.getByRole('button', { name: /^Add to opportunities/ }).click()
  await notice('Added to opportunities, under Saved').waitFor()
  await page.getByRole('link', { name: 'Show lead' }).waitFor()
  await expect
    .poll(async () => {
      await tab('Stored posts').click()
      await tab('Live from Reddit').click()
      return matches().filter({ hasText: 'In opportunities' }).count()
    })
    .toBeGreaterThan(0)

  // Another query waits to be asked again.
  await box().fill('type:comment invoice')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Search Reddit' }).click()
  await page.getByText("Reddit's search finds posts, but no comments.").waitFor()
})

const list = () => page.getByRole('list', { name: 'Mentions' })
const row = (sentence: string) => list().getByRole('listitem').filter({ hasText: sentence })
const mention = () => page.getByRole('region', { name: 'Mention', exact: true })
const overview = () => page.getByRole('region', { name: 'Overview' })

test('mentions are read, handled, muted, and compared', async () => {
  await completeTours()
  await shell.show()
  await page.getByRole('button', { name: 'Project: Deskbook' }).click()
  await page.getByRole('menuitem', { name: 'Deskbook app' }).click()
  await page.getByRole('button', { name: 'Project: Deskbook app' }).waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mentions' }).click()
  await row('I love Deskbook').getByText('Positive', { exact: true }).waitFor()
  expect(await page.title()).toBe('Mentions')
  await page.getByRole('tab', { name: 'Competitors 13' }).waitFor()
  await overview().getByRole('slider', { name: 'Share of voice, by day' }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  // Filters are in the address.
  await page.getByRole('button', { name: 'Sentiment' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Negative' }).click()
  await page.keyboard.press('Escape')
  await row('I love Deskbook').waitFor({ state: 'detached' })
  await row('Deskbook is slow').waitFor()
  expect(new URL(page.url()).search).toBe('?sentiment=negative')
  // The charts follow them, and say so.
  await overview().getByText('Filtered like the list: negative').waitFor()
  await overview().getByRole('button', { name: 'Show 1 mention of Deskbook app' }).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()

  // Keys open, handle, and undo.
  await row('I love Deskbook').waitFor()
  await page.keyboard.press('j')
  await mention().getByRole('heading', { name: 'A question' }).waitFor()
  expect(await mention().getByRole('article').locator('mark').allInnerTexts()).toContain('love')
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('e')
  await notice('Marked handled').waitFor()
  await row('I love Deskbook').waitFor({ state: 'detached' })
  await mention().getByText('is slow on my phone').first().waitFor()
  await page.getByRole('tab', { name: 'Brand 3' }).waitFor()
  await page.keyboard.press('u')
  await row('I love Deskbook').waitFor()

  // A mention that arrives waits behind a button.
  await seedMentions(shell.server.databaseUrl, named, [brand(0, 'Is Deskbook any good?', 'neutral')])
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Show 1 new mention' }).click()
  await row('Is Deskbook any good').waitFor()
  await page.keyboard.press('u')
  await row('I love Deskbook').waitFor()

  // Several are handled at once, with one undo.
  const check = (sentence: string) => row(sentence).getByRole('checkbox')
  await check('Deskbook is slow').click()
  await check('Deskbook or a spreadsheet').click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('3 selected').waitFor()
  await check('Does anyone use Deskbook').click()
  await selection.getByRole('button', { name: 'Mark handled' }).click()
  await notice('Marked handled: 2 mentions').waitFor()
  await page.getByRole('tab', { name: 'Brand 3' }).waitFor()
  await check('Deskbook is slow').waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await row('Deskbook is slow').waitFor()
  await page.getByRole('tab', { name: 'Brand 5' }).waitFor()

  // What another member handles stays in its place.
  const { server, context } = shell
  const found = `mentions?filters[project]=${named}&filters[sentence][$contains]=spreadsheet`
  const [shared] = (await callApi(context, server, 'GET', found)).data
  for (const handled of [true, false]) {
    await callApi(context, server, 'PUT', `mentions/${shared.id}`, { data: { handled } })
    await row('Deskbook or a spreadsheet')
      .getByText('Handled')
      .waitFor({ state: handled ? 'visible' : 'detached' })
  }

  // A muted author's mentions disappear, and come back.
  await row('Does anyone use Deskbook').click()
  await page.getByRole('button', { name: 'Mute' }).click()
  await page.getByRole('menuitem', { name: 'u/spam_bot' }).click()
  await notice('Muted u/spam_bot').waitFor()
  await row('Deskbook or a spreadsheet').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Manage mutes' }).click()
  const muted = page.getByRole('dialog', { name: 'Muted' })
  await muted.getByRole('button', { name: 'Unmute u/spam_bot' }).click()
  await muted.getByText('Nothing is muted').waitFor()
  await page.keyboard.press('Escape')
  await row('Deskbook or a spreadsheet').waitFor()

  // Two competitors side by side, and the spike with its thread.
  await page.getByRole('tab', { name: 'Competitors' }).click()
  await overview().getByRole('button', { name: 'Compare names' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Weldco' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Pipewise' }).click()
  await page.keyboard.press('Escape')
  const shares = overview().getByRole('region', { name: 'Comparison' }).getByRole('row', { name: 'Share' })
  await shares.getByRole('cell', { name: '92%' }).waitFor()
  await overview().getByRole('button', { name: 'Show as table' }).first().click()
  await overview().getByRole('cell', { name: '1: Weldco, 6 mentions' }).waitFor()
  await overview().getByRole('button', { name: 'Weldco is down for everyone' }).click()
  await mention().getByRole('heading', { name: 'Weldco is down for everyone' }).waitFor()

  // On a phone, the overview and the mention cover the list.
  await page.setViewportSize({ width: 375, height: 740 })
  await page.getByRole('dialog', { name: 'Mention' }).getByRole('button', { name: 'Mark handled' }).waitFor()
  expect(await isTooWide(page)).toBe(false)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Overview' }).click()
  await page.getByRole('dialog', { name: 'Overview' }).getByRole('heading', { name: 'Spikes' }).waitFor()
  expect(await isTooWide(page)).toBe(false)
})

test('the tour of mentions runs once', async () => {
  await selectProject(page, shell.server, named)
  // A page without a tour.
  await shell.visit('/app/settings/project/main')
  await page.evaluate(() => localStorage.setItem('productTourState', '{}'))
  await shell.visit('/app/mentions')
  const tour = page.getByRole('dialog').filter({ hasText: 'Mentions tour, 1 of 5' })
  await tour.getByRole('button', { name: 'Skip tour' }).click()
  await tour.waitFor({ state: 'detached' })
  const state = await page.evaluate(() => JSON.parse(localStorage.getItem('productTourState') ?? '{}'))
  expect(state).toMatchObject({ mentionsTourCompleted: true, opportunitiesTourCompleted: false })
  await goWithinApp(page, '/app/opportunities')
  await goWithinApp(page, '/app/mentions')
  await list().getByRole('listitem').first().waitFor()
  expect(await tour.count()).toBe(0)
})
