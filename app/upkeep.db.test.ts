import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertImport } from '#features/matching/server/imports/imports.ts'
import { imported } from '#features/matching/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { project as projects } from '#platform/server/tenancy/tables.ts'
import { asJob, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { seedOpportunity } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { runUpkeep } from './server.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

test('an import without an active job resumes within the hour', async () => {
  const project = await startProject(ctx)
  await world.drain()
  const content = Buffer.from(JSON.stringify({ ...record('aaa'), createdAt: null }))
  const id = await transaction(ctx, async (tx) => {
    const values = { projectId: project, origin: 'upload', name: 'posts.ndjson', state: 'running' } as const
    const row = await insertImport(ctx, tx, { ...values, bytesTotal: content.length })
    await tx.execute(sql`insert into import_chunk (import_id, number, bytes) values (${row.id}, 0, ${content})`)
    return row.id
  })
  await runUpkeep(ctx)
  await world.drain()
  const [row] = await transaction(ctx, (tx) => tx.select().from(imported).where(eq(imported.id, id)))
  expect(row).toMatchObject({ state: 'done', itemsNew: 1 })
  expect(await leadsOf(ctx, project)).toEqual(['aaa'])
})

test('releases are checked if finds are held without a date, and for agency projects that may have a new owner', async () => {
  const project = await startProject(ctx)
  const looksAfter = async (billing: Ctx['billing'], change: SQL) => {
    await transaction(ctx, async (tx) => {
      await tx.execute(change)
      await tx.execute(sql`update project set release_look_at = null`)
    })
    await runUpkeep({ ...ctx, billing })
    const [row] = await transaction(ctx, (tx) => tx.select().from(projects).where(eq(projects.id, project)))
    return row!.releaseLookAt !== null
  }
  await seedOpportunity(ctx, project)
  expect(await looksAfter('off', sql`update project set leads_release_at = null, mentions_release_at = null`)).toBe(
    false,
  )
  expect(await looksAfter('off', sql`update opportunity set released_at = null`)).toBe(true)
  const past = new Date(ctx.now().getTime() - 1).toISOString()
  expect(await looksAfter('paddle', sql`update project set leads_release_at = ${past}`)).toBe(false)
  expect(await looksAfter('paddle', sql`update project set is_agency_project = true`)).toBe(true)
})

test('an upkeep job leaves no other job behind', async () => {
  await runUpkeep(ctx)
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(sql`select name from pgboss.job where state < 'completed'`),
  )
  expect(rows).toEqual([])
})
