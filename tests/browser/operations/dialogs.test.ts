import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faultsAbove } from '../in-page.ts'
import { isFocused, openShell, type Shell } from '../open-shell.ts'

let shell: Shell
let database: pg.Client
beforeAll(async () => {
  shell = await openShell()
  database = new pg.Client({ connectionString: shell.server.databaseUrl })
  await database.connect()
})
afterAll(async () => {
  await database?.end()
  await shell?.close()
})
beforeEach(() => shell.show())
afterEach(async () => {
  await database.query(`delete from pgboss.job where name = 'failed'; delete from source_health`)
  await sendHealthEvent()
})

const strip = () => shell.page.getByRole('button', { name: /^System status/ })
const panel = () => shell.dialog('System status')

/** Sends an event to open screens. */
async function sendHealthEvent(): Promise<void> {
  await database.query(`insert into event (project_id, kind, created_at) values ($1, 'health', now())`, [shell.project])
}

/** Adds a backfill that failed after six tries. */
async function giveUp(): Promise<void> {
  await database.query(
    `insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
     values ('failed', jsonb_build_object('projectId', $1::text), 'backfill', 5, '{"error": "error", "code": "53100"}')`,
    [shell.project],
  )
  await sendHealthEvent()
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

describe('feedback', () => {
  test('is sent from the account menu', async () => {
    await open()
    await dialog().getByText('Problem').click()
    await words().fill('The list is empty after lunch')
    expect(await faultsAbove(shell.page)).toEqual([])
    await send().click()
    await shell.page.getByText('Feedback sent. Thank you.').waitFor()
    await dialog().waitFor({ state: 'hidden' })
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
    const own = await stored()
    expect(own).toContainEqual({ kind: 'idea', text: 'Good', page: null })
    // From the test above.
    const problem = { kind: 'problem', text: 'The list is empty after lunch', page: '/app/opportunities' }
    expect(own).toContainEqual(problem)
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
  await sendHealthEvent()
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
  await shell.start()
  await giveUp()
  await strip().getByText('Backfill failed').waitFor()
  await strip().click()
  await panel().getByText('Only project owners and admins can retry jobs.').waitFor()
  expect(await panel().getByRole('button', { name: 'Retry Backfill' }).isDisabled()).toBe(true)
  await database.query(`update member set role = 'owner' where project_id = $1`, [shell.project])
})
