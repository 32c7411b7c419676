import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Database, transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { mail } from '#platform/server/mail/tables.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { keyInMail, mailsTo } from '#tests/support/mails.ts'
import {
  addMember,
  appOf,
  auditOf,
  browserOf,
  call,
  confirmAddress,
  jobTransaction,
  type Person,
  password,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { Identity } from '../../contract.ts'
import { userCode } from '../tables.ts'

const minute = 60_000
const newPassword = 'another horse battery'

const incorrect = {
  data: null,
  error: { status: 400, name: 'ValidationError', message: 'Incorrect code provided', details: expect.anything() },
}

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

const forgot = (email: string) => post('forgot-password', { email })

const reset = (code: unknown, secret = newPassword) =>
  post('reset-password', { code, password: secret, passwordConfirmation: secret })

const login = (identifier: string, secret: string) => post('local', { identifier, password: secret })
const me = (headers: Record<string, string>) => app.inject({ url: '/api/users/me', headers })
const change = (person: Person, payload: object) => post('change-password', payload, person.headers)
const fresh = { currentPassword: password, password: newPassword, passwordConfirmation: newPassword }

/** Signs up a user who has requested a reset code. */
async function forgetful(email: string): Promise<Person & { code: string }> {
  const person = await signUp(app, email)
  await forgot(email)
  return { ...person, code: await keyInMail(world.ctx, email, 'code') }
}

describe('a forgotten password', () => {
  test('is reset by the code in the mail, which returns a token and sets the cookies', async () => {
    const { id, code } = await forgetful('ann@example.com')
    const answer = await reset(code)
    expect(answer.statusCode).toBe(200)
    const { jwt, user: ann } = Identity.parse(answer.json())
    expect([ann.id, ann.confirmed]).toEqual([id, true])
    expect((await me({ authorization: `Bearer ${jwt}` })).statusCode).toBe(200)
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual(
      expect.arrayContaining([
        ['jwt', jwt],
        ['signed_in', '1'],
      ]),
    )
    expect((await login('ann@example.com', newPassword)).statusCode).toBe(200)
    expect((await login('ann@example.com', password)).statusCode).toBe(400)
  })

  test.each([
    ['confirmed remain members', true, 200],
    ['unconfirmed are removed, since anyone could have created the account', false, 404],
  ])('members added while the address was %s', async (_which, isConfirmed, status) => {
    const owner = await forgetful(`owner-${status}@example.com`)
    if (isConfirmed) await confirmAddress(world.url, owner)
    const other = await signUp(app, `other-${status}@example.com`)
    const project = await setUpProject(app, owner)
    await addMember(world.ctx, project, other, 'owner')
    await confirmAddress(world.url, other)
    await call(app, other, 'POST', 'members', { project, email: `third-${status}@example.com`, role: 'admin' })
    const { jwt } = Identity.parse((await reset(owner.code)).json())
    expect((await call(app, other, 'GET', `projects/${project}`)).statusCode).toBe(status)
    const members = await app.inject({ url: '/api/members', headers: { authorization: `Bearer ${jwt}` } })
    expect(members.json().data).toHaveLength(isConfirmed ? 3 : 1)
    const history = await auditOf(world.ctx, project)
    const parted = history.filter((line) => /member\.(remove|uninvite)/.test(line)).map((line) => line.split(' ')[1])
    expect(parted.toSorted()).toEqual(isConfirmed ? [] : ['member.remove', 'member.uninvite'])
  })

  test("has a mail that links to our own URL, whatever the request's host, and expires after an hour", async () => {
    await signUp(app, 'host@example.com')
    await post(
      'forgot-password',
      { email: 'HOST@example.com' },
      { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    )
    const letter = (await mailsTo(world.ctx, 'host@example.com')).at(-1)
    expect(letter?.subject).toBe('Reset your password')
    expect(letter?.bodyText).toContain('http://localhost:3000/auth/reset-password?code=')
    expect(letter?.bodyText + String(letter?.bodyHtml)).not.toContain('evil')
    expect(letter?.usefulUntil).toEqual(new Date(world.clock.now.getTime() + 60 * minute))
  })

  test('gets the same response and the same work for known, unknown and blocked addresses', async () => {
    await signUp(app, 'known@example.com')
    const { id } = await signUp(app, 'shut@example.com')
    await transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt: world.clock.now }).where(eq(user.id, id)))
    const { asked, app: counting } = await countingApp()
    const calls: [string, number, (email: string) => object][] = [
      ['forgot-password', 200, (email) => ({ email })],
      ['send-email-confirmation', 200, (email) => ({ email })],
      ['local', 400, (email) => ({ identifier: email, password: 'a wrong password' })],
    ]
    for (const [path, status, payload] of calls) {
      const call = async (email: string) => {
        asked.length = 0
        const url = `/api/auth/${path}`
        const answer = await counting.inject({ method: 'POST', url, payload: payload(email) })
        const body = answer.body.replaceAll(email, 'EMAIL')
        return { status: answer.statusCode, body, headers: Object.keys(answer.headers).toSorted(), asked: [...asked] }
      }
      const known = await call('known@example.com')
      expect(known.status).toBe(status)
      expect(known.asked.length).toBeGreaterThan(4)
      expect(await call('nobody@example.com')).toEqual(known)
      expect(await call('shut@example.com')).toEqual(known)
    }
    await counting.close()
    expect(await mailsTo(world.ctx, 'nobody@example.com')).toEqual([])
    expect((await mailsTo(world.ctx, 'shut@example.com')).map(({ subject }) => subject)).toEqual([
      'Confirm your email address',
    ])
  })

  test('clears the cookies first, even if the request or the reset fails', async () => {
    const person = await signUp(app, 'cookie@example.com')
    for (const answer of [
      await post('forgot-password', { email: 'nobody' }, browserOf(person)),
      await post('reset-password', { code: 'x' }, browserOf(person)),
    ]) {
      expect(answer.statusCode).toBe(400)
      expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([
        ['jwt', ''],
        ['signed_in', ''],
      ])
    }
  })

  test.each<[string, object]>([
    ['no email', {}],
    ['a list as the email', { email: ['ann@example.com'] }],
    ['an object as the email', { email: { $ne: '' } }],
    ['a line break in the email', { email: 'ann@example.com\r\nbcc: eve@example.com' }],
    ['an unknown key', { email: 'ann@example.com', url: 'https://evil.example' }],
  ])('with %s sends nothing', async (_what, payload) => {
    const before = await jobTransaction(world.ctx, (tx) => tx.$count(mail))
    expect((await post('forgot-password', payload)).statusCode).toBe(400)
    expect(await jobTransaction(world.ctx, (tx) => tx.$count(mail))).toBe(before)
  })
})

describe('a code', () => {
  test.each<[string, unknown]>([
    ['an empty object', {}],
    ['a query operator', { $ne: '' }],
    ['an empty list', []],
    ['a list of codes', ['x'.repeat(43)]],
    ['null', null],
    ['a number', 0],
    ['true', true],
    ['empty', ''],
    ['missing', undefined],
    ['unknown', 'x'.repeat(43)],
    ['an SQL injection', "' or 1=1 --"],
    ['too long', 'x'.repeat(10_000)],
  ])('that is %s is refused', async (_what, code) => {
    const answer = await reset(code)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual(incorrect)
  })

  test('of ten megabytes is not even read', async () => {
    expect((await reset('x'.repeat(10_000_000))).statusCode).toBe(413)
  })

  test('works once', async () => {
    const { code } = await forgetful('once@example.com')
    expect((await reset(code)).statusCode).toBe(200)
    expect((await reset(code, 'a third password')).json()).toEqual(incorrect)
    expect((await login('once@example.com', newPassword)).statusCode).toBe(200)
  })

  test('used ten times at once works once', async () => {
    const { code } = await forgetful('race@example.com')
    const answers = await Promise.all(Array.from({ length: 10 }, (_, each) => reset(code, `password number ${each}`)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, ...Array(9).fill(400)])
  })

  test('deleted while it waits for another change of the account is invalid', async () => {
    const { id, code } = await forgetful('turn@example.com')
    const client = new pg.Client({ connectionString: world.url })
    await client.connect()
    await client.query('begin')
    await client.query('select from "user" where id = $1 for no key update', [id])
    const late = reset(code)
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await vi.waitFor(async () => expect((await client.query(waiting)).rowCount).toBe(1), { timeout: 20_000 })
    await client.query('delete from user_code where user_id = $1', [id])
    await client.query('commit')
    await client.end()
    expect((await late).json()).toEqual(incorrect)
    expect((await login('turn@example.com', password)).statusCode).toBe(200)
  })

  test('sent to an earlier address is invalid', async () => {
    const { id, code } = await forgetful('former@example.com')
    await transaction(world.ctx, (tx) => tx.update(user).set({ email: 'present@example.com' }).where(eq(user.id, id)))
    expect((await reset(code)).json()).toEqual(incorrect)
    expect((await login('present@example.com', password)).statusCode).toBe(200)
  })

  test('is valid for exactly an hour', async () => {
    const { code } = await forgetful('late@example.com')
    const begin = world.clock.now
    world.clock.advance(60 * minute)
    expect((await reset(code)).json()).toEqual(incorrect)
    world.clock.advance(-1)
    expect((await reset(code)).statusCode).toBe(200)
    world.clock.now = begin
  })

  test('is invalid after a newer one was requested', async () => {
    const { code } = await forgetful('twice@example.com')
    await forgot('twice@example.com')
    expect((await reset(code)).json()).toEqual(incorrect)
    expect((await reset(await keyInMail(world.ctx, 'twice@example.com', 'code'))).statusCode).toBe(200)
  })

  test('for another purpose is invalid', async () => {
    await signUp(app, 'purpose@example.com')
    const confirmation = await keyInMail(world.ctx, 'purpose@example.com', 'confirmation')
    expect((await reset(confirmation)).json()).toEqual(incorrect)
    await forgot('purpose@example.com')
    const code = await keyInMail(world.ctx, 'purpose@example.com', 'code')
    const confirmed = await app.inject({ url: `/api/auth/email-confirmation?confirmation=${code}` })
    expect(confirmed.json().error).toMatchObject({ status: 400, message: 'Invalid token' })
  })

  test('changes only its own user', async () => {
    const { code } = await forgetful('own@example.com')
    await signUp(app, 'other@example.com')
    await reset(code)
    expect((await login('other@example.com', password)).statusCode).toBe(200)
  })

  test('is stored as a digest, which cannot be used instead', async () => {
    const { id, code } = await forgetful('digest@example.com')
    const [row] = await transaction(world.ctx, (tx) => tx.select().from(userCode).where(eq(userCode.userId, id)))
    expect(row?.digest).not.toBe(code)
    expect((await reset(row?.digest)).json()).toEqual(incorrect)
  })

  test('of a blocked user is refused', async () => {
    const { id, code } = await forgetful('jailed@example.com')
    await transaction(world.ctx, (tx) => tx.update(user).set({ blockedAt: world.clock.now }).where(eq(user.id, id)))
    expect((await reset(code)).json().error.message).toBe('Your account has been blocked by an administrator')
  })

  test('stays valid after an unacceptable password', async () => {
    const { code } = await forgetful('short@example.com')
    const differing = { code, password: newPassword, passwordConfirmation: `${newPassword}!` }
    expect((await post('reset-password', differing)).json().error.message).toBe('Passwords do not match')
    expect((await reset(code, 'short')).json().error.message).toBe('password must be at least 8 characters')
    expect((await reset(code)).statusCode).toBe(200)
  })
})

test.each<[string, (person: Person) => Promise<unknown>]>([
  [
    'reset',
    async ({ email }) => {
      await forgot(email)
      return reset(await keyInMail(world.ctx, email, 'code'))
    },
  ],
  ['change', (person) => change(person, fresh)],
])('a %s of the password ends every session and API token', async (what, act) => {
  const person = await signUp(app, `end-${what}@example.com`)
  const project = await setUpProject(app, person)
  const created = await call(app, person, 'POST', 'api-tokens', { project, name: 'Export' })
  const bearer = { authorization: `Bearer ${created.json().data.token}` }
  const isOpen = async () => (await app.inject({ url: '/api/projects', headers: bearer })).statusCode
  expect(await isOpen()).toBe(200)
  await act(person)
  expect(await isOpen()).toBe(401)
  expect((await me(person.headers)).statusCode).toBe(401)
})

test('no code, digest or password is logged', async () => {
  const { code } = await forgetful('quiet@example.com')
  await app.inject({ url: `/auth/reset-password?code=${code}` })
  await reset(code)
  await world.drain()
  const log = world.logged.join('\n')
  for (const secret of [code, newPassword, 'quiet@example.com']) expect(log).not.toContain(secret)
})

/** Returns the same server, with a count of its database calls. */
async function countingApp() {
  const asked: string[] = []
  const { db } = world.ctx
  const counted: Database = {
    ...db,
    run: (role, projects, work) =>
      db.run(role, projects, (tx) => {
        const counting = new Proxy(tx, {
          get: (target, name, receiver) => {
            if (['select', 'insert', 'update', 'delete', 'execute'].includes(String(name))) asked.push(String(name))
            return Reflect.get(target, name, receiver)
          },
        })
        return work(counting)
      }),
  }
  return { asked, app: await appOf({ ...world.ctx, db: counted }) }
}
