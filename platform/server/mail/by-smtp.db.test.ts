import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { testApp } from '#tests/support/app.ts'
import { signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { smtpMailer } from './smtp.ts'

let world: World
let app: FastifyInstance
let server: SMTPServer
let port: number
const received: string[] = []
/** Errors for the next recipients, in order. Once empty, the server accepts every recipient. */
const refusals: Error[] = []

beforeAll(async () => {
  ;({ world, app } = await testApp())
  server = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(refusals.shift()),
    onData: (stream, _session, done) => {
      text(stream).then((raw) => {
        received.push(raw)
        done()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  port = (listening.address() as AddressInfo).port
})
afterAll(async () => {
  await new Promise<void>((done) => server.close(done))
  await world.close()
})

/** Decodes a mail's quoted-printable text (RFC 2045). */
function decoded(raw: string): string {
  return raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}

test('a password reset works by mail, even if the mail server greylists the first attempt', async () => {
  await signUp(app, 'ann@example.com')
  const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, { name: 'Earshot', address: 'hello@leads.example' })
  await drain({ ...world.ctx, mailer }, world.boss)
  received.length = 0

  refusals.push(Object.assign(new Error('4.2.0 Greylisted, try again'), { responseCode: 450 }))
  await app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: 'ann@example.com' } })
  await drain({ ...world.ctx, mailer }, world.boss)
  expect(received).toEqual([])

  world.clock.advance(60_000)
  await world.boss.send('mail', {})
  await drain({ ...world.ctx, mailer }, world.boss)
  expect(received).toHaveLength(1)
  const code = /http:\/\/localhost:3000\/auth\/reset-password\?code=([\w-]{43})\r\n/.exec(
    decoded(received[0] ?? ''),
  )?.[1]
  const password = 'another horse battery'
  const body = { code, password, passwordConfirmation: password }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/reset-password', payload: body })
  expect(answer.statusCode).toBe(200)

  await drain({ ...world.ctx, mailer }, world.boss)
  expect(received.map((raw) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual([
    'Reset your password',
    'Your password was changed',
  ])
})
