import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import type { SeoReport } from '#features/seo/contract.ts'
import { ask } from '#tests/support/databases.ts'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  await seed(shell)
})
afterAll(() => shell?.close())

/** Makes the thread of a lead, and another one, rank on November 20, 2026. */
async function seed({ server, project }: Shell): Promise<void> {
  const run = (statement: string, values: unknown[]) => ask(server.databaseUrl, statement, values)
  const at = '2026-11-20T12:00:00Z'
  await run(
    // The lock waits for an update that has just begun. Later jobs find that none is due.
    `with p as (select id, realm, time_zone from project where id = $1 for no key update)
     insert into seo_update (project_id, realm, time_zone, source, started_at, finished_at, next_at)
     select id, realm, time_zone, 'search', $2, $2, '2099-12-01T12:00:00Z' from p
     on conflict (project_id) do update set source = 'search', started_at = $2, finished_at = $2, next_at = excluded.next_at`,
    [project, at],
  )
  await run('delete from seo_question where project_id = $1', [project])
  const question = randomUUID()
  await run(
    `insert into seo_question (project_id, id, realm, kind, text, engine, update_at, asked_at)
     select id, $2, realm, 'ranking', 'invoicing app', 'google', $3, $3 from project where id = $1`,
    [project, question, at],
  )
  const [lead] = await ask<{ outside_id: string }>(
    server.databaseUrl,
    `select p.outside_id from opportunity o join post p on p.id = o.post_id
     where o.project_id = $1 and p.kind = 'post' and o.state = 'new' and o.released_at is not null order by o.score desc limit 1`,
    [project],
  )
  const threads: [outsideId: string, position: number, comments: string | null, named: object | null][] = [
    [lead!.outside_id, 3, 'open', { brand: [], competitors: ['Ledgerstone'] }],
    ['987654321', 7, null, null],
  ]
  for (const [outsideId, position, comments, named] of threads) {
    const thread = randomUUID()
    await run(
      `insert into seo_thread (project_id, id, realm, outside_id, subreddit, permalink, title, comments, named, named_in,
         facts_at, checked_at, created_at, updated_at)
       select id, $2, realm, $3, 'smallbusiness', '/r/smallbusiness/comments/1a/', $4, $5, $6, $7, $8, now(), now(), now()
       from project where id = $1`,
      [project, thread, outsideId, `Thread at ${position}`, comments, named, named && 'thread', comments && at],
    )
    await run(
      `insert into seo_receipt (project_id, id, thread_id, question_id, realm, position, url, title, created_at)
       select id, $2, $3, $4, realm, $5, 'https://www.reddit.com/r/smallbusiness/comments/1a/which/', 'Which?', $6
       from project where id = $1`,
      [project, randomUUID(), thread, question, position, at],
    )
  }
}

test('threads that rank are shown with their receipts, and a lead among them has a tag', async () => {
  await shell.start()
  await page.getByRole('tab', { name: 'SEO' }).click()
  const threads = page.getByRole('list', { name: 'SEO opportunities' }).locator('> li')
  const [first, second] = [threads.nth(0), threads.nth(1)]
  await first.getByText('#3 on Google for “invoicing app” · Nov 20, 2026 · about 11% of clicks').waitFor()
  await first.getByText('Comments open').waitFor()
  await first.getByText('Names Ledgerstone').waitFor()
  await second.getByText('Comments: unknown').waitFor()
  await second.getByRole('button', { name: 'Add to leads' }).waitFor()
  await page.getByText('Next update on December 1').waitFor()
  await page.getByText('1 query').click()
  await page.getByText('Google: 2 threads').waitFor()
  await page.getByRole('button', { name: 'Edit queries' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit queries' })
  await editor.getByRole('textbox', { name: 'Search queries' }).fill('invoicing for teams')
  await page.keyboard.press('Enter')
  expect(await faultsOf(page)).toEqual([])
  await editor.getByRole('button', { name: 'Save queries' }).click()
  await page.getByText('Queries saved for the next update').waitFor()
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await first.getByRole('link', { name: 'Open lead' }).click()
  const panel = page.getByRole('region', { name: 'Search' })
  await panel.getByText('#3 on Google for “invoicing app”').waitFor()
  await shell.rows().getByText('SEO #3').first().waitFor()
  // The chosen tab keeps the focus, though each of the two lists has its own line of tabs.
  await page.getByRole('tab', { name: 'SEO' }).focus()
  await page.keyboard.press('Enter')
  await first.waitFor()
  await page.getByRole('tab', { name: 'SEO' }).and(page.locator(':focus')).waitFor()
})

test('an estimate without threads, held ones, and a failure say so', async () => {
  const report: SeoReport = {
    ...{ source: 'estimate', startedAt: '2026-11-20T12:00:00Z', finishedAt: '2026-11-20T12:01:00Z' },
    ...{ nextAt: '2026-12-01T12:00:00Z', held: 0, threads: [], questions: [] },
    queries: { texts: [], isOwn: false },
  }
  const answers: [Partial<SeoReport> | null, ...(string | RegExp)[]][] = [
    [{}, 'No threads found', /^Estimated from stored posts, not from a search engine/],
    [{ held: 12 }, '12 threads are waiting'],
    [null, "Couldn't load SEO opportunities"],
  ]
  for (const [change, ...texts] of answers) {
    await page.unroute('**/api/projects/*/seo')
    await page.route('**/api/projects/*/seo', (route) =>
      change
        ? route.fulfill({ json: { data: { ...report, ...change }, meta: {} } })
        : route.fulfill({ status: 400, json: {} }),
    )
    await page.goto(`${shell.server.address}/app/opportunities?tab=seo`)
    for (const text of texts) await page.getByText(text).first().waitFor()
  }
  await page.unroute('**/api/projects/*/seo')
})
