import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
/** The start of the posts' IDs. */
let thread: string
const title = 'Which simple CRM for a bicycle workshop?'
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  thread = `bike${randomInt(1e5)}x`
  const archive = shell.path('workshops.ndjson')
  const places = [
    ['smallbusiness', 'wheelwright'],
    ['bikewrench', 'wheelwright'],
    ['startups', 'somebody_else'],
  ]
  writeFileSync(archive, places.map(([subreddit, author], n) => line(subreddit!, author!, n)).join('\n'))
  await shell.importArchive(archive)
  await vi.waitUntil(async () => (await copiesOnServer()).includes(2), { timeout: patienceMs })
  await shell.start()
  await shell.rows().getByRole('link', { name: title }).click()
})
afterAll(() => shell?.close())

/** Returns the number of copies of each lead. */
async function copiesOnServer(): Promise<number[]> {
  const answer = await page.request.get(`${shell.server.address}/api/opportunities`)
  return (await answer.json()).data.map(({ siblingCount }: { siblingCount: number }) => siblingCount)
}

/** Returns the same text as a post in a community. */
function line(subreddit: string, author: string, n: number): string {
  return JSON.stringify({
    id: `${thread}${n}`,
    kind: 'post',
    subreddit,
    author,
    title: n === 0 ? title : `${title} (also asked elsewhere)`,
    body:
      'The two of us mend bicycles and write down in a notebook who waits for which part. Half of the time we forget to ' +
      'follow up with leads who asked for a quote. We would pay 40 a month for something that keeps track of clients.',
    url: null,
    permalink: `/r/${subreddit}/comments/${thread}${n}/x/`,
    createdAt: new Date(Date.now() - (3 - n) * 3_600_000).toISOString(),
    score: 5,
    numComments: 4,
    source: 'test',
  })
}

test('a text posted three times is one lead, which lists its copies', async () => {
  const row = shell.rows().filter({ hasText: 'bicycle workshop' })
  await row.getByText('+2 copies').waitFor()
  expect(await row.count()).toBe(1)
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByText('Also posted in').waitFor()
  const again = lead.getByRole('link', { name: 'r/bikewrench' })
  expect(await again.getAttribute('href')).toBe(`https://www.reddit.com/r/bikewrench/comments/${thread}1/x/`)
  const also = await lead.getByText('Also posted in').innerText()
  expect(also).toBe('Also posted in r/bikewrench (2 h) and r/startups by u/somebody_else (1 h)')
})

test('a lead shows the rules of its community and its stance on promotion', async () => {
  const rule = { name: 'No self-promotion', description: 'No links to your own shop.' }
  const profile = {
    ...{ name: 'smallbusiness', displayName: 'smallbusiness', title: '', members: 1_840_000, isAdult: false },
    ...{ standing: 'open', stance: 'forbids', stanceRule: rule.name, stanceWords: rule.description },
    ...{ rules: [rule, { name: 'Be civil', description: '' }], readAt: null, isPending: false, trouble: null },
  }
  await page.route('**/api/community-profiles', (route) => route.fulfill({ json: { data: [profile], meta: {} } }))
  await page.reload()
  const community = page.getByRole('region', { name: 'Community' })
  await community.getByText('No promotion').waitFor()
  await community.getByText('1.8M members').waitFor()
  await community.getByText('All 2 rules').click()
  await community.getByText('Be civil').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 900 })
  await community.waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
})

test("a lead shows its thread and its author when they are opened, or says why it can't", async () => {
  const thread = page.getByRole('region', { name: 'Thread' })
  await thread.getByText('4 comments and the author').click()
  await thread.getByText("This server isn't connected to Reddit's API").waitFor()
  const told = { score: 2, postedAt: new Date().toISOString(), permalink: `/r/smallbusiness/comments/${thread}0/_/a/` }
  const comments = [
    { ...told, id: 'a', parentId: null, author: 'ada', body: 'A *spreadsheet* is enough', ...asked(false) },
    { ...told, id: 'b', parentId: 'a', author: 'wheelwright', body: 'Ours got too long', ...asked(true) },
  ]
  const author = { name: 'wheelwright', joinedAt: '2019-05-04T00:00:00.000Z', karma: 3400, isSuspended: false }
  const data = { comments, left: 7, author, readAt: new Date().toISOString(), trouble: null }
  await page.route('**/thread-readings', (route) => route.fulfill({ json: { data, meta: {} } }))
  await page.reload()
  await thread.getByText('4 comments and the author').click()
  await thread.getByText('on Reddit since May 2019 · 3.4K karma').waitFor()
  const shown = thread.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect.poll(() => shown.count()).toBe(2)
  await shown.last().getByText('Author of the post').waitFor()
  await shown.first().locator('em').getByText('spreadsheet').waitFor()
  await thread.getByRole('link', { name: '7 more comments on Reddit' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

function asked(isByPoster: boolean) {
  return { isByPoster, isAsked: false }
}

test('a decision applies to all copies', async () => {
  const saved = page.waitForResponse((response) => response.url().endsWith('/rejection'))
  await page.keyboard.press('x')
  await page.getByRole('menu').waitFor()
  await page.keyboard.press('2')
  await saved
  await page.getByRole('tab', { name: 'Rejected' }).click()
  const row = shell.rows().filter({ hasText: 'bicycle workshop' })
  await row.getByText('+2 copies').waitFor()
  await page.getByRole('tab', { name: 'New' }).click()
  await page.reload()
  await shell.rows().first().waitFor()
  expect(await row.count()).toBe(0)
})
