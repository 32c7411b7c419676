import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { smtpMailer } from '#platform/server/mail/smtp.ts'
import { testApp } from '#tests/support/app.ts'
import {
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { AlertDelivery } from '../contract-deliveries.ts'

const minute = 60_000
const hour = 60 * minute

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let server: SMTPServer
const received: string[] = []
/** What goes wrong with the next mails, in order. Once empty, the server accepts everything. */
const troubles: { rcpt?: Error; data?: Error; drop?: true }[] = []

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(async () => {
  received.length = 0
  troubles.length = 0
  server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(troubles[0]?.rcpt && troubles.shift()?.rcpt),
    onData: (stream, session, done) => {
      const trouble = troubles.shift()
      text(stream).then((raw) => {
        if (!trouble?.data) received.push(raw)
        if (!trouble?.drop) return done(trouble?.data)
        for (const connection of server.connections) if (connection.id === session.id) connection.close()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  await world.restart()
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { name: 'Earshot', address: 'hello@leads.example' })
  Object.assign(world.ctx, { mailer })
  ann = await signUp(app, 'ann@example.com')
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann, { keywords: [] })
  await jobTransaction(world.ctx, (tx) => tx.execute(sql`delete from alert_rule`))
  await create(app, ann, 'alert-rules', { project, name: 'Mine' })
  await world.drain()
  received.length = 0
})
afterEach(() => new Promise<void>((done) => server.close(done)))
afterAll(() => world.close())

const reply = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })

/** Finds a lead, runs the jobs, and returns the newest message of the log. */
async function tell(): Promise<AlertDelivery> {
  await seedOpportunity(world.ctx, project)
  return later(0)
}

async function later(ms: number): Promise<AlertDelivery> {
  world.clock.advance(ms)
  for (const name of ['alerts', 'mail'] as const) {
    await jobTransaction(world.ctx, (tx) => world.ctx.queue.send(tx, name, {}))
    await world.drain()
  }
  return (await call(app, ann, 'GET', `projects/${project}/alert-deliveries`)).json().data[0]
}

test('an alert has one-click unsubscribe headers and a part in plain text', async () => {
  expect(await tell()).toMatchObject({ state: 'sent', finds: 1 })
  // Long headers are folded.
  const mail = (received[0] ?? '').replaceAll(/\r\n[ \t]/g, ' ')
  expect(mail).toMatch(/\r\nList-Unsubscribe: +<http:\/\/localhost:3000\/unsubscribe\/[\w-]{43}>\r\n/)
  expect(mail).toMatch(/\r\nList-Unsubscribe-Post: +List-Unsubscribe=One-Click\r\n/)
  expect(mail.indexOf('Content-Type: text/html')).toBeGreaterThan(mail.indexOf('Content-Type: text/plain'))
})

test('a mail server that greylists gets the alert later, once', async () => {
  troubles.push({ rcpt: reply(450, '4.2.0 Greylisted, try again') })
  expect(await tell()).toMatchObject({ state: 'armed' })
  expect(received).toEqual([])
  expect(await later(2 * minute)).toMatchObject({ state: 'sent', reason: null })
  await later(24 * hour)
  expect(received).toHaveLength(1)
})

test('an address that is refused gets no further alerts', async () => {
  troubles.push({ rcpt: reply(550, '5.1.1 No such user') })
  expect(await tell()).toMatchObject({ state: 'refused', reason: 'The mail server refused the email (550 5.1.1).' })
  expect(await tell()).toMatchObject({ reason: 'A mail server permanently refused an earlier email to this address.' })
  expect(received).toEqual([])
})

test.each<[string, { rcpt?: Error; data?: Error }]>([
  ['the text of one', { data: reply(554, '5.6.0 Not wanted here') }],
  ['the sender', { rcpt: reply(554, '5.7.1 Relay access denied') }],
])('a mail server that refuses %s gets the next alerts', async (_, trouble) => {
  troubles.push(trouble)
  expect(await tell()).toMatchObject({ state: 'refused' })
  expect(await tell()).toMatchObject({ state: 'sent' })
})

test('an alert that may have been sent is not sent again within an hour', async () => {
  troubles.push({ drop: true })
  expect(await tell()).toMatchObject({ state: 'armed' })
  await later(59 * minute)
  expect(received).toHaveLength(1)
  expect(await later(2 * minute)).toMatchObject({ state: 'sent' })
  const ids = received.map((raw) => /^Message-ID: (.*)\r$/m.exec(raw)?.[1])
  expect(new Set(ids).size).toBe(1)
})
