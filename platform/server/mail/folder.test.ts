import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { letterOf } from './letter.ts'
import { openMailer } from './mailer.ts'

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'earshot-mail-'))
})
afterAll(() => rmSync(dataDir, { recursive: true }))

test('without a mail server, a complete mail is written to a file that only the owner can read', async () => {
  const mailFrom = { name: 'Earshot', address: 'earshot@localhost' }
  const mailer = openMailer({ smtpUrl: null, mailFrom, dataDir }, null)
  const url = 'http://localhost:3000/auth/reset-password?code=abc'
  const letter = letterOf({ subject: 'Set a new password', paragraphs: ['Hello.'], action: { label: 'Set', url } })
  const id = '01a1f8d3-ea00-7000-8000-28d47e53fe86'
  expect(
    await mailer.send({ id, to: 'ann@example.com', ...letter, writtenAt: new Date('2026-11-20T12:00:00Z') }),
  ).toEqual({ state: 'sent', kept: true })
  const folder = join(dataDir, 'mail')
  expect(readdirSync(folder)).toEqual([`${id}.eml`])
  expect([folder, join(folder, `${id}.eml`)].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600])
  const file = readFileSync(join(folder, `${id}.eml`), 'utf8')
  expect(file).toContain('To: ann@example.com\r\n')
  expect(file).toContain('Subject: Set a new password\r\n')
})

test("a mail is retried later if its folder can't be created", async () => {
  const path = join(dataDir, 'file')
  writeFileSync(path, '')
  const mailer = openMailer(
    { smtpUrl: null, mailFrom: { name: '', address: 'earshot@localhost' }, dataDir: path },
    null,
  )
  const letter = letterOf({ subject: 'Hello', paragraphs: ['Hello.'] })
  const writtenAt = new Date('2026-11-20T12:00:00Z')
  expect(await mailer.send({ id: 'x', to: 'ann@example.com', ...letter, writtenAt })).toEqual({
    state: 'later',
    reason: 'ENOTDIR',
  })
})
