import { writeFileSync } from 'node:fs'
import pg from 'pg'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announceTo } from '../announcements.ts'
import { faultsAbove, goWithinApp } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'
import { callApi, password, uploadFor } from '../people.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let database: pg.Client
/** Two browsers of one user. The first has two tabs. */
let desk: BrowserContext
let phone: BrowserContext
let page: Page
let beside: Page
let far: Page

beforeTries(async () => {
  shell = await openShell()
  desk = shell.context
  page = shell.page
  phone = await desk.browser()!.newContext({ viewport: { width: 1440, height: 900 } })
  far = await phone.newPage()
  beside = await desk.newPage()
  await beside.setViewportSize({ width: 1440, height: 900 })
})
beforeAll(async () => {
  database = new pg.Client({ connectionString: shell.server.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await shell?.close()
})

const strip = () => shell.page.getByRole('button', { name: /^System status/ })
const panel = () => shell.dialog('System status')

/** Adds a backfill that failed after six tries. */
async function giveUp(): Promise<void> {
  await database.query(
    `insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
     values ('failed', jsonb_build_object('projectId', $1::text), 'backfill', 5, '{"error": "error", "code": "53100"}')`,
    [shell.project],
  )
  await announceTo(shell.server, shell.project, 'health')
}

const dialog = () => shell.dialog('Send feedback')
const words = () => dialog().getByRole('textbox', { name: 'Your feedback' })
const send = () => dialog().getByRole('button', { name: 'Send feedback', exact: true })

async function open(): Promise<void> {
  await shell.page.getByRole('button', { name: /^Account: / }).click()
  await shell.page.getByRole('menuitem', { name: 'Send feedback' }).click()
  await dialog().waitFor()
}

/** Returns the feedback that is stored for the operator. The command that prints it: send-feedback.db.test.ts. */
async function stored(): Promise<object[]> {
  const { rows } = await database.query(
    'select kind, text, page from feedback where user_id = (select id from "user" where email = $1)',
    [shell.email],
  )
  return rows
}

/** Shows a page of the app, in a loaded app if there is one. */
async function show(where: Page, path: string): Promise<void> {
  if (where.url().startsWith(`${shell.server.address}/app/`)) await goWithinApp(where, path)
  else await where.goto(shell.server.address + path)
}

function rowsOf(where: Page) {
  return where.getByRole('list', { name: 'Opportunities' }).getByRole('listitem')
}

/** Waits until the server has this many open streams. */
async function expectStreams(count: number): Promise<void> {
  const open = async () => {
    const metrics = await (await fetch(`${shell.server.address}/api/metrics`)).text()
    return Number(/^earshot_event_streams (\d+)$/m.exec(metrics)?.[1])
  }
  await expect.poll(open).toBe(count)
}

let comments = 0

/**
 * Imports a comment that becomes a lead. It is too short to be a duplicate of the ones before. Returns its author.
 */
async function importLead(): Promise<string> {
  comments += 1
  const author = `late_${comments}`
  const body = `Can anyone recommend a simple CRM cheaper than HubSpot? I keep losing track of my ${comments} clients.`
  const file = shell.path(`${author}.ndjson`)
  writeFileSync(
    file,
    JSON.stringify({ id: author.replace('_', ''), kind: 'comment', subreddit: 'smallbusiness', author, body }),
  )
  await uploadFor(desk, shell.server, shell.project, file)
  return author
}

/** Returns the creation time of the newest lead, in ms. */
async function newestLeadAt(): Promise<number> {
  const answer = await desk.request.get(
    `${shell.server.address}/api/opportunities?sort=createdAt:desc&pagination[pageSize]=1`,
  )
  return Date.parse((await answer.json()).data[0].createdAt)
}

const newLeadsButton = (where: Page) => where.getByRole('button', { name: /^Show \d+ new leads?$/ })

/** Returns the number on the button for new leads, or 0 without a button. */
async function newLeads(where: Page): Promise<number> {
  const [text = '0'] = await newLeadsButton(where).allTextContents()
  return Number.parseInt(text.replace(/\D+/, ''), 10)
}

describe('feedback', () => {
  beforeEach(() => shell.show())

  test('is sent from the account menu', async () => {
    await open()
    await dialog().getByText('Problem').click()
    await words().fill('The list is empty after lunch')
    expect(await faultsAbove(shell.page)).toEqual([])
    await send().click()
    await shell.page.getByText('Feedback sent. Thank you.').waitFor()
    await dialog().waitFor({ state: 'hidden' })
    const problem = { kind: 'problem', text: 'The list is empty after lunch', page: '/app/opportunities' }
    expect(await stored()).toContainEqual(problem)
    await open()
    expect(await words().inputValue()).toBe('')
    await shell.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'hidden' })
  })

  test('is sent by keyboard from the palette, optionally without the page, and stored for the operator', async () => {
    await shell.openPalette()
    await shell.page.keyboard.type('feedback')
    await shell.page.keyboard.press('Enter')
    await words().fill('Good')
    await dialog().getByRole('checkbox').uncheck()
    await send().press('Enter')
    await dialog().waitFor({ state: 'hidden' })
    expect(await stored()).toContainEqual({ kind: 'idea', text: 'Good', page: null })
  })

  test('without text shows an error at the field and is not sent', async () => {
    await open()
    await words().fill('   ')
    await send().click()
    await dialog().getByText('Enter your feedback').waitFor()
    await expect.poll(() => isFocused(words())).toBe(true)
    await words().fill('')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
  })

  test('that could not be sent keeps its text, and can be sent again', async () => {
    await shell.context.setOffline(false)
    await open()
    await words().fill('Sent from a train')
    await shell.context.setOffline(true)
    await send().click()
    await dialog()
      .getByText(/Couldn't reach the server/)
      .waitFor()
    expect(await words().inputValue()).toBe('Sent from a train')
    await dialog().getByRole('button', { name: 'Cancel' }).click()
    await dialog().waitFor({ state: 'hidden' })
    await shell.context.setOffline(false)
    await open()
    expect(await words().inputValue()).toBe('Sent from a train')
    await send().click()
    await dialog().waitFor({ state: 'hidden' })
  })
})

describe('the system status', () => {
  beforeEach(() => shell.show())
  afterEach(async () => {
    await database.query(`delete from pgboss.job where name = 'failed'; delete from source_health`)
    await announceTo(shell.server, shell.project, 'health')
  })

  test('a healthy system shows one quiet line, and the panel shows the sources', async () => {
    await strip().getByText('No live source').waitFor()
    await strip().click()
    await panel().getByText('No live source is connected').waitFor()
    expect(await panel().getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Sources'])
    await shell.page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(strip())).toBe(true)
  })

  test('a failed job turns the line red immediately, and a retry clears it', async () => {
    await strip().getByText('No live source').waitFor()
    await giveUp()
    await strip().getByText('Backfill failed: The disk is full').waitFor()
    await strip().click()
    const failed = panel().getByRole('list', { name: 'Failed' }).getByRole('listitem')
    await failed.getByText(/^1 job, tried 6 times, failed \d+ s ago$/).waitFor()
    expect(await faultsAbove(shell.page)).toEqual([])
    await failed.getByRole('button', { name: 'Retry Backfill' }).click()
    await shell.page.getByText('Retrying 1 job').waitFor()
    await failed.waitFor({ state: 'detached' })
    await shell.page.keyboard.press('Escape')
    await strip().getByText('No live source').waitFor()
    const { rows } = await database.query(
      `select action from audit_entry where action = 'jobs.retry' and project_id = $1`,
      [shell.project],
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  test('a failing source is named with its next retry', async () => {
    await database.query(
      `insert into source_health (source, last_success_at, newest_posted_at, error, failed_at, next_try_at, updated_at)
       values ('Reddit RSS', now() - interval '4 min', now() - interval '5 min', 'Reddit asks for patience', now(),
         now() + interval '10 min', now())`,
    )
    await announceTo(shell.server, shell.project, 'health')
    await strip()
      .getByText(/^No posts from Reddit RSS for 4 min: Reddit asks for patience; retries in \d+ min$/)
      .waitFor()
    await strip().click()
    await panel().getByText('Not working').waitFor()
    await panel()
      .getByText(/last response 4 min ago · newest post 5 min old/)
      .waitFor()
    await shell.page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
  })

  test('members see the failure, but cannot retry it', async () => {
    await database.query(`update member set role = 'member' where project_id = $1`, [shell.project])
    await announceTo(shell.server, shell.project, 'project')
    await giveUp()
    await strip().getByText('Backfill failed').waitFor()
    await strip().click()
    await panel().getByText('Only project owners and admins can retry jobs.').waitFor()
    expect(await panel().getByRole('button', { name: 'Retry Backfill' }).isDisabled()).toBe(true)
    await shell.page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await database.query(`update member set role = 'owner' where project_id = $1`, [shell.project])
    await announceTo(shell.server, shell.project, 'project')
  })
})

describe('live updates', () => {
  beforeEach(async () => {
    if (far.url() === 'about:blank')
      await callApi(phone, shell.server, 'POST', 'auth/local', { identifier: shell.email, password })
    for (const each of [page, beside, far]) {
      await show(each, '/app/opportunities')
      await rowsOf(each).first().waitFor()
      // What arrived in the test before.
      await expect
        .poll(async () => {
          const waiting = await newLeads(each)
          if (waiting > 0) await newLeadsButton(each).click()
          return waiting
        })
        .toBe(0)
    }
    await expectStreams(2)
  })

  test('two tabs of a browser share one stream, which survives closing either', async () => {
    await page.close()
    await expectStreams(2)
    // The other tab opens the stream that the closed one shared.
    await phone.setOffline(true)
    const author = await importLead()
    const before = await rowsOf(beside).count()
    await expect.poll(() => newLeads(beside), { interval: 50 }).toBe(1)
    const seenAt = Date.now()
    // Much sooner than the polling interval of the screens.
    expect(seenAt - (await newestLeadAt())).toBeLessThan(15_000)
    // What a browser misses while it is offline is delivered afterwards.
    expect(await newLeads(far)).toBe(0)
    await phone.setOffline(false)
    await expect.poll(() => newLeads(far)).toBe(1)
    expect(await rowsOf(beside).count()).toBe(before)
    await beside.getByRole('button', { name: 'Show 1 new lead', exact: true }).click()
    await rowsOf(beside)
      .getByRole('link', { name: `Comment by u/${author}` })
      .waitFor()
    page = await desk.newPage()
    await page.goto(`${shell.server.address}/app/opportunities`)
    await rowsOf(page).first().waitFor()
    await expectStreams(2)
  })

  test('a decision in one browser updates the rows of all others in place', async () => {
    const titles = await rowsOf(beside).getByRole('heading').allTextContents()
    const second = rowsOf(far).nth(1)
    await second.getByRole('link').click()
    const title = await second.getByRole('heading').textContent()
    await far.keyboard.press('x')
    await far.getByRole('menu').waitFor()
    await far.keyboard.press('2')
    for (const each of [page, beside]) {
      const row = rowsOf(each).filter({ hasText: title! })
      await row.getByText(`Rejected by ${shell.email}`).waitFor()
      expect(await rowsOf(each).getByRole('heading').allTextContents()).toEqual(titles)
    }
    await far.getByRole('button', { name: 'Undo' }).first().click()
    await page.getByText(`Rejected by ${shell.email}`).waitFor({ state: 'detached' })
  })

  test('a watchlist change shows its new keyword in other browsers', async () => {
    await show(far, '/app/settings/project/keywords')
    await far.getByRole('list', { name: 'Keywords' }).waitFor()
    await show(page, '/app/settings/project/keywords')
    await page.getByLabel('Add keywords').fill('overdue quotes')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await far.getByRole('list', { name: 'Keywords' }).getByText('overdue quotes').waitFor()
  })

  test('signing out in one tab signs out the other and ends the stream, but not other browsers', async () => {
    await show(page, '/app/settings/account/main')
    await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(`${shell.server.address}/`)
    await beside.waitForURL('**/auth/login')
    await expectStreams(1)
    expect(new URL(far.url()).pathname).toBe('/app/opportunities')
  })
})
