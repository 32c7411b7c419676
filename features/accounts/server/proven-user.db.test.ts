import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { password, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { userOfProvenEmail } from './proven-user.ts'
import { login } from './sessions/login.ts'

let world: World
let app: FastifyInstance

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

afterEach(() => transaction(world.ctx, (tx) => tx.delete(user)))
afterAll(() => world.close())

const proof = { email: 'wilma@pipewell.example', provider: 'google' }
const arrive = () => transaction(world.ctx, (tx) => userOfProvenEmail(world.ctx, tx, proof))

/** Returns a context that runs `what` just before its nth transaction. */
function interrupted(nth: number, what: () => Promise<unknown>): Ctx {
  const { db } = world.ctx
  let begun = 0
  const run: typeof db.run = async (...args) => {
    begun += 1
    if (begun === nth) await what()
    return db.run(...args)
  }
  return { ...world.ctx, db: { ...db, run } }
}

describe('proving an address', () => {
  test('creates a confirmed account without a password, and finds it the next time', async () => {
    const wilma = await arrive()
    expect(wilma).toMatchObject({ ...proof, username: proof.email, passwordHash: null, confirmedAt: world.ctx.now() })
    expect((await arrive()).id).toBe(wilma.id)
  })

  test('finds an existing confirmed account and leaves it unchanged', async () => {
    const { id } = await signUp(app, proof.email)
    const confirmedAt = new Date('2026-01-01T00:00:00Z')
    await transaction(world.ctx, (tx) => tx.update(user).set({ confirmedAt }).where(eq(user.id, id)))
    expect(await arrive()).toMatchObject({ id, confirmedAt, provider: 'local', passwordHash: expect.any(String) })
  })

  test('takes over an account that was never confirmed', async () => {
    const { id } = await signUp(app, proof.email)
    expect(await arrive()).toMatchObject({ id, provider: 'google', passwordHash: null, confirmedAt: world.ctx.now() })
  })
})

describe('a password login while its account is taken over', () => {
  const input = { identifier: proof.email, password, address: '192.0.2.1' }

  test('fails if the takeover comes first', async () => {
    await signUp(app, proof.email)
    // The attempt is counted and the password checked; only opening the session is left.
    const signIn = login(interrupted(3, arrive), input)
    await expect(signIn).rejects.toMatchObject({ name: 'ValidationError', message: 'Invalid identifier or password' })
  })

  test('succeeds if it comes first', async () => {
    const { id } = await signUp(app, proof.email)
    expect((await login(interrupted(4, arrive), input)).user.id).toBe(id)
  })
})
