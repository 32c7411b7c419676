import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { appOf, browserOf, call, type Person, password, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { Identity, type Session } from '../../contract.ts'
import { session } from '../tables.ts'

const minute = 60_000
let world: World
let app: FastifyInstance

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, { trustProxy: true })
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) CriOS/140.0 Mobile/15E148 Safari/604.1'

/** Signs a user in again, from another device and address. */
async function signIn(email: string, agent: string, address: string): Promise<Person> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/auth/local',
    headers: { 'user-agent': agent, 'x-forwarded-for': address },
    payload: { identifier: email, password },
  })
  const { jwt, user } = Identity.parse(answer.json())
  return { id: user.id, email, jwt, headers: { authorization: `Bearer ${jwt}` } }
}

async function sessionsOf(person: Person, query = ''): Promise<Session[]> {
  return (await call(app, person, 'GET', `sessions${query}`)).json().data
}

const isIn = async (person: Person) => (await call(app, person, 'GET', 'users/me')).statusCode === 200

describe('sessions', () => {
  test('are listed with their start and last use, without an address that identifies a device', async () => {
    await signUp(app, 'ann@example.com')
    world.clock.advance(minute)
    const here = await signIn('ann@example.com', firefox, '203.0.113.77')
    world.clock.advance(minute)
    await signIn('ann@example.com', phone, '2001:db8:1:2::77')
    const now = world.clock.now.getTime()
    const listed = await sessionsOf(here, '?sort=createdAt:desc')
    expect(listed.map(({ device, address, current }) => ({ device, address, current }))).toEqual([
      { device: 'Chrome on iOS', address: '2001:db8:1::/48', current: false },
      { device: 'Firefox on Linux', address: '203.0.113.0/24', current: true },
      { device: expect.any(String), address: '127.0.0.0/24', current: false },
    ])
    expect(listed[1]).toMatchObject({
      createdAt: new Date(now - minute).toISOString(),
      lastUsedAt: new Date(now).toISOString(),
      expiresAt: new Date(now - minute + 30 * 24 * 60 * minute).toISOString(),
    })
    const one = await call(app, here, 'GET', `sessions/${listed[0]?.id}`)
    expect(one.json().data).toEqual(listed[0])
  })

  test('are listed only while they are active', async () => {
    const begin = world.clock.now
    const old = await signUp(app, 'bea@example.com')
    await call(app, old, 'POST', 'auth/logout')
    await signIn('bea@example.com', firefox, '203.0.113.1')
    world.clock.advance(30 * 24 * 60 * minute)
    const here = await signIn('bea@example.com', phone, '203.0.113.1')
    const answer = (await call(app, here, 'GET', 'sessions')).json()
    expect(answer.data).toHaveLength(1)
    expect(answer.meta.pagination.total).toBe(1)
    world.clock.now = begin
  })

  test('are deleted at the next sign-in after they ended', async () => {
    const ola = await signUp(app, 'ola@example.com')
    await call(app, ola, 'POST', 'auth/logout')
    await signIn('ola@example.com', firefox, '203.0.113.1')
    const kept = await transaction(world.ctx, (tx) => tx.select().from(session).where(eq(session.userId, ola.id)))
    expect(kept.map(({ device }) => device)).toEqual(['Firefox on Linux'])
  })

  test('record their last use once a minute', async () => {
    const cara = await signUp(app, 'cara@example.com')
    const used = async () => {
      const [row] = await transaction(world.ctx, (tx) => tx.select().from(session).where(eq(session.userId, cara.id)))
      return row?.lastUsedAt.getTime()
    }
    const begin = world.clock.now.getTime()
    world.clock.advance(minute - 1)
    await isIn(cara)
    expect(await used()).toBe(begin)
    world.clock.advance(1)
    await isIn(cara)
    expect(await used()).toBe(begin + minute)
  })

  test('can be ended one by one', async () => {
    const dora = await signUp(app, 'dora@example.com')
    const stolen = await signIn('dora@example.com', phone, '198.51.100.1')
    const other = (await sessionsOf(dora)).find(({ current }) => !current)
    const ended = await call(app, dora, 'DELETE', `sessions/${other?.id}`)
    expect([ended.statusCode, ended.body]).toEqual([204, ''])
    expect([await isIn(stolen), await isIn(dora)]).toEqual([false, true])
    expect((await call(app, dora, 'DELETE', `sessions/${other?.id}`)).statusCode).toBe(404)
    expect(await sessionsOf(dora)).toHaveLength(1)
  })

  test('can be ended all but the current one', async () => {
    const eva = await signUp(app, 'eva@example.com')
    const others = [await signIn(eva.email, phone, '198.51.100.1'), await signIn(eva.email, firefox, '198.51.100.2')]
    expect((await call(app, eva, 'DELETE', 'sessions')).statusCode).toBe(204)
    expect(await Promise.all([eva, ...others].map(isIn))).toEqual([true, false, false])
    expect((await call(app, eva, 'DELETE', 'sessions')).statusCode).toBe(204)
  })

  test('can end themselves', async () => {
    const fay = await signUp(app, 'fay@example.com')
    const [own] = await sessionsOf(fay)
    expect((await call(app, fay, 'DELETE', `sessions/${own?.id}`)).statusCode).toBe(204)
    expect(await isIn(fay)).toBe(false)
  })

  test('of other users can be neither seen nor ended', async () => {
    const gus = await signUp(app, 'gus@example.com')
    const hal = await signUp(app, 'hal@example.com')
    const [foreign] = await sessionsOf(hal)
    expect((await sessionsOf(gus)).map(({ id }) => id)).not.toContain(foreign?.id)
    expect(await sessionsOf(gus, `?filters[id][$eq]=${foreign?.id}`)).toEqual([])
    for (const method of ['GET', 'DELETE'] as const) {
      expect((await call(app, gus, method, `sessions/${foreign?.id}`)).statusCode).toBe(404)
    }
    await call(app, gus, 'DELETE', 'sessions')
    expect(await isIn(hal)).toBe(true)
  })

  test.each(['user', 'userId', 'revokedAt', 'device', 'user.password', 'current'])(
    'cannot be filtered by %s',
    async (field) => {
      const ida = await signUp(app, `${field.replace('.', '-')}@example.com`)
      const answer = await call(app, ida, 'GET', `sessions?filters[${field}][$eq]=x`)
      expect(answer.json().error).toMatchObject({ status: 400, name: 'ValidationError' })
    },
  )

  test('can be ended only from our own pages', async () => {
    const jo = await signUp(app, 'jo@example.com')
    const other = await signIn('jo@example.com', phone, '198.51.100.1')
    const headers = { ...browserOf(jo), origin: 'https://evil.example' }
    expect((await app.inject({ method: 'DELETE', url: '/api/sessions', headers })).statusCode).toBe(403)
    expect(await isIn(other)).toBe(true)
  })
})
