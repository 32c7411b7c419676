import { createTransport } from 'nodemailer'
import { pino } from 'pino'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf, goWithinApp } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { callApi } from '../people.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
let boss: Awaited<ReturnType<typeof startBoss>> | undefined
/** How often the tests began, since the sandbox keeps all mail. */
let beginnings = 0

beforeTries(async () => {
  beginnings += 1
  shell = await openShell({ withLeads: false })
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
  boss ??= await startBoss(databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shell?.close()
})

const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const rows = () => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const messages = () => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
const mailboxes = () => page.getByRole('list', { name: 'Mailboxes' }).getByRole('listitem')
const field = () => page.getByRole('textbox', { name: 'Mail', exact: true })

/** Returns the address of somebody, whose name says how they treat mail (sandbox/mail/people.ts). */
const at = (name: string) => `${name}+${beginnings}@kiln.example`

/** Has the mailbox read until this is shown. A reading that was underway sets when it is read again. */
async function readUntil(place: Locator): Promise<void> {
  const isShown = async () => {
    await ask(shell.server.databaseUrl, 'update mailbox set due_at = now() where project_id = $1', [shell.project])
    await boss?.send('mailboxes', {})
    return place.count()
  }
  await expect.poll(isShown, { interval: 500 }).toBeGreaterThan(0)
}

/** Opens the conversations, with a mailbox. */
async function openMail(): Promise<void> {
  const { databaseUrl, address } = shell.server
  if (await page.getByRole('button', { name: 'New email' }).isVisible()) return
  await page.setViewportSize({ width: 1440, height: 900 })
  if ((await ask(databaseUrl, 'select from mailbox where project_id = $1', [shell.project])).length === 0) {
    await page.goto(`${address}/app/settings/project/mailboxes`)
    await connectMailbox()
  }
  await page.goto(`${address}/app/inbox-mail`)
  await page.getByRole('button', { name: 'New email' }).waitFor()
}

async function connectMailbox(): Promise<void> {
  await page.getByRole('button', { name: 'Connect a sandbox mailbox' }).click()
  await mailboxes().getByText('Connected', { exact: true }).waitFor()
}

/** Returns the conversation with an address, if any. */
async function conversationWith(address: string): Promise<string | undefined> {
  const [row] = await ask<{ id: string }>(
    shell.server.databaseUrl,
    'select id from conversation where project_id = $1 and address = $2',
    [shell.project, address],
  )
  return row?.id
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
  // Not by pointer: a notice may cover the button for some seconds.
  await page.getByRole('button', { name: 'Send' }).press('Enter')
  await messages().getByText(text, { exact: true }).waitFor()
}

test('a mail is answered, answered back, and the conversation is done', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${shell.server.address}/app/inbox-mail`)
  await page.getByRole('link', { name: 'Connect mailbox' }).click()
  await connectMailbox()
  await mailboxes()
    .getByRole('button', { name: /^Edit / })
    .click()
  const settings = page.getByRole('dialog', { name: /^Edit / })
  await settings.getByLabel('Signature').fill('Grace, Deskbook')
  expect(await faultsAbove(page)).toEqual([])
  await settings.getByRole('button', { name: 'Save' }).click()
  await settings.waitFor({ state: 'hidden' })

  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await write(at('mara'), 'Deskbook for two', 'You asked for a small CRM.')
  await page.getByText('Signature: Grace, Deskbook').waitFor()
  await readUntil(messages().getByText('Thanks for writing. Can you tell me more?'))
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
  if (!(await conversationWith(at('mara')))) {
    await openMail()
    await write(at('mara'), 'Deskbook for two', 'You asked for a small CRM.')
  }
  await callApi(context, server, 'POST', 'people', { data: { project, handle: 'mara_kiln' } })
  const { mail } = await (await page.request.get(`${server.address}/api/sandbox`)).json()
  const [sent] = await (await page.request.get(`${mail.url}.json?to=${encodeURIComponent(at('mara'))}`)).json()
  const smtp = createTransport(mail.smtpUrl)
  await smtp.sendMail({
    ...{ from: at('mara'), to: sent.from, subject: 'Re: Deskbook for two', inReplyTo: sent.messageId },
    text: 'By the way, I am u/mara_kiln on Reddit.',
  })
  smtp.close()
  await shell.visit(`/app/inbox-mail?conversation=${await conversationWith(at('mara'))}`)
  await readUntil(messages().getByText('By the way, I am u/mara_kiln on Reddit.'))
  const address = page.getByRole('region', { name: 'Address' })
  await address.getByText('is named in an email from this address').waitFor()
  await address.getByRole('button', { name: 'Link to u/mara_kiln' }).click()
  await notice('Linked to u/mara_kiln').waitFor()
  await page.getByRole('region', { name: 'Person' }).getByRole('link', { name: 'u/mara_kiln' }).waitFor()
})

test('a member decides about mails whose sending is unclear', async () => {
  const { databaseUrl, address } = shell.server
  await openMail()
  const { mail } = await (await page.request.get(`${address}/api/sandbox`)).json()
  const told = await page.request.put(`${mail.url}/behaviour`, { data: { behaviour: 'lose', times: 1 } })
  expect(told.status()).toBe(200)
  await write(at('silent'), 'Your question', 'Do you still look for a CRM?')
  const armed = `select id from message where project_id = $1 and state = 'armed'`
  await expect.poll(async () => (await ask(databaseUrl, armed, [shell.project])).length).toBe(1)
  // Ten minutes pass, and the mail is not in the folder of sent mails.
  await ask(
    databaseUrl,
    `update message set armed_at = armed_at - interval '11 minutes' where project_id = $1 and state = 'armed'`,
    [shell.project],
  )
  await readUntil(messages().getByText(/^The mail server didn't confirm this/))
  await page.getByRole('button', { name: 'It was sent' }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await messages()
    .getByText(/^Sent /)
    .waitFor()
  const mails = await page.request.get(`${mail.url}.json?to=${encodeURIComponent(at('silent'))}`)
  expect(await mails.json()).toHaveLength(2)
})

test('a mail that bounces says so, and its address gets no more', async () => {
  await openMail()
  await write(at('bounce'), 'Hello', 'Are you there?')
  await readUntil(messages().getByText(/There is no such address/))
  await page
    .getByText(/^Mail to this address came back/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'New email' }).click()
  const dialog = page.getByRole('dialog', { name: 'New email' })
  await dialog.getByLabel('To', { exact: true }).fill(at('bounce'))
  await dialog.getByText(/^Mail to this address came back/).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('somebody who unsubscribes by the link in a mail gets no more', async () => {
  await openMail()
  await write(at('pia'), 'A question', 'Do you still look for a CRM?')
  const { mail } = await (await page.request.get(`${shell.server.address}/api/sandbox`)).json()
  const linkSent = async () => {
    const mails = await page.request.get(`${mail.url}.json?to=${encodeURIComponent(at('pia'))}`)
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
  await goWithinApp(page, '/app/settings/project/mailboxes')
  const suppressed = page.getByRole('list', { name: 'Suppressed addresses' }).getByRole('listitem')
  await suppressed
    .filter({ hasText: at('pia') })
    .getByText('Unsubscribed')
    .waitFor()
  expect(await isTooWide(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])
  await goWithinApp(page, '/app/inbox-mail')
  await rows()
    .getByRole('link', { name: at('pia') })
    .click()
  await page
    .getByRole('dialog', { name: 'Conversation' })
    .getByText('This address unsubscribed from your mail.')
    .waitFor()
  expect(await isTooWide(page)).toBe(false)
})
