import { randomInt } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Page, Route } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import { ask } from '../../support/databases.ts'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { isTooWide } from '../settings-page.ts'
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
  await lead.getByText('Not verified since import').waitFor()
})

test('a lead shows the rules of its community, its thread and its author', async () => {
  const told = page.getByRole('region', { name: 'Thread' })
  await told.getByText('4 comments and the author').click()
  await told.getByText("This server isn't connected to Reddit's API").waitFor()
  const rule = { name: 'No self-promotion', description: 'No links to your own shop.' }
  const profile = {
    ...{ name: 'smallbusiness', displayName: 'smallbusiness', title: '', members: 1_840_000, isAdult: false },
    ...{ standing: 'open', stance: 'forbids', stanceRule: rule.name, stanceWords: rule.description },
    ...{ rules: [rule, { name: 'Be civil', description: '' }], readAt: null, isPending: false, trouble: null },
  }
  await page.route('**/api/community-profiles', (route) => route.fulfill({ json: { data: [profile], meta: {} } }))
  const facts = { score: 2, postedAt: new Date().toISOString(), permalink: `/r/smallbusiness/comments/${thread}0/_/a/` }
  const comments = [
    { ...facts, id: 'a', parentId: null, author: 'ada', body: 'A *spreadsheet* is enough', ...asked(false) },
    { ...facts, id: 'b', parentId: 'a', author: 'wheelwright', body: 'Ours got too long', ...asked(true) },
  ]
  const author = { name: 'wheelwright', joinedAt: '2019-05-04T00:00:00.000Z', karma: 3400, isSuspended: false }
  const data = { comments, left: 7, author, readAt: new Date().toISOString(), trouble: null }
  await page.route('**/thread-readings', (route) => route.fulfill({ json: { data, meta: {} } }))
  await page.reload()
  const community = page.getByRole('region', { name: 'Community' })
  await community.getByText('No promotion').waitFor()
  await community.getByText('1.8M members').waitFor()
  await community.getByText('All 2 rules').click()
  await community.getByText('Be civil').waitFor()
  await told.getByText('4 comments and the author').click()
  await told.getByText('on Reddit since May 2019 · 3.4K karma').waitFor()
  const shown = told.getByRole('list', { name: 'Comments' }).getByRole('listitem')
  await expect.poll(() => shown.count()).toBe(2)
  await shown.last().getByText('Author of the post').waitFor()
  await shown.first().locator('em').getByText('spreadsheet').waitFor()
  await told.getByRole('link', { name: '7 more comments on Reddit' }).waitFor()
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
  await shell.rows().first().waitFor()
  await expect.poll(() => row.count()).toBe(0)
})

interface Lead {
  id: string
  /** Present if it was requested. */
  post?: { title: string; body?: string }
}

const checkedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
const nothing = { title: '', author: null, url: null, flair: null, score: null, numComments: null, checkedAt }
const emptied = { components: [], sentence: null, snippet: { text: '', marks: [] }, score: 0, label: 0 }

/** Makes the server answer as if this lead's post was deleted on Reddit. */
async function forget(id: string): Promise<void> {
  const withoutContent = (lead: Lead) => {
    if (lead.id !== id || !lead.post) return lead
    const { body, ...post } = lead.post
    const standing = 'deleted'
    return { ...lead, ...emptied, post: { ...post, ...nothing, standing, ...(body !== undefined && { body: '' }) } }
  }
  await page.route(/\/api\/opportunities\?/, async (route: Route) => {
    const answer = await route.fetch()
    const { data, meta } = (await answer.json()) as { data: Lead[]; meta: object }
    await route.fulfill({ response: answer, json: { data: data.map(withoutContent), meta } })
  })
}

test('a lead deleted on Reddit shows this at once, even while it is open, and stays in the list without its content', async () => {
  await shell.show()
  const first = shell.rows().first().getByRole('link')
  const title = (await first.textContent())!
  const id = (await first.getAttribute('id'))!.replace('lead-', '')
  await first.click()
  const lead = page.getByRole('region', { name: 'Lead' })
  await lead.getByRole('heading', { name: title }).waitFor()
  await forget(id)
  // Another browser changes the lead, which triggers an event.
  const saved = await page.request.put(`${shell.server.address}/api/opportunities/${id}/save`, {
    headers: { origin: shell.server.address },
  })
  expect(saved.status()).toBe(200)
  await shell.rows().first().getByText('Deleted on Reddit').waitFor()
  await lead.getByRole('heading', { name: 'Deleted on Reddit' }).waitFor()
  await lead.getByText('The author deleted this on Reddit').waitFor()
  await lead.getByText('Verified 3 h ago').waitFor()
  await expect.poll(() => page.getByText(title).count()).toBe(0)
  await shell.rows().first().getByText('Saved').waitFor()
  expect(await shell.rows().getByText('Deleted on Reddit').count()).toBe(1)
  expect(await shell.rows().count()).toBeGreaterThan(1)
  await page.setViewportSize({ width: 320, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.unroute(/\/api\/opportunities\?/)
})

/** Records 21 deleted leads without rows, one with a row, and a mention with its quotes. */
async function insertDeletions(leadLeft: string): Promise<void> {
  await ask(
    shell.server.databaseUrl,
    `insert into forgetting (project_id, id, realm, standing, opportunity_id, mention_id, last_seen_at, texts, people, created_at)
     select p.id, gen_random_uuid(), p.realm, t.standing, t.lead, t.mention, t.seen, t.texts, t.people, now() - t.age
     from project p, (
       select 'removed' as standing, gen_random_uuid() as lead, null::uuid as mention, now() - interval '9 h' as seen,
         0 as texts, 0 as people, n * interval '1 h' as age from generate_series(3, 23) n
       union all select 'deleted', $1::uuid, null, now() - interval '4 h', 0, 0, interval '1 h'
       union all select 'authorless', null, gen_random_uuid(), null, 2, 1, interval '2 h'
     ) t where p.id = $2`,
    [leadLeft, shell.project],
  )
}

test('owners and admins see which posts were deleted, when, why, and which data went with them', async () => {
  await shell.show()
  const entries = page.getByRole('list', { name: 'Deleted posts' }).getByRole('listitem')
  const link = (await shell.rows().first().getByRole('link').getAttribute('id'))!
  const lead = link.replace('lead-', '')
  await shell.visit('/app/settings/project/sources')
  await page.getByText('No posts in this project have been deleted yet.').waitFor()
  expect(await entries.count()).toBe(0)

  await insertDeletions(lead)
  await page.reload()
  await entries.nth(0).getByText('The author deleted it on Reddit.').waitFor()
  const second = entries.nth(1)
  await second.getByRole('heading', { name: 'A mention' }).waitFor()
  await second.getByText('The author left Reddit. Also deleted: quotes in 2 notes and messages').waitFor()
  await second.getByText('Never verified on Reddit.').waitFor()
  await entries.nth(2).getByText('The lead was deleted.').waitFor()
  expect(await entries.count()).toBe(20)
  expect(await faultsOf(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 900 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  const pages = page.getByRole('navigation', { name: 'Deleted posts: pages' })
  await pages.getByText('1–20 of 23').waitFor()
  await pages.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect.poll(() => entries.count()).toBe(3)
  await pages.getByRole('button', { name: 'Previous page' }).press('Enter')
  await entries.nth(0).getByRole('link', { name: 'View lead' }).click()
  await page.waitForURL(`**/app/opportunities?lead=${lead}`)
})
