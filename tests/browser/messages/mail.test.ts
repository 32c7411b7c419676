import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi } from '../people.ts'
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

test('an address is linked to the person who names their account in a mail from it', async () => {
  const { server, context, project } = shell
  await callApi(context, server, 'POST', 'people', { data: { project, handle: 'mara_kiln' } })
  const { mail } = await (await page.request.get(`${server.address}/api/sandbox`)).json()
  const [sent] = await (await page.request.get(`${mail.url}.json?to=mara@kiln.example`)).json()
  const smtp = createTransport(mail.smtpUrl)
  await smtp.sendMail({
    ...{ from: 'mara@kiln.example', to: sent.from, subject: 'Re: Deskbook for two', inReplyTo: sent.messageId },
    text: 'By the way, I am u/mara_kiln on Reddit.',
  })
  smtp.close()
  await readMail()
  const [conversation] = await ask(
    server.databaseUrl,
    'select id from conversation where project_id = $1 and address = $2',
    [project, 'mara@kiln.example'],
  )
  await page.goto(`${server.address}/app/inbox-mail?conversation=${conversation?.id}`)
  await messages().getByText('By the way, I am u/mara_kiln on Reddit.').waitFor()
  const address = page.getByRole('region', { name: 'Address' })
  await address.getByText('is named in an email from this address').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await address.getByRole('button', { name: 'Link to u/mara_kiln' }).click()
  await notice('Linked to u/mara_kiln').waitFor()
  await page.getByRole('region', { name: 'Person' }).getByRole('link', { name: 'u/mara_kiln' }).waitFor()
})

test('a member decides about mails whose sending is unclear', async () => {
  const { databaseUrl, address } = shell.server
  const { mail } = await (await page.request.get(`${address}/api/sandbox`)).json()
  const told = await page.request.put(`${mail.url}/behaviour`, { data: { behaviour: 'lose', times: 2 } })
  expect(told.status()).toBe(200)
  await write('silent+1@kiln.example', 'The first one', 'Did you find a CRM?')
  await write('silent+2@kiln.example', 'The second one', 'Do you still look for one?')
  const armed = `select id from message where project_id = $1 and state = 'armed'`
  await expect.poll(async () => (await ask(databaseUrl, armed, [shell.project])).length).toBe(2)
  // Ten minutes pass, and neither mail is in the folder of sent mails.
  await ask(
    databaseUrl,
    `update message set armed_at = armed_at - interval '11 minutes' where project_id = $1 and state = 'armed'`,
    [shell.project],
  )
  await readMail()
  await messages()
    .getByText(/^The mail server didn't confirm this/)
    .waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Send again' }).click()
  await messages()
    .getByText(/^Sent /)
    .waitFor()
  const mails = await page.request.get(`${mail.url}.json?to=silent%2B2@kiln.example`)
  expect(await mails.json()).toHaveLength(2)
  await rows().getByRole('link', { name: 'silent+1@kiln.example' }).click()
  await page.getByRole('heading', { name: 'The first one' }).waitFor()
  await page.getByRole('button', { name: 'It was sent' }).click()
  await messages()
    .getByText(/^Sent /)
    .waitFor()
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
