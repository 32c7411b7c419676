import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { addressesOf, sandboxServer } from '../server.ts'
import { MailServer } from './mail-server.ts'
import { Mailbox } from './mailbox.ts'

const noon = Date.UTC(2026, 10, 20, 12)
let folder: string
let mail: MailServer
let server: Server
let url: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-mailbox-'))
  mail = await MailServer.open(new Mailbox(folder, () => noon))
  server = sandboxServer({ mail }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = addressesOf(server, mail).mail!.url
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await mail.close()
  rmSync(folder, { recursive: true })
})

/** Returns the server's reply code to each line (RFC 5321), the greeting first. */
async function converse(lines: readonly string[]): Promise<string[]> {
  const socket: Socket = connect(Number(new URL(mail.url).port), '127.0.0.1')
  const replies: string[] = []
  const left = [...lines]
  for await (const line of createInterface({ input: socket })) {
    if (/^\d{3}-/.test(line)) continue
    replies.push(line.slice(0, 3))
    const next = left.shift()
    if (next === undefined) socket.end()
    else socket.write(`${next}\r\n`)
  }
  return replies
}

const letter = (subject: string, words = 'Hello') => [
  'EHLO here',
  'MAIL FROM:<ada@example.com>',
  'RCPT TO:<ben@example.com>',
  'DATA',
  `Subject: ${subject}\r\n\r\n${words}\r\n.`,
  'QUIT',
]

const listed = async (query = '') =>
  (await (await fetch(`${url}.json${query}`)).json()) as { id: number; subject: string; to: string[] }[]
const tell = (what: string, words: object) =>
  fetch(`${url}/${what}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(words),
  })

test('an email is accepted and shown to programs and people, newest first', async () => {
  expect(await converse(letter('First'))).toEqual(['220', '250', '250', '250', '354', '250', '221'])
  await converse(letter('Second <b>', 'See https://somewhere.example/?a=1&b=2 or <script>'))
  expect((await listed()).map(({ subject }) => subject)).toEqual(['Second <b>', 'First'])
  expect(await listed('?to=Ben@example.com')).toHaveLength(2)
  expect(await listed('?to=ada@example.com')).toEqual([])
  const page = await (await fetch(url)).text()
  expect(page).toContain('<b>Second &lt;b&gt;</b>')
  expect(page).toContain('<a href="https://somewhere.example/?a=1&amp;b=2">')
  expect(page).not.toContain('<script>')
  const [{ id } = { id: 0 }] = await listed()
  const raw = await fetch(`${url}/${id}.eml`)
  expect(raw.headers.get('content-type')).toBe('text/plain; charset=UTF-8')
  expect(await raw.text()).toMatch(/^Return-Path: <ada@example.com>\r\nDelivered-To: ben@example.com\r\nReceived: /)
  expect((await fetch(`${url}/1.eml`)).status).toBe(404)
})

test('emails survive a restart, are readable only by their owner, and are deleted by a purge', async () => {
  await converse(letter('Kept'))
  const [{ id } = { id: 0 }] = await listed()
  expect(statSync(join(folder, 'mail', `${id}.eml`)).mode & 0o777).toBe(0o600)
  const again = new Mailbox(folder, () => noon)
  expect((await again.mails(null)).map(({ subject }) => subject)).toEqual(['Kept'])
  expect((await tell('purge', {})).status).toBe(200)
  expect(await listed()).toEqual([])
  expect(readdirSync(join(folder, 'mail'))).toEqual([])
})

describe('a mailbox', () => {
  test('keeps the newest 200 emails, including those from before a restart', () => {
    const old = new Mailbox(folder, () => noon)
    for (let at = 0; at < 205; at++)
      old.add({ from: '', to: ['ben@example.com'], raw: Buffer.from('Subject: x\r\n\r\n') })
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(200)
    writeFileSync(join(folder, 'mail', '5.eml'), 'Subject: old\r\n\r\n')
    const again = new Mailbox(folder, () => noon)
    expect(again.raw(5)).toBeNull()
    expect(again.raw(noon + 204)).not.toBeNull()
  })

  test('deletes only the emails for one address', async () => {
    const box = new Mailbox(folder, () => noon)
    for (const to of ['ben@example.com', 'ada@example.com']) {
      box.add({ from: '', to: [to], raw: Buffer.from('Subject: x\r\n\r\n') })
    }
    await box.clear('Ben@example.com')
    expect((await box.mails(null)).map(({ to }) => to)).toEqual([['ada@example.com']])
    expect(readdirSync(join(folder, 'mail'))).toHaveLength(1)
  })

  test('keeps at most 16 MB', async () => {
    const box = new Mailbox(null, () => noon)
    for (let at = 0; at < 20; at++) box.add({ from: '', to: [], raw: Buffer.alloc(1_000_000, 'x') })
    expect(box.raw(noon + 19)).not.toBeNull()
    expect(box.raw(noon + 4)).toBeNull()
    expect(box.raw(noon + 5)).not.toBeNull()
  })

  test('shows data that is not a valid email', async () => {
    const box = new Mailbox(null, () => noon)
    box.add({ from: '', to: [], raw: Buffer.from([0xff, 0xfe, 0, 13, 10]) })
    expect(await box.mails(null)).toMatchObject([{ id: noon, from: '', to: [], at: new Date(noon) }])
  })
})

test('an email that is too large is refused', async () => {
  const replies = await converse(letter('Large', `${'x'.repeat(70)}\r\n`.repeat(15_000)))
  expect(replies.at(-2)).toBe('552')
  expect(await listed()).toEqual([])
})

test('the server misbehaves the requested number of times, and lists the available behaviors', async () => {
  expect((await tell('behaviour', { behaviour: 'greylist', times: 2 })).status).toBe(200)
  for (const code of ['450', '450', '250']) expect((await converse(letter('Again')))[3]).toBe(code)
  const refused = await tell('behaviour', { behaviour: 'sulk' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('greylist')])
})

test('a button on the page leads back to it, and a page of another site cannot use it', async () => {
  const press = (headers: Record<string, string>) =>
    fetch(`${url}/behaviour`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: 'behaviour=refuse',
    })
  const answer = await press({})
  expect([answer.status, answer.headers.get('location')]).toEqual([303, url])
  expect(await (await fetch(url)).text()).toContain('<option value="refuse" selected>')
  expect((await press({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
})

test('a rebound DNS name is refused', async () => {
  const sent = request(`${url}.json`, { headers: { host: 'evil.test' } }).end()
  const [answer] = await once(sent, 'response')
  expect([answer.statusCode, await text(answer)]).toEqual([403, expect.stringContaining('Forbidden')])
})
