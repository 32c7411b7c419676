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

/** A context in which something happens just before its nth transaction. */
function interrupted(nth: number, what: () => Promise<unknown>): Ctx {
  const { db } = world.ctx
  let begun = 0
  const run: typeof db.run = async (...given) => {
    begun += 1
    if (begun === nth) await what()
    return db.run(...given)
  }
  return { ...world.ctx, db: { ...db, run } }
}

describe('whoever proves an address', () => {
  test('gets an account of it, confirmed and without a password, and the same one again', async () => {
    const wilma = await arrive()
    expect(wilma).toMatchObject({ ...proof, username: proof.email, passwordHash: null, confirmedAt: world.ctx.now() })
    expect((await arrive()).id).toBe(wilma.id)
  })

  test('gets the confirmed account that is there as it is', async () => {
    const { id } = await signUp(app, proof.email)
    const confirmedAt = new Date('2026-01-01T00:00:00Z')
    await transaction(world.ctx, (tx) => tx.update(user).set({ confirmedAt }).where(eq(user.id, id)))
    expect(await arrive()).toMatchObject({ id, confirmedAt, provider: 'local', passwordHash: expect.any(String) })
  })

  test('takes one that was never confirmed', async () => {
    const { id } = await signUp(app, proof.email)
    expect(await arrive()).toMatchObject({ id, provider: 'google', passwordHash: null, confirmedAt: world.ctx.now() })
  })
})

describe('the password of an account that is taken meanwhile', () => {
  const input = { identifier: proof.email, password, address: '192.0.2.1' }

  test('lets nobody in whose login was under way', async () => {
    await signUp(app, proof.email)
    // Counted, looked up and checked; what is left is to open the session.
    const signIn = login(interrupted(3, arrive), input)
    await expect(signIn).rejects.toMatchObject({ name: 'ValidationError', message: 'Invalid identifier or password' })
  })

  test('let them in up to then', async () => {
    const { id } = await signUp(app, proof.email)
    expect((await login(interrupted(4, arrive), input)).user.id).toBe(id)
  })
})
