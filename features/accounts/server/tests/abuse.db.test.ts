import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { mailsTo } from '#tests/support/mails.ts'
import { appOf, call, type Person, password, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { codeBudgets, loginBudgets, mailBudgets } from '../throttle.ts'

let world: World
/** Behind a trusted proxy. */
let app: FastifyInstance
let ann: Person
let bob: Person

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { trustProxy: true })
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
})

afterEach(async () => {
  await transaction(world.ctx, (tx) => tx.delete(throttle))
})

afterAll(async () => {
  await app.close()
  await world.close()
})

let sent = 0
/** Headers of another network and host for each request, which must not count. */
const anywhere = () => ({ 'x-forwarded-for': `198.51.100.${sent++ % 250}`, 'x-real-ip': `192.0.2.${sent % 250}` })

const post = (path: string, payload: object, headers: Record<string, string> = anywhere()) =>
  app.inject({ method: 'POST', url: `/api/auth/${path}`, payload, headers })

const statuses = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode)

async function times<T>(count: number, work: (each: number) => Promise<T>): Promise<T[]> {
  const all: T[] = []
  for (let each = 0; each < count; each++) all.push(await work(each))
  return all
}

describe.each(['forgot-password', 'send-email-confirmation'])('%s', (path) => {
  const spellings = ['ann@example.com', 'ANN@example.com', ' ann@EXAMPLE.com', 'ann@example.com\t', '\nAnn@Example.Com']

  test("sends five mails an hour to an address, whatever its spelling and the request's network", async () => {
    const before = (await mailsTo(world.ctx, 'ann@example.com')).length
    const answers = await times(15, (each) => post(path, { email: spellings[each % spellings.length] }))
    expect(statuses(answers)).toEqual([...Array(5).fill(200), ...Array(10).fill(429)])
    expect((await mailsTo(world.ctx, 'ann@example.com')).length - before).toBe(5)
    expect(answers.at(-1)?.headers['retry-after']).toBe('3600')
  })

  test('counts unknown addresses like known ones', async () => {
    const answers = await times(6, () => post(path, { email: 'nobody@example.com' }))
    expect(statuses(answers)).toEqual([...Array(5).fill(200), 429])
  })

  test('does not affect another user', async () => {
    await times(20, () => post(path, { email: 'ann@example.com' }))
    expect((await post(path, { email: 'bob@example.com' })).statusCode).toBe(200)
  })

  test('rejects an additional key, which must not bypass the limit', async () => {
    const answers = await times(10, (each) =>
      post(path, { email: 'ann@example.com', identifier: `${each}@example.com` }),
    )
    expect(new Set(statuses(answers))).toEqual(new Set([400]))
  })

  test('is limited to a hundred per network, whatever address in it', async () => {
    await times(100, (each) =>
      spend(world.ctx, mailBudgets('reset', `name${each}@example.com`, `2001:db8:5:5::${each}`)),
    )
    const from = (address: string) => ({ 'x-forwarded-for': address })
    expect((await post(path, { email: 'bob@example.com' }, from('2001:db8:5:5:ffff::9'))).statusCode).toBe(429)
    expect((await post(path, { email: 'bob@example.com' }, from('2001:db8:5:6::9'))).statusCode).toBe(200)
  })
})

test('codes are limited to a hundred per network in 15 minutes, for resets and confirmations together', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  await times(98, () => spend(world.ctx, codeBudgets('203.0.113.9')))
  const code = 'x'.repeat(43)
  const body = { code, password, passwordConfirmation: password }
  const confirm = () => app.inject({ url: `/api/auth/email-confirmation?confirmation=${code}`, headers })
  expect((await post('reset-password', body, headers)).statusCode).toBe(400)
  expect((await confirm()).statusCode).toBe(400)
  expect((await post('reset-password', body, headers)).statusCode).toBe(429)
  expect((await confirm()).statusCode).toBe(429)
  expect((await post('reset-password', body, { 'x-forwarded-for': '203.0.113.10' })).statusCode).toBe(400)
})

describe('the current password', () => {
  const change = (person: Person, currentPassword: string) =>
    post(
      'change-password',
      { currentPassword, password: 'another horse battery', passwordConfirmation: 'another horse battery' },
      { ...anywhere(), ...person.headers },
    )
  const move = (person: Person, currentPassword: string) =>
    app.inject({
      method: 'PUT',
      url: '/api/users/me',
      headers: { ...anywhere(), ...person.headers },
      payload: { email: `new${sent}@example.com`, currentPassword },
    })

  test('can be guessed ten times in any way; then even the right one is rate-limited', async () => {
    const guesses = [...(await times(5, () => change(ann, 'wrong'))), ...(await times(5, () => move(ann, 'wrong')))]
    expect(new Set(statuses(guesses))).toEqual(new Set([400]))
    expect((await change(ann, password)).statusCode).toBe(429)
    expect((await move(ann, password)).statusCode).toBe(429)
    expect((await move(bob, password)).statusCode).toBe(200)
  })

  test('allows five mails an hour to one new address, for all users together', async () => {
    const carl = await signUp(app, `carl${sent}@example.com`)
    const dora = await signUp(app, `dora${sent}@example.com`)
    const payload = { email: 'Victim@example.com', currentPassword: password }
    const answers = await times(6, (each) =>
      app.inject({
        method: 'PUT',
        url: '/api/users/me',
        headers: { ...anywhere(), ...(each % 2 ? carl : dora).headers },
        payload,
      }),
    )
    expect(statuses(answers)).toEqual([...Array(5).fill(200), 429])
  })
})

test('a user can create sixty API tokens an hour, without affecting others', async () => {
  const eva = await signUp(app, 'eva@example.com')
  const project = await setUpProject(app, eva)
  const make = async (person: Person, of: string) => {
    const answer = await call(app, person, 'POST', 'api-tokens', { project: of, name: 'Export' })
    if (answer.statusCode === 201) await call(app, person, 'DELETE', `api-tokens/${answer.json().data.id}`)
    return answer.statusCode
  }
  const answers = await times(61, () => make(eva, project))
  expect(answers).toEqual([...Array(60).fill(201), 429])
  expect(await make(bob, await setUpProject(app, bob))).toBe(201)
})

/** Other spellings of the sign-in URL. */
test.each([
  '//api/auth/local',
  '/api//auth/local',
  '/api/auth/local/',
  '/api/auth//local',
  '/api/auth/./local',
  '/api/auth/x/../local',
  '/api/%2e/auth/local',
  '/api/auth/%2e%2e/auth/local',
  '/api/auth/%6Cocal',
  '/api/auth%2flocal',
  '/API/auth/local',
  '/api/auth/LOCAL',
  '/api/auth/local?identifier=other@example.com',
  '/api/auth/local;a=b',
  '/api/auth/local%00',
  '/api/auth/local%20',
  'http://evil.example/api/auth/local',
])('%s does not bypass the limit', async (url) => {
  const address = '203.0.113.9'
  await times(10, () => spend(world.ctx, loginBudgets('ann@example.com', address)))
  const payload = { identifier: 'ann@example.com', password }
  const answer = await app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': address } })
  expect(answer.statusCode).not.toBe(200)
  expect(answer.body).not.toContain('jwt')
  const other = await app.inject({
    method: 'POST',
    url: '/api/auth/local',
    payload: { identifier: 'bob@example.com', password },
  })
  expect(other.statusCode).toBe(200)
})

test('five hundred attempts from as many networks lock a name like a hundred do, and no other name', async () => {
  const budgets = (each: number) => loginBudgets('ann@example.com', `2001:db8:${(each % 60_000).toString(16)}::1`)
  let refused = 0
  // Fifty at a time, like an attacker in a hurry.
  for (let begun = 0; begun < 500; begun += 50) {
    const tries = Array.from({ length: 50 }, (_, each) =>
      spend(world.ctx, budgets(begun + each)).catch(() => refused++),
    )
    await Promise.all(tries)
  }
  expect(refused).toBe(400)
  expect((await post('local', { identifier: 'ann@example.com', password })).statusCode).toBe(429)
  expect((await post('local', { identifier: 'bob@example.com', password })).statusCode).toBe(200)
})

test('a password of a megabyte is not hashed', async () => {
  const long = 'x'.repeat(1_000_000)
  expect((await post('local', { identifier: 'ann@example.com', password: long })).statusCode).toBe(413)
  expect((await post('local', { identifier: 'ann@example.com', password: 'x'.repeat(257) })).statusCode).toBe(400)
  const body = { currentPassword: 'x'.repeat(300_000), password, passwordConfirmation: password }
  expect((await post('change-password', body, ann.headers)).statusCode).toBe(400)
})
