import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, expect, test, vi } from 'vitest'
import type { SeoReport } from '#features/seo/contract.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { patienceMs } from '../patience.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
/** The leads of the archive, best first. */
let leads: { id: string; post: { title: string; permalink: string } }[]
beforeTries(async () => {
  shell = await openShell()
  page = shell.page
  const list = `opportunities?filters[project]=${shell.project}&sort=score:desc&populate=post`
  const answer = await page.request.get(`${shell.server.address}/api/${list}`)
  leads = (await answer.json()).data
  await put(`opportunities/${leads[0]!.id}/reply`, {
    text: 'Deskbook keeps track of quotes. Disclosure: I make it.',
    permalink: `https://old.reddit.com${leads[0]!.post.permalink}kx2z81/`,
  })
  await put(`opportunities/${leads[1]!.id}/reply`)
  await put(`opportunities/${leads[2]!.id}/rejection`, { reason: 'tooOld' })
  await put(`opportunities/${leads[3]!.id}/rejection`, { reason: 'notBuying' })
  await seed(shell)
})
afterAll(() => shell?.close())
async function put(path: string, data?: object): Promise<void> {
  const { address } = shell.server
  const options = { headers: { origin: address }, ...(data && { data: { data } }) }
  expect((await page.request.put(`${address}/api/${path}`, options)).status()).toBe(200)
}

async function open(archive: 'replied' | 'rejected', query = ''): Promise<void> {
  await shell.visit(`/app/archive/${archive}${query}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/** Adds candidates that scored too low for a lead and that the audit samples. */
async function addDropped(titles: string[]): Promise<void> {
  for (const [index, title] of titles.entries()) {
    await ask(
      shell.server.databaseUrl,
      `with drawn as (
        select id from (select gen_random_uuid() as id from generate_series(1, 5000)) d
        where ('x' || left(md5($1::uuid::text || id::text), 8))::bit(32)::bigint % 50 = 0 limit 1
      ), added as (
        insert into post (id, source, kind, outside_id, subreddit, author, title, body, body_truncated, permalink,
          created_at, updated_at)
        select id, 1, 'post', (random() * 1e9)::bigint, 'town', 'mara', $2::text, 'We use a crm.', false, '/r/town/comments/1/',
          now() - $3::int * interval '1 hour', now()
        from drawn returning id
      )
      insert into candidate (project_id, post_id, project_version, hits, score, label, realm, created_at)
      select $1::uuid, added.id, p.version, '[]', 12, 1, p.realm, now() from added join project p on p.id = $1::uuid`,
      [shell.project, title, index],
    )
  }
}

const row = (title: string) => page.getByRole('row').filter({ hasText: title })
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const undo = () => page.getByRole('button', { name: 'Undo' }).first().click()

test('replied leads are found by the words of the reply, which can be added later', async () => {
  await shell.show()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Replied' }).click()
  await row(leads[0]!.post.title).getByText('Deskbook keeps track of quotes.').waitFor()
  const link = row(leads[0]!.post.title).getByRole('link', { name: 'View reply on Reddit' })
  const url = `https://www.reddit.com${leads[0]!.post.permalink}kx2z81/`
  expect(await link.getAttribute('href')).toBe(url)
  expect(await faultsOf(page)).toEqual([])
  const search = page.getByRole('searchbox', { name: 'Search the archive' })
  await search.fill('disclosure quotes')
  await row(leads[1]!.post.title).waitFor({ state: 'detached' })
  await row(leads[0]!.post.title).waitFor()
  await search.fill('nowhere')
  await page.getByText('No matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()

  await row(leads[1]!.post.title).getByRole('button', { name: 'Add your reply' }).click()
  const dialog = shell.dialog('Your reply')
  await dialog.getByLabel('Text').fill('Have a look at Deskbook.')
  await dialog.getByLabel('Link').fill(`https://www.reddit.com${leads[1]!.post.permalink}`)
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await dialog.getByText('Open your comment on Reddit and copy the address').waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await dialog.getByLabel('Link').fill(`https://www.reddit.com${leads[0]!.post.permalink}kx2z82/`)
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await dialog.getByText('This comment is in another thread.').waitFor()
  await dialog.getByLabel('Link').fill(`https://www.reddit.com${leads[1]!.post.permalink}kx2z82/`)
  await dialog.getByRole('button', { name: 'Save reply' }).click()
  await row('Have a look at Deskbook.').waitFor()
  // No API of the real Reddit is connected.
  await row('Have a look at Deskbook.').getByText('Not checked', { exact: true }).waitFor()
})

test('rejected leads are restored together, with one undo, and filtered by reason', async () => {
  await open('rejected')
  await row(leads[3]!.post.title).getByRole('cell', { name: 'Not buying', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows' }).check()
  await page.getByRole('button', { name: 'Move 2 leads back to new' }).click()
  await page.getByText('No rejected leads').waitFor()
  await notice('2 leads moved back to new').waitFor()
  await undo()
  await row(leads[2]!.post.title).waitFor()
  await row(leads[3]!.post.title).waitFor()
  await page.getByRole('combobox', { name: 'Filter by reason' }).click()
  await page.getByRole('option', { name: 'Too old' }).click()
  await row(leads[3]!.post.title).waitFor({ state: 'detached' })
  await row(leads[2]!.post.title)
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Find similar' }).click()
  const drawer = shell.dialog('Similar posts')
  await drawer.getByText(/^Searched \d+ of your newest leads and dropped posts/).waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'detached' })
})

test('a dropped post is reviewed as a lead, which counts as missed, and undone', async () => {
  const titles = ['Our crm is down again', 'Which crm logo is nicer']
  await addDropped(titles)
  await open('rejected', '?tab=dropped')
  await page.setViewportSize({ width: 375, height: 800 })
  const post = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  await page.getByText(/posts to review$/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(await isTooWide(page)).toBe(false)
  await post(titles[0]!).getByRole('button', { name: 'Right to drop' }).click()
  await page.getByText('0 of 1 reviewed were leads').waitFor()
  await post(titles[1]!).getByRole('button', { name: 'This is a lead' }).click()
  await page.getByText('1 of 2 reviewed was a lead').waitFor()
  await page.getByText('between 9% and 91%').waitFor()
  await page.getByRole('button', { name: 'View leads' }).click()
  await shell.rows().filter({ hasText: titles[1]! }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: 'Dropped posts', selected: true }).waitFor()
  await page.getByText('1 of 2 reviewed was a lead').waitFor()
  await post(titles[1]!).waitFor({ state: 'detached' })
})

const results = () => page.getByRole('list', { name: 'Results' }).getByRole('listitem')
/** Chooses an item of the run's menu, which closes when the page goes on to another run or phase. */
async function menu(item: string): Promise<void> {
  const entry = page.getByRole('menuitem', { name: item })
  const isChosen = async () => {
    if ((await entry.count()) === 0) await page.getByRole('button', { name: 'Run', exact: true }).click()
    return entry.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  await vi.waitUntil(isChosen, { timeout: patienceMs })
}

test('leads are found in the stored posts with one click, added and dismissed by key, and compared with a later run', async () => {
  await shell.show()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Find leads' }).click()
  await page.getByText('No runs yet').waitFor()
  await page.getByRole('button', { name: 'Change criteria' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Start run' }).click()
  // Other tests on this server may have stored posts that every project may see.
  await page.getByText(/results in \d+ posts \(\d+ imported/).waitFor()
  await page.getByRole('region', { name: 'Result', exact: true }).getByRole('heading', { level: 2 }).waitFor()
  expect(await results().first().textContent()).toMatch(/Rank 1.*“.+”/)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Show' }).click()
  await page.getByRole('option', { name: 'Not in your leads' }).click()
  const open = results().first()
  const title = (await open.getByRole('link').textContent())!
  await open.getByRole('link').click()
  await page.keyboard.press('x')
  await notice('Dismissed').waitFor()
  await page.keyboard.press('u')
  await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  await page.getByRole('button', { name: 'Add to leads' }).last().click()
  await notice('Added to your leads').waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).waitFor()

  const first = new URL(page.url()).searchParams.get('run')
  await menu('Run again')
  await page.waitForURL((url) => url.searchParams.get('run') !== first)
  await page.getByText(/results in \d+ posts/).waitFor()
  await menu('Compare with earlier run')
  await page.getByText(/^0 new · 0 gone · 0 moved · \d+ unchanged$/).waitFor()
})

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
  // A lead of the archive: a post by another test, in the sandbox, may have become a better one.
  const [lead] = await ask<{ outside_id: string }>(
    server.databaseUrl,
    `select p.outside_id from opportunity o join post p on p.id = o.post_id
     where o.project_id = $1 and p.source = 1 and p.kind = 'post' and o.state = 'new'
       and o.released_at is not null
     order by o.score desc limit 1`,
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
  await shell.show()
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
  const error = { status: 400, name: 'ValidationError', message: 'Broken', details: {} }
  const answers: [Partial<SeoReport> | null, ...(string | RegExp)[]][] = [
    [{}, 'No threads found', /^Estimated from stored posts, not from a search engine/],
    [null, "Couldn't load SEO opportunities"],
    [{ held: 12 }, '12 threads are waiting'],
  ]
  for (const [change, ...texts] of answers) {
    await page.unroute('**/api/projects/*/seo')
    await page.route('**/api/projects/*/seo', (route) =>
      change
        ? route.fulfill({ json: { data: { ...report, ...change }, meta: {} } })
        : route.fulfill({ status: 400, json: { data: null, error } }),
    )
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    if (await again.isVisible()) await again.click()
    else await page.goto(`${shell.server.address}/app/opportunities?tab=seo`)
    for (const text of texts) await page.getByText(text).first().waitFor()
  }
  await page.unroute('**/api/projects/*/seo')
})
