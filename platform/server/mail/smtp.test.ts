import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { certificate, certificateKey } from '#tests/support/certificate.ts'
import { letterOf } from './letter.ts'
import type { Message } from './mailer.ts'
import { classifyError, smtpMailer } from './smtp.ts'

const from = { name: 'Earshot', address: 'hello@leads.example' }
/** Longer than a busy machine needs to answer. */
const patience = { connectMs: 20_000, answerMs: 20_000 }
/** For a server that never answers. */
const impatience = { ...patience, answerMs: 300 }
const message: Message = {
  id: '01a1f8d3-ea00-7000-8000-28d47e53fe86',
  to: 'ann@example.com',
  writtenAt: new Date('2026-11-20T12:00:00Z'),
  ...letterOf({ subject: 'Grüße', paragraphs: ['A first line.', 'Größer als <b>fett</b>.'] }),
}

const open: { close(done?: () => void): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))))
})

interface Received {
  from: string
  to: string[]
  raw: string
  user: string | null
  secure: boolean
}

/** Starts a mail server on loopback that accepts everything by default. Its own certificate has expired. */
async function mailServer(options: SMTPServerOptions = {}): Promise<{ port: number; received: Received[] }> {
  const received: Received[] = []
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('no')),
    onData: (stream, { envelope, user, secure }, done) => {
      text(stream).then((raw) => {
        const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        received.push({ from: sender, to, raw, user: user === undefined ? null : String(user), secure })
        done()
      }, done)
    },
    ...options,
  })
  server.on('error', () => {
    // Some of these tests disconnect on purpose.
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  open.push(server)
  return { port: (listening.address() as AddressInfo).port, received }
}

const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
const send = (url: string, overrides: Partial<Message> = {}, waits = patience) =>
  smtpMailer(url, from, waits).send({ ...message, ...overrides })

/** Returns the header lines of a mail, with folded lines joined. */
const headOf = (raw = '') => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ').split('\r\n')

describe('a mail', () => {
  test('arrives as text and HTML in one envelope, with a stable message ID', async () => {
    const { port, received } = await mailServer()
    expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ state: 'sent' })
    const [mail] = received
    expect(mail).toMatchObject({ from: 'hello@leads.example', to: ['ann@example.com'], user: null })
    expect(headOf(mail?.raw)).toEqual(
      expect.arrayContaining([
        'From: Earshot <hello@leads.example>',
        'To: ann@example.com',
        'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=',
        `Message-ID: <${message.id}@leads.example>`,
        'Date: Fri, 20 Nov 2026 12:00:00 +0000',
        'Auto-Submitted: auto-generated',
        'MIME-Version: 1.0',
      ]),
    )
    expect(mail?.raw).toMatch(/Content-Type: multipart\/alternative/)
    expect(mail?.raw.match(/Content-Type: text\/(plain|html)/g)).toEqual([
      'Content-Type: text/plain',
      'Content-Type: text/html',
    ])
    expect(mail?.raw).not.toMatch(/[^\r]\n/)
  })

  test("is sent with the URL's username and password", async () => {
    const { port, received } = await mailServer({ authOptional: false })
    expect(await send(`smtp://mailer:right@127.0.0.1:${port}`)).toEqual({ state: 'sent' })
    expect(received[0]?.user).toBe('mailer')
  })

  test.each([
    ['a line break and a header', 'Hello\r\nBcc: eve@example.com'],
    ['a bare line feed', 'Hello\nBcc: eve@example.com'],
    ['Unicode line breaks', 'Hello\u2028Bcc: eve@example.com\u0085Cc: eve@example.com'],
    ['an encoded line break', 'Hello =?UTF-8?Q?=0D=0ABcc:_eve@example.com?='],
    ['10 kB', 'Hello '.repeat(2_000)],
  ])('with %s in its subject gets no additional header', async (_what, subject) => {
    const { port, received } = await mailServer()
    await send(`smtp://127.0.0.1:${port}`, letterOf({ subject, paragraphs: [subject] }))
    const head = headOf(received[0]?.raw)
    expect(head.filter((line) => /^(bcc|cc):/i.test(line))).toEqual([])
    expect(head.filter((line) => /^subject:/i.test(line))).toHaveLength(1)
    expect(received[0]?.to).toEqual(['ann@example.com'])
    expect(Math.max(...(received[0]?.raw.split('\r\n') ?? []).map((line) => line.length))).toBeLessThan(999)
  })

  test.each(['ann@example.com\r\nRCPT TO:<eve@example.com>', 'ann@example.com> <eve@example.com', '<eve@example.com>'])(
    'to %j is refused',
    async (to) => {
      const { port, received } = await mailServer()
      expect(await send(`smtp://127.0.0.1:${port}`, { to })).toEqual({ state: 'refused', reason: 'EENVELOPE' })
      expect(received).toEqual([])
    },
  )

  test('to an address with a comma has one recipient', async () => {
    const { port, received } = await mailServer()
    await send(`smtp://127.0.0.1:${port}`, { to: 'ann,eve@example.com' })
    expect(received.map(({ to }) => to)).toEqual([['ann,eve@example.com']])
  })
})

describe('a mail server that', () => {
  test.each<[string, SMTPServerOptions, object]>([
    [
      'greylists',
      { onRcptTo: (_address, _session, done) => done(refusal(450, '4.2.0 Greylisted')) },
      { state: 'later', reason: '450 4.2.0' },
    ],
    [
      'limits the rate',
      { onMailFrom: (_address, _session, done) => done(refusal(421, '4.7.0 Too many')) },
      { state: 'later', reason: '421 4.7.0' },
    ],
    [
      'rejects the recipient as unknown',
      { onRcptTo: (_address, _session, done) => done(refusal(550, '5.1.1 No such user ann@example.com')) },
      { state: 'refused', reason: '550 5.1.1', isAddress: true },
    ],
    [
      'rejects the text as spam',
      { onData: (stream, _session, done) => void text(stream).then(() => done(refusal(554, '5.7.1 Spam'))) },
      { state: 'refused', reason: '554 5.7.1' },
    ],
    [
      'is full after receiving the text',
      { onData: (stream, _session, done) => void text(stream).then(() => done(refusal(452, '4.3.1 Full'))) },
      { state: 'later', reason: '452 4.3.1' },
    ],
    ['requires a password', { authOptional: false }, { state: 'later', reason: '530' }],
    ['rejects mails of that size', { size: 100 }, { state: 'refused', reason: 'EMESSAGE' }],
  ])('%s gives the right outcome', async (_what, options, outcome) => {
    const { port } = await mailServer(options)
    expect(await send(`smtp://127.0.0.1:${port}`)).toEqual(outcome)
  })

  test('rejects our password is retried later, since the password can be fixed', async () => {
    const { port, received } = await mailServer()
    expect(await send(`smtp://mailer:wrong@127.0.0.1:${port}`)).toEqual({ state: 'later', reason: '535' })
    expect(received).toEqual([])
  })

  test("doesn't reply after receiving the text may have sent the mail", async () => {
    const { port } = await mailServer({ onData: (stream) => void stream.resume() })
    expect(await send(`smtp://127.0.0.1:${port}`, {}, impatience)).toEqual({ state: 'unknown', reason: 'ETIMEDOUT' })
  })

  test('is unreachable is retried later', async () => {
    const { port } = await mailServer()
    await Promise.all(open.splice(0).map((server) => new Promise<void>((done) => server.close(done))))
    expect(await send(`smtp://127.0.0.1:${port}`)).toEqual({ state: 'later', reason: 'ESOCKET' })
  })
})

/** Starts a server that answers each command from the script and hangs up at null. */
async function scripted(answers: Record<string, string | null>): Promise<number> {
  const server: Server = createServer((socket) => {
    let inText = false
    socket.on('error', () => {})
    socket.write('220 hello\r\n')
    socket.on('data', (bytes) => {
      for (const line of String(bytes).split('\r\n').filter(Boolean)) {
        if (inText && line !== '.') continue
        const word = inText ? '.' : (line.split(/[ :]/)[0] ?? '').toUpperCase()
        inText = word === 'DATA'
        const answer = answers[word] === undefined ? (inText ? '354 go on' : '250 ok') : answers[word]
        if (answer === null) socket.destroy()
        else socket.write(`${answer}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  open.push(server)
  return (server.address() as AddressInfo).port
}

test.each<[string, Record<string, string | null>, object]>([
  ['at the greeting', { EHLO: null, HELO: null }, { state: 'later' }],
  ['at the recipient', { RCPT: null }, { state: 'later' }],
  ['before the text', { DATA: null }, { state: 'later' }],
  ['after the text', { '.': null }, { state: 'unknown' }],
  ['with an invalid answer', { '.': 'what?' }, { state: 'unknown' }],
])('a connection that breaks %s gives the right outcome', async (_where, answers, outcome) => {
  expect(await send(`smtp://127.0.0.1:${await scripted(answers)}`)).toMatchObject(outcome)
})

describe('encryption', () => {
  const starttls: SMTPServerOptions = { hideSTARTTLS: false, key: certificateKey, cert: certificate }

  test('is used if the server offers it', async () => {
    const { port, received } = await mailServer(starttls)
    const trusting = `smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`
    expect(await send(trusting)).toEqual({ state: 'sent' })
    expect(received[0]?.secure).toBe(true)
  })

  test('with an untrusted certificate sends nothing', async () => {
    const { port, received } = await mailServer(starttls)
    expect(await send(`smtp://mailer:right@127.0.0.1:${port}`)).toMatchObject({ state: 'later' })
    expect(received).toEqual([])
  })

  test.each(['smtp://mailer:right@0.0.0.0:PORT', 'smtp://mailer:right@127.0.0.1:PORT?requireTLS=true'])(
    'is required by %s: without STARTTLS, neither password nor mail is sent',
    async (url) => {
      const usernames: string[] = []
      const { port, received } = await mailServer({
        onAuth: ({ username }, _session, done) => {
          usernames.push(String(username))
          done(null, { user: 'x' })
        },
      })
      expect(await send(url.replace('PORT', String(port)))).toMatchObject({ state: 'later' })
      expect([usernames, received]).toEqual([[], []])
    },
  )
})

test.each<[string, object, boolean, string]>([
  ['a refusal', { responseCode: 550, permanent: true }, false, 'refused'],
  ['a refusal after the text', { responseCode: 554, permanent: true }, true, 'refused'],
  ['a bad sequence of commands', { responseCode: 503, permanent: false }, false, 'later'],
  ['a demand to sign in', { responseCode: 530, permanent: true }, false, 'later'],
  ['a deferral', { responseCode: 451, permanent: false }, true, 'later'],
  ['a timeout before the text', { code: 'ETIMEDOUT' }, false, 'later'],
  ['a timeout after the text', { code: 'ETIMEDOUT' }, true, 'unknown'],
  ['a failed DNS lookup', { code: 'EDNS' }, false, 'later'],
  ['an invalid address', { code: 'EENVELOPE' }, false, 'refused'],
])('an error is classified after %s', (_what, properties, isTransmitted, verdict) => {
  expect(classifyError(Object.assign(new Error('no'), properties), isTransmitted)).toBe(verdict)
})
