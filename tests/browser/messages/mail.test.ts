import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { isTooWide } from '../settings-page.ts'

let shell: Shell
let page: Page
let boss: Awaited<ReturnType<typeof startBoss>>

beforeAll(async () => {
  shell = await openShell()
  page = shell.page
  const { databaseUrl } = shell.server
  // Only projects with sample data have the sandbox's mailbox. The test may run during quiet hours.
  await ask(databaseUrl, `update project set realm = 'sandbox', sources = array['sandbox'] where id = $1`, [
    shell.project,
  ])
  await ask(
    databaseUrl,
    'insert into message_settings (project_id, quiet_from, quiet_to, updated_at) values ($1, 0, 0, now())',
    [shell.project],
  )
  boss = await startBoss(databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shell?.close()
})

const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const rows = () => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const messages = () => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const field = () => page.getByRole('textbox', { name: 'Mail', exact: true })

/** Has the mailbox read now. */
async function readMail(): Promise<void> {
  await ask(shell.server.databaseUrl, 'update mailbox set due_at = now() where project_id = $1', [shell.project])
  await boss.send('mailboxes', {})
}

/** Begins a conversation with an address, and sends its first mail. */
async function write(to: string, subject: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog', { name: 'New email' })
  await dialog.getByLabel('To', { exact: true }).fill(to)
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByRole('button', { name: 'Write mail' }).click()
  await page.getByRole('heading', { name: subject }).waitFor()
  await field().fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await messages().getByText(text, { exact: true }).waitFor()
}

test('a mail is answered, answered back, and the conversation is done', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shell.server.address}/app/inbox-mail`)
  await page.getByRole('link', { name: 'Connect mailbox' }).click()
  await page.getByRole('button', { name: 'Connect a sandbox mailbox' }).click()
  const mailboxes = page.getByRole('list', { name: 'Mailboxes' }).getByRole('listitem')
  await mailboxes.getByText('Connected', { exact: true }).waitFor()
  await mailboxes.getByRole('button', { name: /^Edit / }).click()
  const settings = page.getByRole('dialog', { name: /^Edit / })
  await settings.getByLabel('Signature').fill('Grace, Deskbook')
  expect(await faultsOf(page)).toEqual([])
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await write('mara@kiln.example', 'Deskbook for two', 'You asked for a small CRM.')
  await page.getByText('Signature: Grace, Deskbook').waitFor()
  await readMail()
  await messages().getByText('Thanks for writing. Can you tell me more?').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await field().fill('Nine dollars a month.')
  await page.keyboard.press('Control+Enter')
  await expect
    .poll(() =>
      messages()
        .getByText(/^Sent /)
        .count(),
    )
    .toBe(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await notice('Marked done').waitFor()
})

test('a mail that bounces says so, and its address gets no more', async () => {
  await write('bounce@kiln.example', 'Hello', 'Are you there?')
  await readMail()
  await messages()
    .getByText(/There is no such address/)
    .waitFor()
  await page
    .getByText(/^Mail to this address came back/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog', { name: 'New email' })
  await dialog.getByLabel('To', { exact: true }).fill('bounce@kiln.example')
  await dialog.getByText(/^Mail to this address came back/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('somebody who unsubscribes by the link in a mail gets no more', async () => {
  await write('pia@kiln.example', 'A question', 'Do you still look for a CRM?')
  const { mail } = await (await page.request.get(`${shell.server.address}/api/sandbox`)).json()
  const linkSent = async () => {
    const mails = await page.request.get(`${mail.url}.json?to=pia@kiln.example`)
    return /http[^"\s\\]*\/unsubscribe\/[\w-]{43}/.exec(await mails.text())?.[0]
  }
  await expect.poll(linkSent).toBeDefined()
  const visitor = await page.context().newPage()
  await visitor.goto((await linkSent())!)
  await visitor.getByRole('button', { name: 'Unsubscribe' }).click()
  await visitor.getByRole('heading', { name: "You're unsubscribed" }).waitFor()
  expect(await faultsOf(visitor)).toEqual([])
  await visitor.close()

  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(`${shell.server.address}/app/settings/project/mailboxes`)
  const suppressed = page.getByRole('list', { name: 'Suppressed addresses' }).getByRole('listitem')
  await suppressed.filter({ hasText: 'pia@kiln.example' }).getByText('Unsubscribed').waitFor()
  expect(await isTooWide(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`${shell.server.address}/app/inbox-mail`)
  await rows().getByRole('link', { name: 'pia@kiln.example' }).click()
  await page
    .getByRole('dialog', { name: 'Conversation' })
    .getByText('This address unsubscribed from your mail.')
    .waitFor()
  expect(await isTooWide(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])
})
