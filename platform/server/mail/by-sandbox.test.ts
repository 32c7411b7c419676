import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MailServer } from '#sandbox/mail/mail-server.ts'
import { Mailbox } from '#sandbox/mail/mailbox.ts'
import type { Sandbox } from '../../contract/sandbox.ts'
import { letterOf } from './letter.ts'
import { type Message, openMailer, sandboxMailOf } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

const mailFrom = { name: 'Earshot', address: 'earshot@localhost' }
const link = 'http://localhost:3000/auth/confirm?code=abc_DEF-123'
const message: Message = {
  id: '01980000-0000-7000-8000-000000000001',
  to: 'ann@example.com',
  ...letterOf({
    subject: 'Confirm your address ✓',
    paragraphs: ['Hello Zoë.'],
    action: { label: 'Confirm', url: link },
  }),
  writtenAt: new Date('2026-11-20T12:00:00Z'),
}

let server: MailServer
beforeEach(async () => {
  server = await MailServer.open(new Mailbox(null, () => Date.UTC(2026, 10, 20, 12, 0, 5)))
})
afterEach(() => server.close())

test('the sandbox receives a mail with its recipient, text and link', async () => {
  expect(await smtpMailer(server.url, mailFrom).send(message)).toEqual({ state: 'sent' })
  const [mail] = await server.mailbox.mails('ANN@example.com')
  expect(mail).toMatchObject({
    at: new Date('2026-11-20T12:00:05Z'),
    from: 'earshot@localhost',
    to: ['ann@example.com'],
    subject: 'Confirm your address ✓',
    text: expect.stringContaining(`Confirm:\n${link}`),
    html: expect.stringContaining(`href="${link}"`),
    messageId: `<${message.id}@localhost>`,
  })
  expect(await server.mailbox.mails('ben@example.com')).toEqual([])
})

const patience = { connectMs: 500, answerMs: 500 }

test.each([
  ['refuse', { state: 'refused', reason: '550 5.1.1', isAddress: true }, 0],
  ['greylist', { state: 'later', reason: '450 4.2.0' }, 0],
  ['spam', { state: 'refused', reason: '554 5.7.1' }, 0],
  ['stall', { state: 'later', reason: expect.any(String) }, 0],
  ['mute', { state: 'unknown', reason: expect.any(String) }, 1],
  ['lose', { state: 'unknown', reason: expect.any(String) }, 1],
] as const)('a server set to %s does so once, then accepts the next mail', async (behaviour, outcome, kept) => {
  const mailer = smtpMailer(server.url, mailFrom, patience)
  server.tell({ behaviour, times: 1 })
  expect(await mailer.send(message)).toEqual(outcome)
  expect(await server.mailbox.mails(null)).toHaveLength(kept)
  expect(await mailer.send(message)).toEqual({ state: 'sent' })
})

test('a server that breaks off mid-transfer stores nothing', async () => {
  server.tell({ behaviour: 'cut', times: 1 })
  const outcome = await smtpMailer(server.url, mailFrom, patience).send(message)
  expect(outcome.state).not.toBe('sent')
  expect(await server.mailbox.mails(null)).toEqual([])
})

describe('without SMTP_URL', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'earshot-mail-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  test('mails are written to files and sent to the sandbox, and a mail the sandbox defers is retried', async () => {
    const mailer = openMailer({ smtpUrl: null, mailFrom, dataDir }, server.url)
    server.tell({ behaviour: 'greylist', times: 1 })
    expect(await mailer.send(message)).toEqual({ state: 'later', reason: '450 4.2.0' })
    expect(await mailer.send(message)).toEqual({ state: 'sent', kept: true })
    expect(existsSync(join(dataDir, 'mail', `${message.id}.eml`))).toBe(true)
    expect(await server.mailbox.mails(null)).toHaveLength(1)
  })
})

test.each([
  [null, 'http://localhost:3000', true],
  [null, 'https://leads.example.com', false],
  ['smtp://mail.example.com', 'http://localhost:3000', false],
])('with SMTP_URL %s at %s, mails go to the sandbox: %s', (smtpUrl, publicUrl, isThere) => {
  const mail = { url: 'http://127.0.0.1:4000/control/mail', smtpUrl: server.url }
  const sandbox = { mail } as Sandbox
  expect(sandboxMailOf({ smtpUrl, publicUrl }, sandbox)).toEqual(isThere ? mail : null)
  expect(sandboxMailOf({ smtpUrl, publicUrl }, null)).toBeNull()
})
