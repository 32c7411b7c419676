import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf } from '#features/accounts/server/sessions/sessions.ts'
import { type Actor, actingAs } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { importRecords, record } from '#tests/support/leads.ts'
import { appOf, jobTransaction, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { insertImport } from '../imports/imports.ts'

let world: World
let app: FastifyInstance
let anns: string
let bobs: string
let ann: Actor

/** Ann, Bob and the operator each imported something. */
beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx)
  const watchlist = { keywords: ['crm', 'client follow-ups', 'sales pipeline'] }
  const person = await signUp(app, 'ann@example.com')
  anns = await setUpProject(app, person, watchlist)
  bobs = await setUpProject(app, await signUp(app, 'bob@example.com'), watchlist)
  for (const projectId of [anns, bobs]) await importRecords(world.ctx, [record(`of-${projectId.slice(-4)}`)], projectId)
  await importRecords(world.ctx, [record('everybodys')])
  await world.drain()
  await jobTransaction(world.ctx, async (tx) => {
    await tx.execute(sql`select make_recent_partitions('2026-11-20', 1)`)
    for (const projectId of [anns, bobs, null]) {
      const values = { projectId, origin: 'upload', name: 'posts.zst', state: 'uploading', bytesTotal: 2 } as const
      const { id } = await insertImport(world.ctx, tx, values)
      await tx.execute(sql`insert into import_chunk (import_id, number, bytes) values (${id}, 0, 'x')`)
      if (projectId === null) continue
      await tx.execute(sql`insert into overflow (project_id, arrived_on, batch_id, created_at)
        values (${projectId}, 'infinity', ${id}, now())`)
    }
  })
  const actor = await actorOf(world.ctx, person.jwt)
  if (!actor) throw new Error('Ann is not signed in')
  ann = actor
})

afterAll(async () => {
  await app.close()
  await world.close()
})

const anonymous: Actor = { kind: 'anonymous' }
const job: Actor = { kind: 'job', name: 'test' }

const tables = {
  own: ['candidate', 'opportunity_count', 'overflow', 'event'],
  shared: ['import', 'post', 'recent'],
  changed: ['import', 'post'],
}

/** Returns the owners of the rows visible to a query without conditions; null means shared. */
async function visibleOwners(from: string, as: Actor): Promise<(string | null)[]> {
  const { rows } = await transaction(actingAs(world.ctx, as), (tx) =>
    tx.execute<{ project_id: string | null }>(sql.raw(`select distinct project_id from ${from} order by 1`)),
  )
  return rows.map((row) => row.project_id)
}

describe.each(tables.own)('%s', (table) => {
  test("shows a user their project's rows, a job all rows, and an unknown actor none", async () => {
    expect(await visibleOwners(table, ann)).toEqual([anns])
    expect(await visibleOwners(table, job)).toEqual([anns, bobs].toSorted())
    expect(await visibleOwners(table, anonymous)).toEqual([])
  })
})

describe.each(tables.shared)('%s, with shared rows', (table) => {
  test("shows a user their project's and shared rows, and a job all rows", async () => {
    expect(await visibleOwners(table, ann)).toEqual([anns, null])
    expect(await visibleOwners(table, job)).toEqual([...[anns, bobs].toSorted(), null])
    expect(await visibleOwners(table, anonymous)).toEqual([null])
  })
})

describe.each(tables.changed)('changes of %s', (table) => {
  test.each([
    ['that are shared', 'project_id is null'],
    ['of other projects', 'project_id <> all (current_projects())'],
  ])('only a job can change or delete rows %s', async (_, condition) => {
    for (const change of [`update ${table} set created_at = now()`, `delete from ${table}`]) {
      const { rowCount } = await transaction(actingAs(world.ctx, ann), (tx) =>
        tx.execute(sql.raw(`${change} where ${condition}`)),
      )
      expect(rowCount).toBe(0)
    }
  })

  test('only a job can create shared rows', async () => {
    const moved = transaction(actingAs(world.ctx, ann), (tx) =>
      tx.execute(sql.raw(`update ${table} set project_id = null`)),
    )
    await expect(moved).rejects.toMatchObject({ cause: { code: '42501' } })
  })
})

test('import_chunk shows a user only the chunks of their uploads, and a job all', async () => {
  const from = '(select i.project_id from import_chunk c left join import i on i.id = c.import_id) as pieces'
  expect(await visibleOwners(from, ann)).toEqual([anns])
  expect(await visibleOwners(from, job)).toEqual([...[anns, bobs].toSorted(), null])
  expect(await visibleOwners(from, anonymous)).toEqual([])
})

test.each([
  'select from recent_pinned',
  'select from recent_20261120',
  `select make_recent_partitions('2030-01-01', 1)`,
  `select drop_recent_partitions('2030-01-01')`,
  'delete from recent',
  'delete from overflow',
  'delete from tally',
  'delete from source_health',
])('the web process may not %s', async (statement) => {
  const done = transaction(actingAs(world.ctx, ann), (tx) => tx.execute(sql.raw(statement)))
  await expect(done).rejects.toMatchObject({ cause: { code: '42501' } })
})
