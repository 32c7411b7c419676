import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
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
  await shell.start()
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
  expect(await faultsOf(page)).toEqual([])
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
