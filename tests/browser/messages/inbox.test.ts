import { pino } from 'pino'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { ask } from '../../support/databases.ts'
import { faultsAbove, faultsOf } from '../in-page.ts'
import { openShell, type Shell } from '../open-shell.ts'
import { addMember, callApi, connectReddit, emailOf, register } from '../people.ts'
import { addSampleLead } from '../sample-lead.ts'
import { isTooWide } from '../settings-page.ts'
import { beforeTries } from '../tries.ts'

let shell: Shell
let page: Page
let project: string
let lead: string
let boss: Awaited<ReturnType<typeof startBoss>> | undefined

/** The account that writes. A second try has another one, since the sandbox keeps the messages of the first. */
let writer: { login: string; person: string }

/** An account of the sandbox that answers only when it is told to. */
const author = 'uma-unsure'
const invitation = 'Feel free to DM me if you know one.'

beforeTries(async () => {
  writer = writer ? { login: 'brunobakes', person: 'bruno' } : { login: 'wilma-welds', person: 'wilma' }
  shell = await openShell()
  page = shell.page
  const { server } = shell
  project = shell.project
  const body = `We are two people and lose track of clients. ${invitation}`
  lead = await addSampleLead(server, project, { id: 'inbox1', title: 'Which CRM for two people?', author, body })
  await connectReddit(shell.context, server, project, writer.person)
  boss ??= await startBoss(server.databaseUrl, { poolSize: 1, supervise: false, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await boss?.stop({ graceful: false })
  await shell?.close()
})

const open = (path: string) => shell.visit(`/app/${path}`)
const notice = (text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text, { exact: true })
const rows = () => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const field = () => page.getByRole('textbox', { name: 'Message', exact: true })
const messages = () => page.getByRole('list', { name: 'Messages' }).getByRole('listitem')

async function tell(what: string, data: object): Promise<{ name: string }> {
  const { reddit } = await (await page.request.get(`${shell.server.address}/api/sandbox`)).json()
  const answer = await page.request.put(`${reddit.url}/control/${what}`, { data })
  expect(answer.status()).toBe(200)
  return answer.json()
}

/** Lets a person of the sandbox write to another, and has the inbox read until it is there. */
async function receive(text: string): Promise<void> {
  await tell('messages', { from: author, to: writer.login, subject: 'CRM', body: text })
  const { databaseUrl } = shell.server
  // A reading that was underway may have missed it, and sets when the inbox is read again.
  const isReceived = async () => {
    await ask(databaseUrl, 'update reddit_account set inbox_due_at = now() where project_id = $1', [project])
    await boss?.send('inboxes', {})
    return ask(databaseUrl, 'select from message where project_id = $1 and text = $2', [project, text])
  }
  await expect.poll(isReceived, { interval: 500 }).toHaveLength(1)
}

/** Lets the account write at any hour, unless the first test did. */
async function allowMessages(): Promise<void> {
  await ask(
    shell.server.databaseUrl,
    `insert into message_settings (project_id, mode, quiet_from, quiet_to, hourly_most, updated_at)
     values ($1, 'assisted', 0, 0, 30, now()) on conflict (project_id) do nothing`,
    [project],
  )
}

/** Opens the conversation with the author of the lead, whom nobody has written to. */
async function beginConversation(): Promise<void> {
  await open(`opportunities?lead=${lead}`)
  await page.getByRole('button', { name: 'Message the author' }).click()
  const dialog = page.getByRole('dialog', { name: 'Message the author' })
  await dialog.getByText(invitation).waitFor()
  await dialog.getByText(`It is sent as u/${writer.login}.`).waitFor()
  expect(await faultsAbove(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Write message' }).click()
  await page.waitForURL('**/app/inbox?conversation=*')
}

/** Opens the inbox with a conversation that waits for an answer, which the second test leaves. */
async function openInbox(): Promise<void> {
  const waiting = `select from message where project_id = $1 and text = 'Does it work on a phone?'`
  if ((await ask(shell.server.databaseUrl, waiting, [project])).length === 0) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await allowMessages()
    await beginConversation()
    await field().fill('I work on Deskbook, a small CRM.')
    await page.getByRole('button', { name: 'Send' }).click()
    await messages()
      .getByText(/^Sent .*/)
      .waitFor()
    await receive('Does it work on a phone?')
    // Loaded anew: in the open list, a conversation that came meanwhile waits behind a button.
    await page.reload()
  }
  await open('inbox')
  await rows().first().waitFor()
}

test('how messages leave is chosen, and stopped', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open('settings/project/messages')
  await page.getByRole('radio', { name: /^Automatic/ }).click()
  const agreement = page.getByRole('dialog', { name: 'Turn on automatic messages' })
  await agreement.getByRole('button', { name: 'Turn on' }).click()
  await agreement.getByText('Agree to the rules first').waitFor()
  await agreement.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('radio', { name: /^Assisted/ }).click()
  await expect.poll(() => page.getByRole('radio', { name: /^Assisted/ }).isChecked()).toBe(true)
  await page.getByLabel('Messages per hour').fill('31')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Enter a number from 1 to 30').waitFor()
  await page.getByLabel('Messages per hour').fill('30')
  // The test may run during quiet hours.
  await page.getByRole('combobox', { name: 'No first messages from' }).click()
  await page.getByRole('option', { name: '08:00' }).click()
  await page.getByRole('button', { name: 'Save limits' }).click()
  await notice('Limits saved').waitFor()

  await page.getByRole('button', { name: 'Stop sending' }).click()
  await page.getByRole('heading', { name: 'Sending is stopped' }).waitFor()
  await page.getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('region', { name: 'Sending is stopped' }).getByRole('link', { name: 'Open settings' }).click()
  await page.getByRole('button', { name: 'Resume sending' }).click()
  await page.getByRole('heading', { name: 'Stop sending' }).waitFor()
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await isTooWide(page)).toBe(false)
  expect(await faultsOf(page)).toEqual([])
})

test('an invitation leads to a message, an answer, and a conversation that is done', async () => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await allowMessages()
  await beginConversation()
  await field().fill('I work on Deskbook, a small CRM.')
  await page.getByText('Saved as your draft.').waitFor()
  await page.reload()
  await expect.poll(() => field().inputValue()).toBe('I work on Deskbook, a small CRM.')
  await page.getByRole('button', { name: 'Send' }).click()
  await messages()
    .getByText(/^Sent .*/)
    .waitFor()

  await receive('Sure, what does it cost?')
  await messages().getByText('Sure, what does it cost?').waitFor()
  await rows().getByText('Sure, what does it cost?').waitFor()

  // Keys answer, finish, and undo.
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('r')
  await page.keyboard.type('Nine dollars a month.')
  await page.keyboard.press('Control+Enter')
  await messages().getByText('Nine dollars a month.').waitFor()
  await expect
    .poll(() =>
      messages()
        .getByText(/^Sent .*/)
        .count(),
    )
    .toBe(2)
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await notice('Marked done').waitFor()
  await page.keyboard.press('u')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Done' }).click()
  await rows()
    .getByRole('link', { name: `u/${author}` })
    .waitFor()

  // What arrives reopens it, and is found by its words.
  await receive('Does it work on a phone?')
  // A list that is open already would hold it back until asked to show it.
  await page.getByRole('link', { name: /^Unread/ }).click()
  await rows().getByText('Does it work on a phone?').waitFor()
  await page.getByRole('searchbox').fill('on a phone')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('on a phone')
  await rows()
    .getByRole('link', { name: `u/${author}` })
    .waitFor()
})

test('a conversation says who else writes and who has answered, and asks before a second answer is sent', async () => {
  const { server } = shell
  const email = emailOf('ben')
  const ben = await shell.context.browser()!.newContext()
  await register(ben, server, email)
  await addMember(server, project, email, 'member')
  await openInbox()
  await rows()
    .getByRole('link', { name: `u/${author}` })
    .click()
  await page.waitForURL('**conversation=*')
  const conversation = new URL(page.url()).searchParams.get('conversation')
  await field().fill('Yes, in any browser.')
  await page.getByText('Saved as your draft.').waitFor()
  const others = page.getByRole('list', { name: 'Others in this conversation' })
  const answer = { project, conversation, text: 'It does, and offline too.' }
  const { data: draft } = await callApi(ben, server, 'POST', 'messages', { data: { ...answer, state: 'draft' } })
  await others.getByText(`${email} is writing an answer.`).waitFor()
  await callApi(ben, server, 'PUT', `messages/${draft.id}`, { data: { state: 'queued' } })
  await ben.close()
  await others.getByText(new RegExp(`^${email} answered `)).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await field().press('Control+Enter')
  await page.getByRole('button', { name: 'Send anyway' }).waitFor()
  expect(await field().inputValue()).toBe('Yes, in any browser.')
  await page.getByRole('button', { name: 'Send anyway' }).click()
  await messages().getByText('Yes, in any browser.').waitFor()
})

test('a reply is posted from the panel of a lead, which is then replied', async () => {
  const title = 'Which CRM for a bakery?'
  await page.setViewportSize({ width: 1440, height: 900 })
  await allowMessages()
  const { name } = await tell('posts', { subreddit: 'smallbusiness', author, title, body: 'Which one do you use?' })
  const asked = await addSampleLead(shell.server, project, { id: name.slice(3), title, author })
  await open(`opportunities?lead=${asked}`)
  const panel = page.getByRole('region', { name: 'Reply', exact: true })
  await panel.getByRole('button', { name: 'Write a reply' }).click()
  await panel.getByRole('textbox', { name: 'Your reply' }).fill('A sheet does it at first.')
  await panel.getByRole('button', { name: 'Copy and open on Reddit' }).waitFor()
  await panel.getByRole('button', { name: `Send from u/${writer.login}` }).click()
  const posted = page.getByRole('region', { name: 'Your reply' })
  await posted.getByText('A sheet does it at first.').waitFor()
  expect(await posted.getByRole('link', { name: /Reddit/ }).getAttribute('href')).toContain(
    `/comments/${name.slice(3)}/`,
  )
})

test('on a phone, one pane is shown at a time', async () => {
  await openInbox()
  await page.setViewportSize({ width: 375, height: 740 })
  expect(await isTooWide(page)).toBe(false)
  await rows()
    .filter({ hasText: /in any browser|offline too|on a phone/ })
    .getByRole('link', { name: `u/${author}` })
    .click()
  const conversation = page.getByRole('dialog', { name: 'Conversation' })
  await conversation.getByText('Does it work on a phone?').waitFor()
  await conversation.getByRole('button', { name: 'Details' }).click()
  const details = page.getByRole('dialog', { name: 'Details' })
  await details.getByRole('switch', { name: 'Do not contact' }).click()
  await details.getByRole('button', { name: 'Close' }).click()
  await conversation.getByText(`u/${author} asked not to be contacted`).waitFor()
  expect(await isTooWide(page)).toBe(false)
  await conversation.getByRole('button', { name: 'Inbox' }).click()
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
})
