import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { composeMail } from '#platform/server/mail/compose.ts'
import { ask } from '#tests/support/databases.ts'
import { appOf } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
/** An app behind a trusted proxy, so that visitors can come from many networks. */
let app: FastifyInstance

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { trustProxy: true })
})

afterEach(async () => {
  await ask(world.url, 'delete from throttle')
  await ask(world.url, 'delete from captured_email')
  await ask(world.url, 'delete from capture_mailbox')
  world.mails.length = 0
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const mara = 'mara@pipewell.example'
const guide = { source: 'reddit-marketing-guide', origin: 'Exit Intent Modal - /blog/titles' }

const submit = (email: unknown, { from = '192.0.2.1', ...more }: { from?: string; [key: string]: unknown } = {}) =>
  app.inject({
    method: 'POST',
    url: '/api/collect-email',
    headers: { 'x-forwarded-for': from },
    payload: { email, ...guide, ...more },
  })

const stored = () => ask(world.url, 'select email, source, origin from captured_email order by id')

/** Returns the unsubscribe path of the newest email. */
async function unsubscribePath(): Promise<string> {
  await world.drain()
  return new URL(world.mails.at(-1)?.unsubscribeUrl ?? '').pathname
}

/** Unsubscribes as an email client does (RFC 8058). */
const oneClick = (url: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

describe('an address that a visitor leaves for the guide', () => {
  test('is stored with its origin and gets the guide', async () => {
    const answer = await submit(mara)
    expect([answer.statusCode, answer.json()]).toEqual([200, { ok: true }])
    expect(await stored()).toEqual([{ email: mara, ...guide }])
    await world.drain()
    expect(world.mails).toMatchObject([{ to: mara, subject: 'Your free Reddit guide' }])
    expect(world.mails[0]?.text).toContain('Read the guide:\nhttp://localhost:3000/reddit-marketing-guide\n')
    expect(world.mails[0]?.text).toMatch(
      /Unsubscribe with one click.*:\nhttp:\/\/localhost:3000\/unsubscribe\/[\w-]{43}\n/,
    )
  })

  test('gets an email with one-click unsubscribe headers', async () => {
    await submit(mara)
    await world.drain()
    const [message] = world.mails
    if (!message) throw new Error('no mail')
    const raw = (await composeMail(message, { name: 'Earshot', address: 'hello@leads.example' }))
      .toString()
      .replace(/\r\n[ \t]+/g, ' ')
    expect(raw).toContain(`List-Unsubscribe: <${message.unsubscribeUrl}>\r\n`)
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })

  test('is stored and emailed once, with the same answer for every submission', async () => {
    const first = await submit(mara)
    for (const from of ['192.0.2.2', '198.51.100.7', '2001:db8::1']) {
      const again = await submit(mara.toUpperCase(), { from })
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body])
    }
    await world.drain()
    expect([await stored(), world.mails.length]).toEqual([[{ email: mara, ...guide }], 1])
  })

  test('is stored once if it is submitted five times concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(mara)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
    await world.drain()
    expect([(await stored()).length, world.mails.length]).toEqual([1, 1])
  })

  test("is stored without its unsubscribe key, and the email's text and link are deleted after sending", async () => {
    const path = await submit(mara).then(unsubscribePath)
    const token = path.split('/').at(-1) ?? ''
    const tables = ['mail', 'captured_email', 'capture_mailbox', 'pgboss.job']
    for (const table of tables) {
      const rows = await ask(world.url, `select to_jsonb(t)::text as row from ${table} t`)
      expect(rows.filter(({ row }) => String(row).includes(token))).toEqual([])
    }
    expect(JSON.stringify(world.logged)).not.toContain(token)
  })
})

describe('invalid input', () => {
  test.each([[undefined], [null], [''], ['  ']])('%j is reported as missing', async (email) => {
    const answer = await submit(email)
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'Email is required'])
    expect(await stored()).toEqual([])
  })

  test.each([
    ['mara'],
    ['mara@pipewell'],
    ['mara@@pipewell.example'],
    ['mara pipe@pipewell.example'],
    ['mara@pipewell.example,bob@pipewell.example'],
    ['"mara"@pipewell.example'],
    ['(x)mara@pipewell.example'],
    ['<mara@pipewell.example>'],
    ['mara@pipewell.example\r\nBcc: bob@pipewell.example'],
    ['mara@pipewell.example\nbob'],
    ['mara\0@pipewell.example'],
    ['mara\u202e@pipewell.example'],
    ['mara@a%b.example'],
    [`${'m'.repeat(250)}@pipewell.example`],
    [7],
    [[mara]],
  ])('%j is refused with a message for the form', async (email) => {
    const answer = await submit(email)
    const { message, error } = answer.json()
    expect([answer.statusCode, message, error.message]).toEqual([400, error.message, error.message])
    expect(message).toBe('Please enter a valid email address')
    expect(await stored()).toEqual([])
  })

  test.each([
    ['another source', { source: 'newsletter' }],
    ['an empty origin', { origin: '' }],
    ['an origin over the length limit', { origin: 'x'.repeat(2101) }],
    ['an unknown key', { subject: 'Buy this' }],
  ])('with %s is refused', async (_, more) => {
    const answer = await submit(mara, more)
    expect([answer.statusCode, typeof answer.json().message]).toEqual([400, 'string'])
    expect(await stored()).toEqual([])
  })

  test('next to the address never reaches an email', async () => {
    await submit(mara, { origin: 'Exit Intent Modal - /\r\nBcc: bob@pipewell.example <b>Buy</b>' })
    await world.drain()
    expect(JSON.stringify(world.mails)).not.toContain('bob@')
  })
})

describe('a flood of requests', () => {
  test('from one network is stopped after twenty, with the message of SPEC 7', async () => {
    for (let each = 0; each < 20; each++) expect((await submit(`p${each}@a${each}.example`)).statusCode).toBe(200)
    const answer = await submit('p20@a20.example')
    expect(answer.statusCode).toBe(429)
    expect(answer.json().message).toBe('Too many attempts. Try again in 60 minutes.')
    expect((await submit('p20@a20.example', { from: '192.0.2.2' })).statusCode).toBe(200)
    world.clock.advance(60 * 60_000)
    expect((await submit('p21@a21.example')).statusCode).toBe(200)
  })

  test('for one mailbox is stopped after five, whatever its aliases', async () => {
    for (let each = 0; each < 5; each++) await submit(`mara+${each}@pipewell.example`, { from: `192.0.2.${each}` })
    expect((await submit(mara, { from: '192.0.2.99' })).statusCode).toBe(429)
    await world.drain()
    expect(world.mails).toHaveLength(1)
  })

  test("from one network doesn't use up the limit of other networks at the same domain", async () => {
    for (let each = 0; each < 110; each++) await submit(`p${each}@pipewell.example`)
    expect((await submit(mara, { from: '198.51.100.1' })).statusCode).toBe(200)
  })

  test('for different mailboxes of a large provider is allowed', async () => {
    for (let each = 0; each < 110; each++) {
      expect((await submit(`p${each}@googlemail.com`, { from: `192.0.2.${each}` })).statusCode).toBe(200)
    }
  })

  test('for a domain with one owner is stopped after a hundred', async () => {
    for (let each = 0; each < 100; each++) await submit(`p${each}@pipewell.example`, { from: `192.0.2.${each}` })
    expect((await submit(mara, { from: '198.51.100.1' })).statusCode).toBe(429)
  })

  test('from another site is refused', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/collect-email',
      headers: { 'content-type': 'text/plain' },
      payload: JSON.stringify({ email: mara, ...guide }),
    })
    expect([answer.statusCode, await stored()]).toEqual([400, []])
  })
})

describe('unsubscribing', () => {
  test('in one click removes the address and its emails, and confirms it', async () => {
    await submit(mara)
    const answer = await oneClick(await unsubscribePath())
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('<h1>You&#39;re unsubscribed</h1>')
    expect(await stored()).toEqual([])
    const left = await ask(world.url, `select 1 from mail where recipient = '${mara}'`)
    expect(left).toEqual([])
  })

  test('a second time gets the same answer', async () => {
    await submit(mara)
    const path = await unsubscribePath()
    await oneClick(path)
    expect((await oneClick(path)).statusCode).toBe(200)
  })

  test('requires a button press: opening the link changes nothing', async () => {
    await submit(mara)
    const path = await unsubscribePath()
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await app.inject({ method, url: path })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      })
    }
    expect(await stored()).toHaveLength(1)
  })

  test("is permanent: another visitor can't trigger a second email", async () => {
    await submit(mara)
    await oneClick(await unsubscribePath())
    const again = await submit('mara+again@pipewell.example', { from: '198.51.100.7' })
    expect([again.statusCode, again.json()]).toEqual([200, { ok: true }])
    await world.drain()
    expect([await stored(), world.mails.length]).toEqual([[], 1])
  })

  test('still applies after the secret is rotated', async () => {
    await submit(mara)
    await oneClick(await unsubscribePath())
    const rotated = { ...world.ctx, secrets: ['another-secret-of-the-test-world-32b', ...world.ctx.secrets] }
    const later = await appOf(rotated)
    await later.inject({ method: 'POST', url: '/api/collect-email', payload: { email: mara, ...guide } })
    await later.close()
    await world.drain()
    expect([await stored(), world.mails.length]).toEqual([[], 1])
  })

  test.each(['x', 'x'.repeat(43), `${'x'.repeat(42)}%20`])('with the key %s finds nothing', async (token) => {
    await submit(mara)
    expect((await oneClick(`/unsubscribe/${token}`)).statusCode).toBe(404)
    expect(await stored()).toHaveLength(1)
  })

  test('accepts the forms that email clients send, up to a size limit', async () => {
    await submit(mara)
    const url = await unsubscribePath()
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const large = await app.inject({ method: 'POST', url, headers: type, payload: 'x'.repeat(5000) })
    expect([large.statusCode, (await stored()).length]).toEqual([413, 1])
    const form = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    expect((await app.inject({ method: 'POST', url, headers: type, payload: form })).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('works without a body', async () => {
    await submit(mara)
    const url = await unsubscribePath()
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })
})

describe('an external service for addresses', () => {
  test('is announced to pages and allowed by the security policy', async () => {
    const other = await appOf({ ...world.ctx, captureUrl: 'https://capture.example/v1' })
    expect((await other.inject('/api/config')).json().captureUrl).toBe('https://capture.example/v1')
    const policy = String((await other.inject('/nowhere')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' https://capture.example;")
    await other.close()
  })

  test('is not configured by default', async () => {
    expect((await app.inject('/api/config')).json().captureUrl).toBeNull()
    expect((await app.inject('/nowhere')).headers['content-security-policy']).toContain("connect-src 'self';")
  })
})
