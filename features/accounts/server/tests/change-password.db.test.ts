import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { keyInMail, mailsTo } from '#tests/support/mails.ts'
import { browserOf, type Person, password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { Identity } from '../../contract.ts'

const newPassword = 'another horse battery'
const fresh = { currentPassword: password, password: newPassword, passwordConfirmation: newPassword }

let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterEach(async () => {
  await transaction(world.ctx, (tx) => tx.delete(throttle))
})

afterAll(() => world.close())

const post = (path: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers })

const login = (identifier: string, secret: string) => post('local', { identifier, password: secret })
const me = (headers: Record<string, string>) => app.inject({ url: '/api/users/me', headers })
const change = (person: Person, payload: object) => post('change-password', payload, person.headers)

describe('changing the password', () => {
  test('ends all other sessions, returns a token and sets the cookies', async () => {
    const person = await signUp(app, 'cara@example.com')
    const elsewhere = Identity.parse((await login('cara@example.com', password)).json())
    const answer = await change(person, fresh)
    expect(answer.statusCode).toBe(200)
    const { jwt } = Identity.parse(answer.json())
    expect(answer.cookies.find(({ name }) => name === 'jwt')?.value).toBe(jwt)
    for (const gone of [person.jwt, elsewhere.jwt]) {
      expect((await me({ authorization: `Bearer ${gone}` })).statusCode).toBe(401)
    }
    expect((await me({ authorization: `Bearer ${jwt}` })).statusCode).toBe(200)
    expect((await login('cara@example.com', newPassword)).statusCode).toBe(200)
    expect((await mailsTo(world.ctx, 'cara@example.com')).at(-1)?.subject).toBe('Your password was changed')
  })

  test.each([
    ['a wrong current password', { currentPassword: 'wrong' }, 'The provided current password is invalid'],
    [
      'an unchanged password',
      { password, passwordConfirmation: password },
      'Your new password must be different than your current password',
    ],
    ['a different confirmation', { passwordConfirmation: 'something else' }, 'Passwords do not match'],
    [
      'a short password',
      { password: 'short', passwordConfirmation: 'short' },
      'password must be at least 8 characters',
    ],
    ['no current password', { currentPassword: undefined }, 'currentPassword is required'],
    ['an object as the current password', { currentPassword: { $ne: '' } }, 'currentPassword must be a string'],
    ['an unknown key', { userId: 'x' }, 'Invalid key userId'],
  ])('with %s changes nothing and ends no session', async (label, changes, message) => {
    const person = await signUp(app, `${label.replaceAll(' ', '-')}@example.com`)
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: browserOf(person),
      payload: { ...fresh, ...changes },
    })
    expect(answer.json().error).toMatchObject({ status: 400, name: 'ValidationError', message })
    expect(answer.cookies).toEqual([])
    expect((await me(person.headers)).statusCode).toBe(200)
    expect((await login(person.email, password)).statusCode).toBe(200)
  })

  test('to one that differs only in byte 73 makes a difference', async () => {
    const person = await signUp(app, 'bytes@example.com')
    const long = (last: string) => `${'a'.repeat(72)}${last}`
    await change(person, { ...fresh, password: long('1'), passwordConfirmation: long('1') })
    const again = Identity.parse((await login('bytes@example.com', long('1'))).json())
    const second = { currentPassword: long('1'), password: long('2'), passwordConfirmation: long('2') }
    const headers = { authorization: `Bearer ${again.jwt}` }
    expect((await post('change-password', second, headers)).statusCode).toBe(200)
    expect((await login('bytes@example.com', long('1'))).statusCode).toBe(400)
  })

  test('twice at once with the same current password succeeds once', async () => {
    const person = await signUp(app, 'both@example.com')
    const answers = await Promise.all(
      ['the first of two', 'the second of two'].map((secret) =>
        change(person, { ...fresh, password: secret, passwordConfirmation: secret }),
      ),
    )
    const lost = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(lost).toHaveLength(1)
    expect([400, 401]).toContain(lost[0]?.statusCode)
  })

  test('requires a signed-in user', async () => {
    expect((await post('change-password', fresh)).statusCode).toBe(403)
    expect((await post('change-password', fresh, { authorization: 'Bearer x' })).statusCode).toBe(401)
  })

  test('from another site changes nothing', async () => {
    const person = await signUp(app, 'forged@example.com')
    const headers = { ...browserOf(person), origin: 'https://evil.example' }
    expect((await post('change-password', fresh, headers)).statusCode).toBe(403)
    expect((await login('forged@example.com', password)).statusCode).toBe(200)
  })

  test('invalidates a reset code sent before', async () => {
    const person = await signUp(app, 'stale@example.com')
    await post('forgot-password', { email: person.email })
    const code = await keyInMail(world.ctx, person.email, 'code')
    await change(person, fresh)
    const answer = await post('reset-password', { code, password: newPassword, passwordConfirmation: newPassword })
    expect(answer.json().error).toMatchObject({ status: 400, message: 'Incorrect code provided' })
  })
})
