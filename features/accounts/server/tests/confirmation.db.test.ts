import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { keyInMail, mailsTo } from '#tests/support/mails.ts'
import { browserOf, type Person, password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { session } from '../tables.ts'

const minute = 60_000
let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterEach(async () => {
  await transaction(world.ctx, (tx) => tx.delete(throttle))
})

afterAll(() => world.close())

const send = (payload: object) => app.inject({ method: 'POST', url: '/api/auth/send-email-confirmation', payload })

const confirm = (confirmation: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/auth/email-confirmation?confirmation=${confirmation}`, headers })

const keyOf = (email: string) => keyInMail(world.ctx, email, 'confirmation')

const put = (person: Person, payload: object) =>
  app.inject({ method: 'PUT', url: '/api/users/me', headers: person.headers, payload })

const me = async (person: Person) => (await app.inject({ url: '/api/users/me', headers: person.headers })).json()

const login = (identifier: string, secret = password) =>
  app.inject({ method: 'POST', url: '/api/auth/local', payload: { identifier, password: secret } })

const subjects = async (email: string) => (await mailsTo(world.ctx, email)).map(({ subject }) => subject)
const incorrect = { status: 400, name: 'ValidationError', message: 'Invalid token' }

describe('confirming an address', () => {
  test('works with the link that is emailed after registration', async () => {
    const ann = await signUp(app, 'ann@example.com')
    expect(await subjects('ann@example.com')).toEqual(['Confirm your email address'])
    expect((await me(ann)).confirmed).toBe(false)
    const answer = await confirm(await keyOf('ann@example.com'))
    expect([answer.statusCode, answer.json()]).toEqual([200, { confirmed: true }])
    expect((await me(ann)).confirmed).toBe(true)
  })

  test('redirects a browser to the login page, without passing on the code', async () => {
    await signUp(app, 'bo@example.com')
    const html = { accept: 'text/html,application/xhtml+xml' }
    const code = await keyOf('bo@example.com')
    const answer = await confirm(code, html)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/auth/login?notice=confirmed'])
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
    expect((await confirm(code, html)).headers.location).toBe('/auth/login?notice=expired')
  })

  test('is not triggered by a HEAD request', async () => {
    const person = await signUp(app, 'head@example.com')
    const code = await keyOf('head@example.com')
    await app.inject({ method: 'HEAD', url: `/api/auth/email-confirmation?confirmation=${code}` })
    expect((await me(person)).confirmed).toBe(false)
  })

  test('can be requested again, which invalidates the first link', async () => {
    const person = await signUp(app, 'carl@example.com')
    const first = await keyOf('carl@example.com')
    const answer = await send({ email: ' Carl@example.com ' })
    expect([answer.statusCode, answer.json()]).toEqual([200, { email: 'Carl@example.com', sent: true }])
    expect((await confirm(first)).json().error).toMatchObject(incorrect)
    expect((await me(person)).confirmed).toBe(false)
    expect((await confirm(await keyOf('carl@example.com'))).statusCode).toBe(200)
  })

  test('gets the same response but no mail for unknown and confirmed addresses', async () => {
    const person = await signUp(app, 'dora@example.com')
    await confirm(await keyOf('dora@example.com'))
    for (const email of ['dora@example.com', 'nobody@example.com']) {
      const before = await subjects(email)
      expect((await send({ email })).json()).toEqual({ email, sent: true })
      expect(await subjects(email)).toEqual(before)
    }
    expect((await me(person)).confirmed).toBe(true)
  })

  test('is possible for a day', async () => {
    await signUp(app, 'ed@example.com')
    const code = await keyOf('ed@example.com')
    const begin = world.clock.now
    world.clock.advance(24 * 60 * minute)
    expect((await confirm(code)).json().error).toMatchObject(incorrect)
    world.clock.now = begin
  })

  test.each([
    ['nothing', ''],
    ['an empty string', '?confirmation='],
    ['a list', '?confirmation[]=a&confirmation[]=b'],
    ['an object', '?confirmation[$ne]=a'],
    ['an unknown value', `?confirmation=${'x'.repeat(43)}`],
  ])('with %s as the code is refused', async (_what, query) => {
    const answer = await app.inject({ url: `/api/auth/email-confirmation${query}` })
    expect(answer.json().error).toMatchObject(incorrect)
  })

  test('rejects any other key', async () => {
    const answer = await app.inject({ url: `/api/auth/email-confirmation?confirmation=${'x'.repeat(43)}&url=//evil` })
    expect(answer.json().error.message).toBe('Invalid key url')
  })

  test.each([{}, { email: ['a@example.com'] }, { email: { $gt: '' } }, { email: 'a' }])(
    'cannot be requested with %j',
    async (payload) => {
      expect((await send(payload)).statusCode).toBe(400)
    },
  )
})

describe('the address of an internal admin', () => {
  test.each(['root@example.com', 'ROOT@Example.com'])(
    'registered as %s has no effect until it is confirmed while signed in to that account',
    async (email) => {
      const eve = await signUp(app, email)
      expect((await me(eve)).confirmed).toBe(false)
      const code = await keyOf('root@example.com')
      // A mail scanner opens the link.
      const opened = await confirm(code)
      expect([opened.statusCode, opened.json().error.name]).toEqual([403, 'ForbiddenError'])
      expect((await me(eve)).confirmed).toBe(false)
      const browser = await confirm(code, { accept: 'text/html' })
      expect(browser.headers.location).toBe('/auth/login?notice=sign-in-first')
      const mallory = await signUp(app, `${email.length}-${eve.id}@example.com`)
      expect((await confirm(code, { cookie: browserOf(mallory).cookie })).statusCode).toBe(403)
      expect((await confirm(code, { cookie: browserOf(eve).cookie })).statusCode).toBe(200)
      expect((await me(eve)).confirmed).toBe(true)
      await transaction(world.ctx, (tx) => tx.delete(user).where(eq(user.id, eve.id)))
    },
  )
})

describe('changing the signed-in user', () => {
  test('saves name and time zone at once', async () => {
    const fay = await signUp(app, 'fay@example.com')
    const answer = await put(fay, { username: 'Fay', timeZone: 'Europe/Berlin' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ username: 'Fay', timeZone: 'Europe/Berlin', email: 'fay@example.com' })
    expect((await login('fay')).statusCode).toBe(200)
    expect((await put(fay, { timeZone: null })).json()).toMatchObject({ username: 'Fay', timeZone: null })
    expect((await put(fay, {})).json()).toEqual(await me(fay))
  })

  test.each([
    ['the key role', { role: 'admin' }, 'Invalid key role'],
    ['the key confirmed', { confirmed: true }, 'Invalid key confirmed'],
    ['the key id', { id: 'x' }, 'Invalid key id'],
    ['the key password', { password: 'another horse battery' }, 'Invalid key password'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone must be a time zone such as Europe/Berlin'],
    ['a short username', { username: 'f' }, 'username must have at least 3 characters'],
    [
      "another user's address as the username",
      { username: 'bo@example.com' },
      'username must not be another email address',
    ],
    ['a taken username', { username: 'BO-LD' }, 'Email or Username are already taken'],
    ['a taken address', { email: 'BO@example.com', currentPassword: password }, 'Email or Username are already taken'],
    ['an address with a line break', { email: 'a@example.com\nbcc: b@example.com' }, 'email must be a valid email'],
    ['an address but no password', { email: 'new@example.com' }, 'currentPassword is required to change your email'],
    [
      'an address but a wrong password',
      { email: 'new@example.com', currentPassword: 'wrong' },
      'The provided current password is invalid',
    ],
  ])('with %s is refused', async (label, payload, message) => {
    await app.inject({
      method: 'POST',
      url: '/api/auth/local/register',
      payload: { email: 'bold@example.com', username: 'Bo-ld', password },
    })
    const person = await signUp(app, `${label.replaceAll(/\W+/g, '-')}@example.com`)
    const answer = await put(person, payload)
    expect(answer.json().error).toMatchObject({ status: 400, message })
    expect(await subjects('new@example.com')).toEqual([])
  })

  test('requires a signed-in user on our own pages', async () => {
    const gus = await signUp(app, 'gus@example.com')
    const request = { method: 'PUT', url: '/api/users/me', payload: { username: 'Gus' } } as const
    expect((await app.inject(request)).statusCode).toBe(403)
    expect((await app.inject({ ...request, headers: { authorization: 'Bearer x' } })).statusCode).toBe(401)
    const evil = { ...browserOf(gus), origin: 'https://evil.example' }
    expect((await app.inject({ ...request, headers: evil })).statusCode).toBe(403)
    expect((await me(gus)).username).toBe('gus@example.com')
  })
})

describe('a new address', () => {
  test('applies once it is confirmed, with notices to the old one before and after, and ends every session', async () => {
    const hal = await signUp(app, 'hal@example.com')
    const answer = await put(hal, { email: 'Hal@elsewhere.example', currentPassword: password })
    expect(answer.json()).toMatchObject({ email: 'hal@example.com', username: 'hal@example.com' })
    expect(await subjects('hal@example.com')).toContain('Request to change your email address')
    expect((await login('hal@elsewhere.example')).statusCode).toBe(400)

    expect((await confirm(await keyOf('hal@elsewhere.example'))).statusCode).toBe(200)
    expect((await app.inject({ url: '/api/users/me', headers: hal.headers })).statusCode).toBe(401)
    const again = await login('hal@elsewhere.example')
    expect(again.json().user).toMatchObject({
      email: 'hal@elsewhere.example',
      username: 'hal@elsewhere.example',
      confirmed: true,
    })
    expect((await login('hal@example.com')).statusCode).toBe(400)
    expect((await subjects('hal@example.com')).at(-1)).toBe('Your email address was changed')
    const open = await transaction(world.ctx, (tx) => tx.select().from(session).where(eq(session.userId, hal.id)))
    expect(open.filter(({ revokedAt }) => revokedAt === null)).toHaveLength(1)
  })

  test('keeps a username that the user chose', async () => {
    const ida = await signUp(app, 'ida@example.com')
    await put(ida, { username: 'Ida' })
    await put(ida, { email: 'ida@elsewhere.example', currentPassword: password })
    await confirm(await keyOf('ida@elsewhere.example'))
    expect((await login('ida@elsewhere.example')).json().user.username).toBe('Ida')
  })

  test('that another user took in the meantime is refused, with its link', async () => {
    const jo = await signUp(app, 'jo@example.com')
    await put(jo, { email: 'wanted@example.com', currentPassword: password })
    const code = await keyOf('wanted@example.com')
    await signUp(app, 'wanted@example.com')
    const answer = await confirm(code)
    expect(answer.json().error).toMatchObject({ status: 400, message: 'Email or Username are already taken' })
    const browser = await confirm(code, { accept: 'text/html' })
    expect(browser.headers.location).toBe('/auth/login?notice=address-taken')
    expect((await me(jo)).email).toBe('jo@example.com')
  })

  test('is canceled by a change of the password', async () => {
    const kim = await signUp(app, 'kim@example.com')
    await put(kim, { email: 'thief@example.com', currentPassword: password })
    const code = await keyOf('thief@example.com')
    const secret = 'another horse battery'
    await app.inject({
      method: 'POST',
      url: '/api/auth/change-password',
      headers: kim.headers,
      payload: { currentPassword: password, password: secret, passwordConfirmation: secret },
    })
    expect((await confirm(code)).json().error).toMatchObject(incorrect)
    expect((await login('kim@example.com', secret)).statusCode).toBe(200)
  })

  test('equal to the current one changes nothing', async () => {
    const leo = await signUp(app, 'leo@example.com')
    expect((await put(leo, { email: 'LEO@example.com' })).statusCode).toBe(200)
    expect(await subjects('leo@example.com')).toEqual(['Confirm your email address'])
  })

  test('of an internal admin has to be confirmed while signed in', async () => {
    const max = await signUp(app, 'max@example.com')
    await put(max, { email: 'root@example.com', currentPassword: password })
    expect((await confirm(await keyOf('root@example.com'))).statusCode).toBe(403)
    expect((await me(max)).email).toBe('max@example.com')
  })

  test('invalidates links for confirming the old one', async () => {
    const nat = await signUp(app, 'nat@example.com')
    const old = await keyOf('nat@example.com')
    await put(nat, { email: 'nat@elsewhere.example', currentPassword: password })
    await confirm(await keyOf('nat@elsewhere.example'))
    expect((await confirm(old)).json().error).toMatchObject(incorrect)
  })
})
