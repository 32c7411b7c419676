import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { community } from '#sandbox/community/community.ts'
import { ask } from '../../support/databases.ts'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { testPatienceMs } from '../patience.ts'
import { callApi, connectReddit } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { isTooWide } from '../settings-page.ts'

/** A busy machine may lose an answer of Reddit several times, and each is waited for. In ms. */
const waitMs = 600_000

let shell: Shell
let page: Page
let boss: Awaited<ReturnType<typeof startBoss>>

/** People of the sandbox: two whom the first campaign writes to, and 200 others. */
const people = community('earshot')
  .people.filter(({ createdAt }) => createdAt < Date.UTC(2026, 0, 1))
  .slice(-202)
  .map(({ name }) => name)
const [authors, names] = [people.slice(0, 2), people.slice(2)]

beforeAll(async () => {
  shell = await openShell({ withLeads: false })
  page = shell.page
  boss = await startBoss(shell.server.databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shell?.close()
})

/** Tells the sandbox something. */
async function tell(what: string, data: object): Promise<void> {
  const { reddit } = await (await page.request.get(`${shell.server.address}/api/sandbox`)).json()
  expect((await page.request.put(`${reddit.url}/control/${what}`, { data })).status()).toBe(200)
}

test('a campaign is written, previewed on real people, started, sent, and paused', async () => {
  const { server, context, project } = shell
  for (const [index, author] of authors.entries()) {
    const body = 'We lose track of clients. Feel free to DM me.'
    const lead = await addSampleLead(server, project, { id: `camp${index}`, title: 'Which CRM?', author, body })
    await callApi(context, server, 'PUT', `opportunities/${lead}/outreach`)
  }
  await callApi(context, server, 'POST', 'people', { data: { project, handle: 'nils_new' } })
  // The accounts of the sandbox, without polling its posts meanwhile. A real post, such as another file imported, would
  // end the sandbox of the project.
  await ask(server.databaseUrl, `update project set sources = array['reddit-rss'] where id = $1`, [project])
  await page.setViewportSize({ width: 1440, height: 900 })
  // Other files send as Wilma, and the limits of an account count what it sent in any project.
  await connectReddit(context, server, project, 'bruno')
  // The test may run during quiet hours.
  const settings = { mode: 'automatic', agrees: true, quietFrom: 0, quietTo: 0 }
  await callApi(context, server, 'PUT', `projects/${project}/message-settings`, { data: settings })
  await shell.visit('/app/inbox')
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'New campaign' }).click()
  await page.getByLabel('Name').fill('Welders')
  const first = page.getByRole('region', { name: 'Message 1' })
  await first.getByLabel('Text').fill('Hi {autor}')
  await page.getByRole('button', { name: 'Save campaign' }).click()
  await first.getByText("The variable {autor} doesn't exist").waitFor()
  await first.getByLabel('Text').fill('About your post in ')
  await first.getByRole('button', { name: '{subreddit}' }).click()
  await page.getByRole('button', { name: 'Save campaign' }).click()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('2 people are in the audience.').waitFor()
  await preview.getByText("1 didn't invite messages or write first").waitFor()
  expect(await preview.getByText('About your post in r/smallbusiness').count()).toBe(2)
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Start campaign' }).click()
  const summary = page.getByRole('dialog', { name: 'Start campaign' })
  await summary.getByText('2 people would get the same text').waitFor()
  await summary.getByRole('button', { name: 'Start campaign' }).click()
  const written = page.getByRole('list', { name: 'People' })
  await written.getByText(`u/${authors[0]}`).waitFor()
  await boss.send('campaigns', {})
  const sent = `select 1 from message where project_id = $1 and state in ('sent', 'confirmed')`
  await expect.poll(async () => (await ask(server.databaseUrl, sent, [project])).length).toBeGreaterThan(0)
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await isTooWide(page)).toBe(false)
  await page.getByRole('button', { name: 'Pause campaign' }).click()
  await page.getByRole('button', { name: 'Resume campaign' }).waitFor()
})

test('a campaign of 200 people reaches whoever can be reached, and says why others are not', {
  timeout: waitMs + testPatienceMs,
}, async () => {
  const { server, project } = shell
  const run = (statement: string, values: unknown[] = [project]) => ask(server.databaseUrl, statement, values)
  // An open page would load its counts again with each message.
  await page.goto('about:blank')

  const invited = names.slice(0, 12)
  const [chat, trusted, blocking, suspended, left] = invited
  await tell(`people/${chat}`, { messages: 'chat' })
  await tell(`people/${trusted}`, { messages: 'trusted' })
  await tell('responses', { from: blocking, to: 'brunobakes', does: 'block' })
  await tell(`people/${suspended}`, { standing: 'suspended' })
  await tell(`people/${left}`, { standing: 'left' })
  await run(
    `with p as (
       insert into person (project_id, id, handle, stage, stage_since, tags, created_at, updated_at)
       select $1, gen_random_uuid(), name, 'new', now(), '{crowd}', now(), now() from unnest($2::text[]) name
       returning id, handle
     ), i as (
       insert into invitation (project_id, id, person_id, quote, permalink, outside_name, created_at, updated_at)
       select $1, gen_random_uuid(), id, 'DM me', '/r/home_of_' || handle || '/comments/1/', 't3_1', now(), now() from p
       where handle = any ($3)
     ), s as (
       update message_settings set hourly_most = 8, daily_most = 500, quiet_from = 0, quiet_to = 0 where project_id = $1
     ), m as (
       -- The account has been sending for a year.
       insert into sending (id, client_id, subject, realm, owner_id, kind, first_to, text_digest, counted_on, sent_at)
       select a.id, a.client_id, a.subject, a.realm, a.connected_by, 'message', sha256('somebody'), 'x',
         now() - interval '400 days', now() - interval '400 days' from reddit_account a where a.project_id = $1
     )
     insert into campaign (project_id, id, name, state, steps, stages, tags, per_day, created_at, updated_at)
     values ($1, gen_random_uuid(), 'Crowd', 'active', '[{"text": "About your post in {subreddit}", "waitDays": 0}]',
       '{new}', '{crowd}', 8, now(), now())`,
    [project, names, invited],
  )
  await run(`update reddit_account set karma = 5000, joined_at = now() - interval '400 days' where project_id = $1`)

  /**
   * Moves what the account sent an hour, and the days of the campaign a day, into the past. The account's limits count
   * what it sent in any project, so earlier files count too.
   */
  const passTime = async () => {
    await run(`update sending s set sent_at = s.sent_at - interval '61 minutes' from reddit_account a
      where a.project_id = $1 and (s.client_id, s.subject) = (a.client_id, a.subject)`)
    await run('update campaign_message set queued_on = queued_on - 1 where project_id = $1')
    await run(`update campaign_person set next_at = now() where project_id = $1 and state = 'waiting'`)
    await run(`update message set due_at = now() where project_id = $1 and state in ('queued', 'deferred')`)
    await boss.send('campaigns', {})
    await boss.send('messages', {})
  }
  /** Lets time pass whenever nothing can leave now. Returns how many messages ended, and how the others stand. */
  const progress = async () => {
    // Reddit's answer is missing, and no call takes this long. The account is asked now instead of in some minutes.
    await run(`update message set due_at = now() where project_id = $1 and state = 'armed' and due_at > now()
      and armed_at < now() - interval '65 seconds'`)
    const messages = await run(`select m.state, m.hold, m.reason from message m
      join campaign_message l on (l.project_id, l.message_id) = (m.project_id, m.id)
      join campaign c on (c.project_id, c.id) = (l.project_id, l.campaign_id) and c.name = 'Crowd'
      where m.project_id = $1`)
    const open = messages.filter(({ state }) => !['sent', 'confirmed', 'refused'].includes(state))
    if (!open.some(({ state }) => state === 'queued' || state === 'armed')) await passTime()
    return { ended: messages.length - open.length, open }
  }
  const allEnded = { ended: invited.length, open: [] }
  await expect.poll(progress, { timeout: waitMs, interval: 100 }).toEqual(allEnded)
  const [answering, stopping] = await run(
    `select p.handle from message m join conversation c on c.id = m.conversation_id join person p on p.id = c.person_id
     where m.project_id = $1 and 'crowd' = any (p.tags) and m.state in ('sent', 'confirmed') order by p.handle limit 2`,
  )
  await tell('responses', { from: answering?.handle, to: 'brunobakes', does: 'answer' })
  await tell('responses', { from: stopping?.handle, to: 'brunobakes', does: 'stop' })
  await run('update reddit_account set inbox_due_at = null where project_id = $1')
  await boss.send('inboxes', {})
  const written = () =>
    run(
      `select distinct p.handle from message m join conversation c on c.id = m.conversation_id
         join person p on p.id = c.person_id
       where m.project_id = $1 and m.direction = 'in' and p.handle = any ($2)`,
      [project, [answering?.handle, stopping?.handle]],
    )
  await expect.poll(async () => (await written()).length).toBe(2)
  // A job that is running already may not see what was written meanwhile.
  const stopped = async () => {
    await passTime()
    return run(`select from campaign_person where project_id = $1 and reason = 'doNotContact'`)
  }
  await expect.poll(stopped, { interval: 500 }).toHaveLength(1)
  await page.goto(`${server.address}/app/inbox`)
  await page.getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('link', { name: 'Crowd' }).click()
  const ends = page.getByText("3 don't accept messages")
  await ends.filter({ hasText: '1 asked to stop' }).waitFor()
  expect(await ends.textContent()).toMatch(/\d+ no longer on Reddit/)
  await page.getByText("188 didn't invite messages or write first").waitFor()
  await page.getByRole('list', { name: 'People' }).getByText('Answered').waitFor()
  const twice = await run(
    `select conversation_id from message where project_id = $1 and direction = 'out' group by 1 having count(*) > 1`,
  )
  expect(twice).toEqual([])
  for (const width of [1440, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await isTooWide(page)).toBe(false)
  }
  expect(await faultsOf(page)).toEqual([])
})
