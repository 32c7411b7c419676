import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { faultsOf, goWithinApp } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi, createProject, selectProject } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'
import { type SeededMention, seedMentions } from './seed-mentions.ts'

let shell: Shell
let page: Page
let project: string
let brand: (daysAgo: number, sentence: string, sentiment: SeededMention['sentiment'], shown?: string) => SeededMention

beforeTries(async () => {
  shell = await openShell({ withLeads: false })
  page = shell.page
  const { server, context } = shell
  project = await createProject(context, server, { name: 'Deskbook' })
  await selectProject(page, server, project)
  const competitor = async (name: string) =>
    (await callApi(context, server, 'POST', 'competitors', { data: { project, name } })).data.id
  const [pipewise, weldco] = [await competitor('Pipewise'), await competitor('Weldco')]
  brand = (daysAgo: number, sentence: string, sentiment: SeededMention['sentiment'], shown?: string) => ({
    ...({
      kind: 'brand',
      name: project,
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
  await seedMentions(server.databaseUrl, project, [
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

const list = () => page.getByRole('list', { name: 'Mentions' })
const row = (sentence: string) => list().getByRole('listitem').filter({ hasText: sentence })
const mention = () => page.getByRole('region', { name: 'Mention', exact: true })
const overview = () => page.getByRole('region', { name: 'Overview' })
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })

test('mentions are read, handled, muted, and compared', async () => {
  await shell.start()
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
  await overview().getByRole('button', { name: 'Show 1 mention of Deskbook' }).waitFor()
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
  await seedMentions(shell.server.databaseUrl, project, [brand(0, 'Is Deskbook any good?', 'neutral')])
  await page.keyboard.press('e')
  await page.getByRole('button', { name: 'Show 1 new mention' }).click()
  await row('Is Deskbook any good').waitFor()
  await page.keyboard.press('u')
  await row('I love Deskbook').waitFor()

  // Several are handled at once, with one undo.
  const box = (sentence: string) => row(sentence).getByRole('checkbox')
  await box('Deskbook is slow').click()
  await box('Deskbook or a spreadsheet').click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  await selection.getByText('3 selected').waitFor()
  await box('Does anyone use Deskbook').click()
  await selection.getByRole('button', { name: 'Mark handled' }).click()
  await notice('Marked handled: 2 mentions').waitFor()
  await page.getByRole('tab', { name: 'Brand 3' }).waitFor()
  await box('Deskbook is slow').waitFor({ state: 'detached' })
  await page.keyboard.press('u')
  await row('Deskbook is slow').waitFor()
  await page.getByRole('tab', { name: 'Brand 5' }).waitFor()

  // What another member handles stays in its place.
  const { server, context } = shell
  const found = `mentions?filters[project]=${project}&filters[sentence][$contains]=spreadsheet`
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
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(() => localStorage.setItem('productTourState', '{}'))
  await page.goto(`${shell.server.address}/app/mentions`)
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
