import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actingAs } from '../ctx.ts'
import { testWorld, type World } from '../testing.ts'
import { transaction } from './database.ts'

let world: World
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.close())

test('x', async () => {
  const r = await transaction(actingAs(world.ctx, { kind: 'job', name: 'test' }), async (tx) => {
    await world.ctx.queue.send(tx, 'freshness', {})
    return (await tx.execute(sql`select current_user::text as u, version from phrase_version`)).rows
  })
  expect(r).toEqual([{ u: 'earshot_worker', version: '1' }])
})
