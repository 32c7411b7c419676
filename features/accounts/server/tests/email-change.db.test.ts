import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { keyInMail } from '#tests/support/mails.ts'
import { call, type Person, password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

const minute = 60_000
const hour = 60 * minute
let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterAll(() => world.close())

const path = 'users/me/email-change'
const pendingOf = async (person: Person) => (await call(app, person, 'GET', path)).json().data

const requestChange = (person: Person, email: string) =>
  app.inject({
    method: 'PUT',
    url: '/api/users/me',
    headers: person.headers,
    payload: { email, currentPassword: password },
  })

const confirm = async (email: string) =>
  app.inject({ url: `/api/auth/email-confirmation?confirmation=${await keyInMail(world.ctx, email, 'confirmation')}` })

test('the requested address is shown only to its user, until it is confirmed', async () => {
  const ann = await signUp(app, 'ann@example.com')
  const bo = await signUp(app, 'bo@example.com')
  expect(await pendingOf(ann)).toBeNull()
  await requestChange(ann, 'anna@example.com')
  const expiresAt = new Date(world.clock.now.getTime() + 24 * hour).toISOString()
  expect(await pendingOf(ann)).toEqual({ email: 'anna@example.com', expiresAt })
  expect(await pendingOf(bo)).toBeNull()
  expect((await confirm('anna@example.com')).statusCode).toBe(200)
  const login = { identifier: 'anna@example.com', password }
  const { jwt } = (await app.inject({ method: 'POST', url: '/api/auth/local', payload: login })).json()
  expect(await pendingOf({ ...ann, headers: { authorization: `Bearer ${jwt}` } })).toBeNull()
})

test('a user without a password can request a change only within ten minutes of signing in', async () => {
  const gus = await signUp(app, 'gus@example.com')
  await ask(world.url, 'update "user" set password_hash = null where id = $1', [gus.id])
  world.clock.advance(10 * minute + 1)
  expect((await requestChange(gus, 'gustav@example.com')).json().error).toMatchObject({
    status: 403,
    message: 'Sign in again, then change your email within 10 minutes.',
    details: { reason: 'signInAgain' },
  })
  expect(await pendingOf(gus)).toBeNull()
  await ask(world.url, 'update session set created_at = $1 where user_id = $2', [world.clock.now, gus.id])
  expect((await requestChange(gus, 'gustav@example.com')).statusCode).toBe(200)
  expect((await pendingOf(gus)).email).toBe('gustav@example.com')
})

test('a request ends when its link expires', async () => {
  const cy = await signUp(app, 'cy@example.com')
  await requestChange(cy, 'cyd@example.com')
  world.clock.advance(24 * hour)
  expect(await pendingOf(cy)).toBeNull()
})

test('a canceled request leaves the address unchanged and invalidates the link', async () => {
  const dee = await signUp(app, 'dee@example.com')
  const eve = await signUp(app, 'eve@example.com')
  await requestChange(dee, 'deedee@example.com')
  await requestChange(eve, 'evelyn@example.com')
  expect((await call(app, dee, 'DELETE', path)).statusCode).toBe(204)
  expect(await pendingOf(dee)).toBeNull()
  expect((await confirm('deedee@example.com')).json().error).toMatchObject({ message: 'Invalid token' })
  expect((await call(app, dee, 'GET', 'users/me')).json().email).toBe('dee@example.com')
  expect(await pendingOf(eve)).toMatchObject({ email: 'evelyn@example.com' })
  expect((await call(app, dee, 'DELETE', path)).statusCode).toBe(204)
})

test('a signed-out caller can neither read nor cancel a request, and parameters are rejected', async () => {
  const signedOut = { method: 'GET', url: `/api/${path}` } as const
  expect((await app.inject(signedOut)).statusCode).toBe(403)
  expect((await app.inject({ ...signedOut, method: 'DELETE' })).statusCode).toBe(403)
  const fay = await signUp(app, 'fay@example.com')
  expect((await call(app, fay, 'GET', `${path}?fields=email`)).statusCode).toBe(400)
})
