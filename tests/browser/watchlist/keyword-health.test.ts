import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  const archive = shell.path('agencies.ndjson')
  writeFileSync(archive, agencies(6, new Date()).join('\n'))
  await shell.importArchive(archive)
  await vi.waitUntil(async () => (await agencyScores()).length === 6, { timeout: patienceMs })
})
afterAll(() => shell?.close())

/** Returns posts by agencies that all leave the same product. */
function agencies(count: number, now: Date): string[] {
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `${shell.project.replaceAll(/\D/g, '').slice(0, 8)}${n}`,
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

/** Returns the scores of the agency leads from the server. */
async function agencyScores(): Promise<[id: string, score: number][]> {
  const query = 'pagination[pageSize]=100&populate[0]=post'
  const { data } = await (await page.request.get(`${shell.server.address}/api/opportunities?${query}`)).json()
  return data
    .filter(({ post }: { post: { subreddit: string } }) => post.subreddit === 'agency')
    .map(({ id, score }: { id: string; score: number }) => [id, score])
    .toSorted()
}

test('keywords show their results, and a suggestion from accepted leads is added with one click', async () => {
  const ids = (await agencyScores()).slice(0, 3).map(([id]) => id)
  const headers = { origin: shell.server.address }
  for (const id of ids) await page.request.put(`${shell.server.address}/api/opportunities/${id}/reply`, { headers })
  await page.goto(`${shell.server.address}/app/settings/project/keywords`)
  const keywords = page.getByRole('list', { name: 'Keywords', exact: true })
  await keywords
    .getByRole('listitem')
    .filter({ hasText: 'sales pipeline' })
    .getByText(/per day in imported posts · \d+% leads/)
    .waitFor()
  const competitors = page.getByRole('list', { name: 'Suggested competitors' })
  await competitors.getByText('in 3 accepted leads').waitFor()
  await page.getByRole('button', { name: 'Add Trackly' }).click()
  await page.getByText('Added “Trackly”').waitFor()
  await competitors.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await competitors.getByText('Trackly').waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
})
