import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { appOf, type Person, seedOpportunity, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { type Actor, actingAs } from '../ctx.ts'
import { transaction } from './database.ts'

let world: World
let app: FastifyInstance
let ann: Person
let anns: string
let bobs: string
let actor: Actor

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@example.com')
  const bob = await signUp(app, 'bob@example.com')
  anns = await setUpProject(app, ann, { competitors: ['Weldco'] })
  bobs = await setUpProject(app, bob, { competitors: ['Brewco'] })
  for (const [project, person] of [
    [anns, ann],
    [bobs, bob],
  ] as const) {
    const lead = await seedOpportunity(world.ctx, project)
    await app.inject({ method: 'PUT', url: `/api/opportunities/${lead}/save`, headers: person.headers })
  }
  const found = await actorOf(world.ctx, ann.jwt)
  if (!found) throw new Error('Ann is not signed in')
  actor = found
})
afterAll(async () => {
  await app.close()
  await world.close()
})

test('only its members see a project', async () => {
  const rows = await transaction(actingAs(world.ctx, actor), (tx) =>
    tx.execute<{ id: string }>(sql`select id from project`),
  )
  expect(rows.rows).toEqual([{ id: anns }])
})

test("an unfiltered update changes only the member's own projects", async () => {
  await transaction(actingAs(world.ctx, actor), (tx) => tx.execute(sql`update keyword set status = 'paused'`))
  const rows = await transaction(actingAs(world.ctx, { kind: 'job', name: 'test' }), (tx) =>
    tx.execute<{ project_id: string; status: string }>(sql`select project_id, status from keyword`),
  )
  expect(Object.fromEntries(rows.rows.map((row) => [row.project_id, row.status]))).toEqual({
    [anns]: 'paused',
    [bobs]: 'active',
  })
})

test("a row can't be moved to another user's project", async () => {
  const move = transaction(actingAs(world.ctx, actor), (tx) => tx.execute(sql`update keyword set project_id = ${bobs}`))
  await expect(move).rejects.toMatchObject({ cause: { code: '42501' } })
})

test("jobs can't read passwords or sessions", async () => {
  for (const query of [sql`select password_hash from "user"`, sql`select id from session`]) {
    const read = transaction(actingAs(world.ctx, { kind: 'job', name: 'test' }), (tx) => tx.execute(query))
    await expect(read).rejects.toMatchObject({ cause: { code: '42501' } })
  }
})
