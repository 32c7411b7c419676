import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { throttle } from '#platform/server/database/tables.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { appOf, password, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { loginBudgets } from '../throttle.ts'

const minute = 60_000
let world: World
/** Two web processes on one database, behind a trusted proxy. */
let app: FastifyInstance
let second: FastifyInstance

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { trustProxy: true })
  second = await appOf(world.ctx, { trustProxy: true })
  await signUp(app, 'ann@example.com')
  await signUp(app, 'bob@example.com')
})

afterEach(async () => {
  await transaction(world.ctx, (tx) => tx.delete(throttle))
})

afterAll(async () => {
  await app.close()
  await second.close()
  await world.close()
})

const home = '192.0.2.1'
const elsewhere = '198.51.100.7'

const login = (identifier: string, secret: string, address = home, server = app) =>
  server.inject({
    method: 'POST',
    url: '/api/auth/local',
    headers: { 'x-forwarded-for': address },
    payload: { identifier, password: secret },
  })

/** Spends this many attempts from one network, like wrong passwords. */
async function guess(identifier: string, times: number, address = home): Promise<void> {
  const refused = (error: unknown) => expect(error).toMatchObject({ name: 'RateLimitError' })
  for (let each = 0; each < times; each++) await spend(world.ctx, loginBudgets(identifier, address)).catch(refused)
}

/** Spends this many attempts, each from another network. */
async function guessFromEverywhere(identifier: string, times: number): Promise<void> {
  for (let each = 0; each < times; each++) await spend(world.ctx, loginBudgets(identifier, `203.0.113.${each}`))
}

test('after ten wrong passwords for a name from one network, even the right one is rate-limited there', async () => {
  for (let each = 0; each < 10; each++) expect((await login('ann@example.com', 'wrong')).statusCode).toBe(400)
  const answer = await login('ann@example.com', password)
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('900')
  expect(answer.json().error).toEqual({
    status: 429,
    name: 'RateLimitError',
    message: 'Too many attempts. Try again in 15 minutes.',
    details: { retryAfter: 900, retryAt: '2026-11-20T12:15:00.000Z' },
  })
})

test('the owner can sign in from elsewhere, however often one network guesses', async () => {
  await guess('ann@example.com', 30)
  expect((await login('ann@example.com', password)).statusCode).toBe(429)
  expect((await login('ann@example.com', password, elsewhere)).statusCode).toBe(200)
})

test.each(['ann@example.com', 'nobody@example.com'])(
  'a hundred guesses at %s from many networks lock it everywhere',
  async (name) => {
    await guessFromEverywhere(name, 100)
    const answer = await login(name, 'wrong', elsewhere)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '900'])
    world.clock.advance(15 * minute)
    expect((await login(name, 'wrong', elsewhere)).statusCode).toBe(400)
  },
)

test('a sign-in by the owner gives attackers no more attempts', async () => {
  await guessFromEverywhere('ann@example.com', 99)
  expect((await login('ann@example.com', password)).statusCode).toBe(200)
  await guess('ann@example.com', 1, elsewhere)
  expect((await login('ann@example.com', password)).statusCode).toBe(429)
})

test('concurrent guesses from many networks are counted one by one', async () => {
  const tries = Array.from({ length: 120 }, (_, each) =>
    spend(world.ctx, loginBudgets('ann@example.com', `203.0.113.${each}`)),
  )
  const done = await Promise.allSettled(tries)
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
})

test('a name that spells a network counts as no other name', async () => {
  await guessFromEverywhere(`ann@example.com from ${home}`, 100)
  await guessFromEverywhere(`from ${home} as ann@example.com`, 100)
  expect((await login('ann@example.com', password)).statusCode).toBe(200)
})

test('the wait ends exactly with its window', async () => {
  await guess('ann@example.com', 10)
  world.clock.advance(15 * minute - 1)
  expect((await login('ann@example.com', password)).json().error.message).toBe(
    'Too many attempts. Try again in a minute.',
  )
  world.clock.advance(1)
  expect((await login('ann@example.com', password)).statusCode).toBe(200)
})

test("further attempts don't extend the wait", async () => {
  await guess('ann@example.com', 10)
  world.clock.advance(10 * minute)
  await guess('ann@example.com', 30)
  world.clock.advance(5 * minute)
  expect((await login('ann@example.com', password)).statusCode).toBe(200)
})

test('another user is not locked out', async () => {
  await guess('ann@example.com', 30)
  expect((await login('bob@example.com', password)).statusCode).toBe(200)
})

test('a network beyond its own limit does not use up the limit of a name', async () => {
  const from = '203.0.113.7'
  for (let each = 0; each < 300; each++) await spend(world.ctx, loginBudgets(`name${each}@example.com`, from))
  for (let each = 0; each < 12; each++) expect((await login('ann@example.com', 'wrong', from)).statusCode).toBe(429)
  expect((await login('ann@example.com', password)).statusCode).toBe(200)
})

test('two processes count together', async () => {
  await guess('ann@example.com', 5)
  for (let each = 0; each < 5; each++) await login('ann@example.com', 'wrong', home, second)
  expect((await login('ann@example.com', password, home, second)).statusCode).toBe(429)
})

test('ten concurrent guesses count as ten', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => login('ann@example.com', 'wrong')))
  expect(answers.filter((answer) => answer.statusCode === 400)).toHaveLength(10)
})

test.each(['ANN@example.com', ' ann@example.com', 'ann@example.com\t'])(
  'the spelling %j does not bypass the limit',
  async (identifier) => {
    await guess('ann@example.com', 10)
    expect((await login(identifier, password)).statusCode).toBe(429)
  },
)

test('a right password resets the count of wrong ones', async () => {
  for (let round = 0; round < 3; round++) {
    await guess('ann@example.com', 9)
    expect((await login('ann@example.com', password)).statusCode).toBe(200)
  }
})

test('three hundred names lock a network, whatever address in it', async () => {
  for (let each = 0; each < 300; each++) {
    await spend(world.ctx, loginBudgets(`name${each}@example.com`, `2001:db8:7:7::${each}`))
  }
  expect((await login('bob@example.com', password, '2001:db8:7:7:ffff::1')).statusCode).toBe(429)
  expect((await login('bob@example.com', password, '2001:db8:7:8::1')).statusCode).toBe(200)
})

test("successful sign-ins don't count for a network", async () => {
  await login('bob@example.com', password)
  const rows = await transaction(world.ctx, (tx) => tx.select().from(throttle))
  expect(rows.map((row) => row.spent)).toEqual([0, 0])
})

test('without a trusted proxy, the forwarded header is ignored', async () => {
  const open = await appOf(world.ctx)
  for (let each = 0; each < 300; each++) {
    await spend(world.ctx, loginBudgets(`name${each}@example.com`, '127.0.0.1'))
  }
  expect((await login('bob@example.com', password, '203.0.113.1', open)).statusCode).toBe(429)
  await open.close()
})

test('registering is limited per email, after unknown keys are rejected', async () => {
  const register = (email: string) =>
    app.inject({ method: 'POST', url: '/api/auth/local/register', payload: { email, password } })
  for (let each = 0; each < 10; each++) expect((await register('Ann@example.com')).statusCode).toBe(400)
  expect((await register('ann@EXAMPLE.com')).statusCode).toBe(429)
  expect((await register('carl@example.com')).statusCode).toBe(200)
})

test('expired counts are deleted by later ones', async () => {
  await guess('ann@example.com', 10)
  world.clock.advance(16 * minute)
  await guess('bob@example.com', 10)
  const rows = await transaction(world.ctx, (tx) => tx.select().from(throttle))
  expect(rows.filter((row) => row.until <= world.clock.now)).toEqual([])
  expect(rows.map((row) => row.key).join()).not.toContain('example.com')
})
