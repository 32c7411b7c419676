import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf, goWithinApp, passTimeUntil, retryByHand } from '../in-page.ts'
import { patienceMs } from '../patience.ts'
import { createProject, emailOf, selectProject } from '../people.ts'
import { isTooWide, SettingsPage } from '../settings-page.ts'

const settings = new SettingsPage({ renewed: true })
let database: pg.Client
beforeAll(async () => {
  database = new pg.Client({ connectionString: settings.server.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  // Later files on the same server need polled feeds, and a source that works.
  await database?.query(`delete from feed where name like 'quiet%'`)
  await database?.query(`update source_health set error = null where source = 'sandbox'`)
  await database?.query('update feed set next_at = now()')
  await database?.end()
})

const sources = () => settings.page.getByRole('list', { name: 'Sources' }).getByRole('listitem')
const feeds = (page = settings.page) => page.getByRole('list', { name: 'Feeds' }).locator(':scope > li')
const accounts = (page = settings.page) => page.getByRole('list', { name: 'Reddit accounts' }).getByRole('listitem')
const connectButton = (page = settings.page) => page.getByRole('button', { name: 'Connect account' })

const ownFeeds = 'select from feed_use where project_id = $1'

async function fits(): Promise<void> {
  const { page } = settings
  await page.setViewportSize({ width: 375, height: 800 })
  expect(await isTooWide(page)).toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** Connects the account of the tests after the one that shows how, unless that did. */
async function connect(): Promise<void> {
  const { rows } = await database.query('select from reddit_account where project_id = $1', [settings.project])
  if (rows.length > 0) return
  await settings.show('project/sources')
  await connectButton().click()
  await settings.page.getByRole('button', { name: /^Wilma Welder/ }).click()
  await settings.notice('Reddit account connected.').waitFor()
}

/** Lets the polls in progress end, and has no feed due during the test. Each poll sets when its feed is due again. */
async function stopPolling(): Promise<void> {
  const isIdle = async () => {
    const { rows } = await database.query(
      `select from feed where leased_until is not null or next_at < now() + interval '30 min'
       union all select from feed_gap where ended_at is null`,
    )
    if (rows.length === 0) return true
    await database.query('delete from feed_gap')
    await database.query(
      `update feed set next_at = now() + interval '1 hour'
       where id = any (array(select id from feed order by id for no key update))`,
    )
    return false
  }
  await vi.waitUntil(isIdle, { timeout: patienceMs, interval: 50 })
}

/** Adds feeds that are not polled during the test, some of them with an error. */
async function listenTo(count: number): Promise<void> {
  // The worker writes the feeds of a new project once, and removes any others.
  await vi.waitUntil(async () => (await ask(settings.server.databaseUrl, ownFeeds, [settings.project])).length > 0, {
    timeout: patienceMs,
    interval: 100,
  })
  await stopPolling()
  await database.query('begin')
  await database.query(
    `insert into feed (id, source, kind, stream, name, pace_items, pace_ms, next_at, last_success_at, lag_ms, created_at)
     select gen_random_uuid(), 'sandbox', 'community', 'posts', 'quiet' || n, 12, 600000, now() + interval '1 hour',
       now() - interval '2 min', 1000 * n, now() from generate_series(1, $1::int) n
     on conflict do nothing`,
    [count],
  )
  await database.query(`insert into feed_use select $1, id from feed where name like 'quiet%' on conflict do nothing`, [
    settings.project,
  ])
  await database.query(
    `update feed set error = 'This community is private. Only its members can read it' where name = 'quiet7'`,
  )
  await database.query(
    `update feed set error = 'This doesn''t exist on Reddit, or no longer does', last_success_at = null where name = 'quiet8'`,
  )
  await database.query(
    `insert into feed_gap (id, feed_id, from_at, to_at, listing, after, pages, is_beginning, opened_at, tried_at,
       ended_at, given_up)
     select gen_random_uuid(), id, now() - interval '5 hours', now() - interval '3 hours', '{}', 't3_a', 10, false,
       now() - interval '3 hours', now(), now() - interval '2 hours', 'Reddit lists only the newest 1,000 posts'
     from feed where name = 'quiet9'`,
  )
  await database.query('commit')
}

test('a source shows its status and each feed that it polls', async () => {
  const { page } = settings
  // The page looks again only after a while.
  const responded = `select from source_health where source = 'sandbox' and last_success_at is not null`
  await vi.waitUntil(async () => (await ask(settings.server.databaseUrl, responded)).length > 0, {
    timeout: patienceMs,
    interval: 100,
  })
  await listenTo(45)
  await settings.open('project/keywords')
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL('**/app/settings/project/sources')
  await sources().filter({ hasText: 'Sample data' }).getByText('Partly working', { exact: true }).waitFor()
  await page.getByText('Not connected. To connect, set REDDIT_CLIENT_ID').waitFor()
  await feeds().first().getByText('Failing').waitFor()
  await feeds().first().getByText('This community is private. Only its members can read it.').waitFor()
  const second = feeds().nth(1)
  await second.getByText('r/quiet9').waitFor()
  await second.getByText('1 gap: 1 not filled').press('Enter')
  await second.getByText('Not filled: Reddit lists only the newest 1,000 posts').waitFor()
  await second.getByText('(2 h)').waitFor()
  await sources().getByText('45 s in r/quiet45').waitFor()
  expect(await feeds().count()).toBe(20)
  // Posts that were: leads/lead.test.ts.
  await page.getByText('No posts in this project have been deleted yet.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await fits()
  await page.getByRole('button', { name: 'Next page' }).press('Enter')
  await expect.poll(() => feeds().getByText('r/quiet20', { exact: false }).count()).toBeGreaterThan(0)
  // A community missing in the sample data is not an error.
  const feed = feeds().filter({ hasText: 'r/quiet8' })
  await expect.poll(async () => (await feed.count()) || page.getByRole('button', { name: 'Next page' }).click()).toBe(1)
  await feed.getByText('Not in sample data').waitFor()
  await feed.getByText('The sample data has no community with this name').waitFor()
})

/** Returns the error of the sample data as the server's answers have it. */
async function knownError(): Promise<string | null> {
  const { data } = await settings.ask(settings.page.context(), 'GET', `projects/${settings.project}/health`)
  return data.sources.find((each: { source: string }) => each.source === 'sandbox').error
}

test('a failing source shows since when, why, and what to do', async () => {
  const { page } = settings
  await settings.show('project/sources')
  await database.query(
    `update source_health set error = 'Reddit couldn''t be reached', failed_at = now() - interval '1 hour',
       last_success_at = now() - interval '1 hour', next_try_at = now() + interval '9 min' where source = 'sandbox'`,
  )
  const sandbox = sources().filter({ hasText: 'Sample data' })
  // The server may answer from figures that it read shortly before.
  await expect.poll(knownError).toBe("Reddit couldn't be reached")
  await page.reload()
  await sandbox.getByText('Down', { exact: true }).waitFor()
  await sandbox.getByText("It hasn't responded for 1 h.").waitFor()
  await sandbox.getByText(/Retrying in \d min/).waitFor()
  await sandbox.getByText('Sample data comes from this server. Restart the server.').waitFor()
})

test('the system status panel links to the sources', async () => {
  const { page } = settings
  await settings.show('project/keywords')
  await page.getByRole('button', { name: /^System status/ }).click()
  const panel = page.getByRole('dialog', { name: 'System status' })
  await panel.getByRole('link', { name: 'Sources' }).click()
  await page.waitForURL('**/app/settings/project/sources')
  await panel.waitFor({ state: 'detached' })
})

test("an account is connected on Reddit's page, or declined there, and reconnected once it lost its access", async () => {
  const { page } = settings
  await settings.show('project/sources')
  await page.getByText('No accounts connected.').waitFor()
  await connectButton().press('Enter')
  await page.getByRole('button', { name: /^Wilma Welder/ }).click()
  await settings.notice('Reddit account connected.').waitFor()
  const account = accounts().filter({ hasText: 'u/wilma-welds' })
  await account.getByText('Connected', { exact: true }).waitFor()
  await account.getByText(/karma on \w{3} \d{1,2}, \d{4} · on Reddit since/).waitFor()
  await account.getByText(/^Earshot can see the account's name, read posts and comments/).waitFor()
  await account.getByText(`Connected by ${settings.owner}`).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await fits()

  await database.query(`update reddit_account set state = 'signIn' where project_id = $1`, [settings.project])
  await connectButton().click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await settings.notice("You didn't give Earshot access").waitFor()
  expect(new URL(page.url()).search).toBe('')
  await account.getByText('Reddit no longer gives Earshot access to this account.').waitFor()
  await page.getByRole('button', { name: 'Reconnect u/wilma-welds' }).click()
  await page.getByRole('button', { name: /^Wilma Welder/ }).click()
  await account.getByText('Connected', { exact: true }).waitFor()
  expect(await accounts().count()).toBe(1)
})

test('members see everything but change nothing', async () => {
  await connect()
  const page = await settings.join(emailOf('mia'), 'member')
  await settings.open('project/sources', page)
  await accounts(page).getByText('u/wilma-welds').waitFor()
  await feeds(page).first().waitFor()
  expect(await connectButton(page).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Disconnect/ }).count()).toBe(0)
})

test('disconnecting asks first and explains the effect', async () => {
  const { page } = settings
  await connect()
  await settings.show('project/sources')
  await page.getByRole('button', { name: 'Disconnect u/wilma-welds' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Disconnect u/wilma-welds?' })
  await question.getByText('revokes its access on Reddit').waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await question.getByRole('button', { name: 'Disconnect' }).click()
  await settings.notice('Disconnected u/wilma-welds').waitFor()
  await page.getByText('No accounts connected.').waitFor()
})

test('programs send posts, and a lead shows where it is from', async () => {
  const { page, server } = settings
  const project = await createProject(page.context(), server)
  const url = 'https://forum.example/t/1'
  const body = 'Looking for a simple CRM to keep track of clients. Happy to pay for it.'
  const asking = { id: 1, title: 'Which simple CRM do you recommend?', body, author: 'Mara', url }
  const items = [{ ...asking, createdAt: new Date().toISOString() }, { id: 2 }]
  const sent = await settings.request(page.context(), 'POST', `items?source=Forum&project=${project}`, items)
  expect((await sent.json()).data).toMatchObject({ added: 1, refused: 1 })

  await selectProject(page, server, project)
  await settings.open('project/sources')
  const push = page.getByRole('region', { name: 'Push' })
  await push.getByText('Last received', { exact: false }).waitFor()
  await push.getByText('1 post', { exact: true }).waitFor()
  await push.getByText('1 line was refused').click()
  await push.getByText('Line 2: title and body are empty').waitFor()
  await fits()

  await goWithinApp(page, '/app/opportunities')
  await page.getByRole('link', { name: asking.title }).click({ timeout: patienceMs })
  expect(await page.getByRole('link', { name: 'Forum' }).getAttribute('href')).toBe(url)
  await page.getByRole('button', { name: 'Write a reply' }).click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('We keep ours in a list that the whole team sees.')
  await page.getByRole('button', { name: 'Copy and open on Forum' }).waitFor()
  expect(await page.getByRole('link', { name: /^Playbook/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /^Message/ }).count()).toBe(0)
  await selectProject(page, server, settings.project)
})

test('failed requests are retried in place, and an unconfigured server shows what the operator must do', async () => {
  const { page, server } = settings
  // Simulates a server without Reddit, real or fictional.
  const change = (url: string, changed: (answer: Answer) => object) =>
    page.route(url, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: changed(await response.json()) })
    })
  await change('**/api/config', (config) => ({ ...config, sources: ['archive'] }))
  await change('**/api/projects/*/health', ({ data, meta }) => ({ data: { ...data, sources: [], feeds: [] }, meta }))
  const health = /\/health$/
  await page.route(health, (route) => route.abort())
  await page.clock.install()
  await page.goto(`${server.address}/app/settings/project/sources`)
  await passTimeUntil(page.getByText("Couldn't load source status"))
  await page.getByText("You can't connect an account yet").waitFor()
  expect(await connectButton(page).count()).toBe(0)
  await retryByHand(page.getByRole('button', { name: 'Try again' }), health)
  await page.getByText('No live source is active for this project').waitFor()
  await page.getByText('No feeds yet.').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
})

interface Answer {
  data?: object
  meta?: object
}
