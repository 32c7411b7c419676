import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  await page.setViewportSize({ width: 1440, height: 900 })
  const archive = shell.path('podcasts.ndjson')
  writeFileSync(archive, podcasts(5, new Date()).join('\n'))
  await shell.importArchive(archive)
  await vi.waitUntil(async () => (await podcastLeads()).length === 5, { timeout: patienceMs })
  const headers = { origin: shell.server.address }
  for (const id of await podcastLeads()) {
    const url = `${shell.server.address}/api/opportunities/${id}/rejection`
    const answer = await page.request.put(url, { headers, data: { data: { reason: 'wrongPerson' } } })
    expect(answer.status()).toBe(200)
  }
  await page.goto(`${shell.server.address}/app/settings/project/keywords`)
})
afterAll(() => shell?.close())

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

/** Returns the IDs of the podcast leads. */
async function podcastLeads(): Promise<string[]> {
  const query = 'pagination[pageSize]=100&populate[0]=post'
  const { data } = await (await page.request.get(`${shell.server.address}/api/opportunities?${query}`)).json()
  return data
    .filter(({ post }: { post: { subreddit: string } }) => post.subreddit === 'podcasting')
    .map(({ id }: { id: string }) => id)
}

const row = (text: string) =>
  page
    .getByRole('list', { name: 'Keywords', exact: true })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: `Edit ${text}`, exact: true }) })

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
  expect(await faultsAbove(page)).toEqual([])
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
  expect(await faultsOf(page)).toEqual([])
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

test('everything fits a desktop and a phone', async () => {
  await row('sales pipeline').getByRole('button', { name: 'Exclude “guest”' }).waitFor()
  for (const width of [1440, 375, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  }
})
