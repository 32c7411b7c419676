import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type World } from '../testing.ts'
import { asJob } from '../testing-leads.ts'
import { transaction } from './database.ts'

let world: World
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

test('a connection that breaks while no query runs on it fails its transaction, and nothing else', async () => {
  const ctx = asJob(world.ctx)
  const broken = transaction(ctx, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await transaction(ctx, (other) =>
      other.execute(sql`reset role; select pg_terminate_backend(${sql.raw(String(rows[0]?.pid))}, 5000)`),
    )
    await tx.execute(sql`select 1`)
  })
  await expect(broken).rejects.toThrow()
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select 1 as one`))
  expect(rows).toEqual([{ one: 1 }])
})
