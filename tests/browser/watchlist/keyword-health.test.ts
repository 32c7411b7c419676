import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { callApi } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell({ withLeads: false })
  page = shell.page
  await page.setViewportSize({ width: 1440, height: 900 })
  const archive = shell.path('posts.ndjson')
  const now = new Date()
  writeFileSync(archive, [...podcasts(5, now), ...agencies(3, now)].join('\n'))
  await shell.importArchive(archive)
  await vi.waitUntil(async () => (await leadsIn('podcasting', 'agency')).length === 8, { timeout: patienceMs })
  for (const id of await leadsIn('podcasting')) await put(`opportunities/${id}/rejection`, { reason: 'wrongPerson' })
  for (const id of await leadsIn('agency')) await put(`opportunities/${id}/reply`)
  await page.goto(`${shell.server.address}/app/settings/project/keywords`)
})
afterAll(() => shell?.close())

async function put(path: string, data?: object): Promise<void> {
  await callApi(shell.context, shell.server, 'PUT', path, data && { data })
}

/** Returns posts about podcasts, which this product doesn't fit. The texts are too short to count as duplicates. */
function podcasts(count: number, now: Date): string[] {
  const shows = ['beekeeping', 'chess', 'old trains', 'sourdough', 'night skies']
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `${shell.project.replaceAll(/\D/g, '').slice(0, 8)}${n}`,
      kind: 'post',
      subreddit: 'podcasting',
      author: `host_${n}`,
      title: 'Which simple CRM do you recommend to keep track of guests?',
      body: `Sales pipeline for a podcast about ${shows[n]}.`,
      url: null,
      permalink: `/r/podcasting/comments/podcast${n}/x/`,
      createdAt: new Date(now.getTime() - n * 60_000).toISOString(),
      score: 5,
      numComments: 4,
      source: 'test',
    }),
  )
}

/** Returns posts by agencies that all leave the same product. */
function agencies(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `${shell.project.replaceAll(/\D/g, '').slice(0, 8)}9${n}`,
      kind: 'post',
      subreddit: 'agency',
      author: `owner_${n}`,
      title: `Moving away from Trackly: which simple CRM do you recommend for a marketing agency of ${n + 2}?`,
      body: `We need a sales pipeline. ${named('Our newsletters go out by hand, leads are forgotten, the budget is 40.', n)}`,
      url: null,
      permalink: `/r/agency/comments/agency${n}/x/`,
      createdAt: new Date(now.getTime() - n * 60_000).toISOString(),
      score: 5,
      numComments: 4,
      source: 'test',
    }),
  )
}

/** Inserts a name between all words, so that the texts don't count as duplicates. */
function named(text: string, n: number): string {
  return text.replaceAll(' ', ` zq${n} `)
}

/** Returns the IDs of the leads in these communities. */
async function leadsIn(...communities: string[]): Promise<string[]> {
  const query = 'pagination[pageSize]=100&populate[0]=post'
  const { data } = await callApi(shell.context, shell.server, 'GET', `opportunities?${query}`)
  return data
    .filter(({ post }: { post: { subreddit: string } }) => communities.includes(post.subreddit))
    .map(({ id }: { id: string }) => id)
}

const row = (text: string) =>
  page
    .getByRole('list', { name: 'Keywords', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Edit ${text}`, exact: true }) })

test('keywords show their results, and a suggestion from accepted leads is added with one click', async () => {
  await row('sales pipeline')
    .getByText(/per day in imported posts · \d+% leads/)
    .waitFor()
  const competitors = page.getByRole('list', { name: 'Suggested competitors' })
  await competitors.getByText('in 3 accepted leads').waitFor()
  await page.getByRole('button', { name: 'Add Trackly' }).click()
  await page.getByText('Added “Trackly”').waitFor()
  await competitors.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await competitors.getByText('Trackly').waitFor()
})

test('a word common to rejected leads is excluded with one click, explained in words, and undone', async () => {
  const plain = row('sales pipeline')
  await plain.getByText('Excluding “guest” would have hidden 5 rejected and 0 accepted leads').waitFor()
  await plain.getByRole('button', { name: 'Exclude “guest”' }).click()
  await page.getByText('“sales pipeline” now excludes “guest”').waitFor()
  const query = row('sales pipeline -"guest"')
  await query.getByText('Matches anything that contains “sales pipeline” and does not contain “guest”.').waitFor()
  expect(await plain.count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await plain.waitFor()
  expect(await query.count()).toBe(0)
})

test('the preview of a keyword suggests excluding the word too, and adds it to the query', async () => {
  await row('sales pipeline').getByRole('button', { name: 'Details for sales pipeline' }).click()
  const drawer = shell.dialog('Keyword')
  const preview = drawer.getByRole('region', { name: 'Preview' })
  await preview.getByText('Excluding “guest” would have hidden 5 rejected and 0 accepted leads').waitFor()
  await preview.getByRole('button', { name: 'Exclude “guest”' }).click()
  await expect.poll(() => drawer.getByRole('textbox', { name: 'Query' }).inputValue()).toBe('sales pipeline -"guest"')
  await preview.getByText('Excluding “guest”').waitFor({ state: 'detached' })
  await drawer.getByRole('button', { name: 'Cancel' }).click()
  await drawer.waitFor({ state: 'detached' })
  await expect.poll(() => row('sales pipeline').count()).toBe(1)
})

test('a query explains what it matches', async () => {
  const add = page.getByRole('textbox', { name: 'Add keywords' })
  await add.fill('crm NEAR/5 recommend -podcast')
  await add.press('Enter')
  await row('crm NEAR/5 recommend -podcast')
    .getByText(/^Matches anything that has “crm” and “recommend” with at most 5 words between them/)
    .waitFor()
  expect(
    await row('simple crm')
      .getByText(/^Matches anything that/)
      .count(),
  ).toBe(0)
  // With the bar of what can be done to selected keywords.
  const box = page.getByRole('list', { name: 'Keywords', exact: true }).getByRole('checkbox').first()
  await box.click()
  await page.getByRole('region', { name: 'Selection' }).getByText('1 selected').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await box.click()
})

test('a keyword that is too common says so in its preview and in the list', async () => {
  const reason = 'Too many posts contain it, so it finds no leads by itself.'
  await page.getByRole('button', { name: 'Test a query' }).click()
  const drawer = shell.dialog('New keyword')
  await drawer.getByRole('textbox', { name: 'Query' }).fill('the')
  await drawer.getByRole('region', { name: 'Preview' }).getByText(`${reason} Add a word to narrow it.`).waitFor()
  await drawer.getByRole('button', { name: 'Add keyword' }).click()
  await row('the').getByText('Too common').waitFor()
  await row('the').getByText(reason).waitFor()
})

test('an invalid query shows its error and is not added', async () => {
  const add = page.getByRole('textbox', { name: 'Add keywords' })
  await add.fill('crm AND (invoices')
  await add.press('Enter')
  await page.getByText(/This parenthesis is not closed/).waitFor()
  expect(await add.getAttribute('aria-invalid')).toBe('true')
  expect(await add.inputValue()).toBe('crm AND (invoices')
  expect(await row('crm AND (invoices').count()).toBe(0)
})

test('everything fits a small phone', async () => {
  await row('sales pipeline').getByRole('button', { name: 'Exclude “guest”' }).waitFor()
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
