import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { turnOff } from '#app/cli/two-factor-off.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { keyInMail } from '#tests/support/mails.ts'
import { auditOf, confirmAddress, type Person, password, setUpProject, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { addPasskey } from '../../passkeys/tests/authenticator.ts'
import { codeOf, startSetup, turnOnTwoFactor } from './codes.ts'

const step = 30_000
let world: World
let app: FastifyInstance
let people = 0
beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(() => ask(world.url, 'delete from throttle'))
afterAll(() => world.close())

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, by?: Person) =>
  app.inject({ method, url: `/api/${path}`, ...(payload && { payload }), ...(by && { headers: by.headers }) })
const signIn = ({ email }: Person, secret = password) =>
  send('POST', 'auth/local', { identifier: email, password: secret })
const answer = (challenge: string, code: string) => send('POST', 'auth/local/second-factor', { challenge, code })
const isIn = async (person: Person) => (await send('GET', 'users/me', undefined, person)).statusCode === 200
const subjects = async ({ email }: Person) => {
  await world.drain()
  return world.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}

async function confirmedUser(): Promise<Person> {
  const person = await signUp(app, `person${++people}@example.com`)
  await confirmAddress(world.url, person)
  return person
}

/** Returns a user with two-factor sign-in. The clock is at the next time step, so that the app shows a new code. */
async function withTwoFactor(): Promise<{ ann: Person; secret: string; recoveryCodes: string[] }> {
  const ann = await confirmedUser()
  const on = await turnOnTwoFactor(app, ann, world.clock.now)
  world.clock.advance(step)
  return { ann, ...on }
}
const challengeOf = async (ann: Person): Promise<string> => (await signIn(ann)).json().error.details.challenge
const now = (secret: string) => codeOf(secret, world.clock.now)

describe('setting up two-factor sign-in', () => {
  test('needs a confirmed email and the password, then a code, and ends the other sessions', async () => {
    const ann = await signUp(app, 'unconfirmed@example.com')
    const start = (body: object) => send('POST', 'users/me/two-factor', body, ann)
    expect((await start({ currentPassword: password })).json().error.details.reason).toBe('emailUnconfirmed')
    await confirmAddress(world.url, ann)
    expect((await start({})).json().error.message).toBe('currentPassword is required to set up two-factor sign-in')
    expect((await start({ currentPassword: 'a guess' })).statusCode).toBe(400)
    const other = { ...ann, headers: { authorization: `Bearer ${(await signIn(ann)).json().jwt}` } }

    const { challenge, secret, uri } = await startSetup(app, ann)
    expect(uri).toBe(
      `otpauth://totp/Earshot:${encodeURIComponent(ann.email)}?issuer=Earshot&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    const confirm = (code: string, by = ann) => send('PUT', 'users/me/two-factor', { challenge, code }, by)
    expect((await confirm('000000')).json().error.details.errors).toMatchObject([{ path: ['code'] }])
    expect((await confirm(now(secret), await confirmedUser())).json().error.details.reason).toBe('expired')
    expect((await signIn(ann)).json().jwt).toEqual(expect.any(String))
    const { recoveryCodes } = (await confirm(now(secret))).json().data
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await isIn(ann)).toBe(true)
    expect(await isIn(other)).toBe(false)
    expect((await send('GET', 'users/me/two-factor', undefined, ann)).json().data).toEqual({
      enabledAt: world.clock.now.toISOString(),
      recoveryCodesLeft: 10,
    })
    expect((await start({ currentPassword: password })).json().error.name).toBe('ConflictError')
    expect(await subjects(ann)).toContain('Two-factor sign-in was turned on')
  })

  test('stores no key or code in plain text, and logs none', async () => {
    const { ann, secret, recoveryCodes } = await withTwoFactor()
    const challenge = await challengeOf(ann)
    await answer(challenge, recoveryCodes[0] ?? '')
    const stored = await ask(
      world.url,
      'select t::text from two_factor t union all select r::text from recovery_code r union all select c::text from challenge c',
    )
    const code = recoveryCodes[1] ?? ''
    for (const plain of [secret, code, code.replaceAll('-', ''), challenge]) {
      expect(JSON.stringify(stored)).not.toContain(plain)
      expect(world.logged.join()).not.toContain(plain)
    }
  })
})

describe('signing in with two-factor sign-in', () => {
  test('answers the password with a challenge, and the code with a token and cookies', async () => {
    const { ann, secret } = await withTwoFactor()
    const first = await signIn(ann)
    expect(first.json()).toEqual({
      data: null,
      error: {
        status: 403,
        name: 'ForbiddenError',
        message: 'Enter the code from your authenticator app, or a recovery code.',
        details: {
          reason: 'secondFactor',
          challenge: expect.any(String),
          expiresAt: new Date(world.clock.now.getTime() + 600_000).toISOString(),
        },
      },
    })
    expect(first.cookies.filter(({ value }) => value !== '')).toEqual([])
    expect((await signIn(ann, 'a wrong password')).json().error.message).toBe('Invalid identifier or password')
    const { challenge } = first.json().error.details
    expect((await answer(challenge, '000000')).statusCode).toBe(400)
    const second = await answer(challenge, now(secret).replace(/(...)/, '$1 '))
    expect(second.json()).toMatchObject({ jwt: expect.any(String), user: { id: ann.id } })
    expect(second.cookies.map(({ name, value }) => [name, value !== ''])).toEqual(
      expect.arrayContaining([
        ['jwt', true],
        ['signed_in', true],
      ]),
    )
    expect((await answer(challenge, now(secret))).json().error.details.reason).toBe('expired')
  })

  test('takes a code and a challenge only once, also from two requests at once', async () => {
    const { ann, secret } = await withTwoFactor()
    const challenges = [await challengeOf(ann), await challengeOf(ann)]
    const both = await Promise.all(challenges.map((challenge) => answer(challenge, now(secret))))
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    world.clock.advance(step)
    const [late] = [await challengeOf(ann)]
    world.clock.advance(600_000)
    expect((await answer(late, now(secret))).json().error.details.reason).toBe('expired')
  })

  test('takes each recovery code once, mails how many are left, and new ones replace them', async () => {
    const { ann, recoveryCodes } = await withTwoFactor()
    const [first = '', second = ''] = recoveryCodes
    const typed = first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'I')
    expect((await answer(await challengeOf(ann), typed)).statusCode).toBe(200)
    expect((await answer(await challengeOf(ann), first)).statusCode).toBe(400)
    await world.drain()
    const mail = world.mails.find(({ to, subject }) => to === ann.email && subject === 'A recovery code was used')
    expect(mail?.text).toContain('You have 9 codes left')
    const renewed = await send('PUT', 'users/me/recovery-codes', { currentPassword: password, code: second }, ann)
    const third = renewed.json().data.recoveryCodes[0]
    expect((await answer(await challengeOf(ann), recoveryCodes[2] ?? '')).statusCode).toBe(400)
    expect((await answer(await challengeOf(ann), third)).statusCode).toBe(200)
  })

  test('limits guesses per network and per user, whatever the challenge', async () => {
    const { ann, secret } = await withTwoFactor()
    for (let guess = 0; guess < 10; guess++) await answer(await challengeOf(ann), '000000')
    const limited = await answer(await challengeOf(ann), now(secret))
    expect(limited.json().error).toMatchObject({ status: 429, name: 'RateLimitError' })
  })

  test('applies after a password reset, which sets the password and ends earlier challenges', async () => {
    const { ann, secret } = await withTwoFactor()
    const earlier = await challengeOf(ann)
    await send('POST', 'auth/forgot-password', { email: ann.email })
    const code = await keyInMail(world.ctx, ann.email, 'code')
    const next = 'another horse battery'
    const reset = await send('POST', 'auth/reset-password', { code, password: next, passwordConfirmation: next })
    const { reason, challenge } = reset.json().error.details
    expect(reason).toBe('secondFactor')
    expect((await answer(earlier, now(secret))).json().error.details.reason).toBe('expired')
    expect((await answer(challenge, now(secret))).statusCode).toBe(200)
    expect((await signIn(ann, next)).json().error.details.reason).toBe('secondFactor')
  })
})

describe('turning two-factor sign-in off', () => {
  test('needs the password and a code, and is mailed', async () => {
    const { ann, secret } = await withTwoFactor()
    const off = (body: object) => send('DELETE', 'users/me/two-factor', body, ann)
    expect((await off({ currentPassword: password })).json().error.message).toBe(
      'code is required to turn off two-factor sign-in',
    )
    expect((await off({ code: now(secret) })).statusCode).toBe(400)
    expect((await off({ currentPassword: password, code: now(secret) })).statusCode).toBe(204)
    expect((await signIn(ann)).json().jwt).toEqual(expect.any(String))
    expect(await subjects(ann)).toContain('Two-factor sign-in was turned off')
    expect((await off({ currentPassword: password, code: now(secret) })).json().error.name).toBe('ConflictError')
  })

  test('is possible for the operator, who also removes passkeys and sessions, with a mail and an audit entry', async () => {
    const ann = await confirmedUser()
    const project = await setUpProject(app, ann)
    await addPasskey(app, ann)
    await turnOnTwoFactor(app, ann, world.clock.now)
    const lines: string[] = []
    await turnOff(world.ctx, ann.email, (line) => lines.push(line))
    await turnOff(world.ctx, ann.email, (line) => lines.push(line))
    expect(lines).toEqual([
      `Turned off two-factor sign-in for ${ann.email}, removed the passkeys, and ended all sessions`,
      `${ann.email} has neither two-factor sign-in nor passkeys`,
    ])
    expect(await isIn(ann)).toBe(false)
    expect((await signIn(ann)).statusCode).toBe(200)
    expect(await ask(world.url, 'select 1 from passkey where user_id = $1', [ann.id])).toEqual([])
    expect(await auditOf(world.ctx, project)).toContain('operator member.secondFactorsRemove')
    expect(await subjects(ann)).toContain('Two-factor sign-in was turned off')
  })
})
