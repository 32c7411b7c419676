import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { asJob, editProject, importRecords, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

/** Returns a context that records the most rows of a table read by one transaction. */
function watching(table: string): { watched: Ctx; most(): number } {
  let most = 0
  const run: Ctx['db']['run'] = (role, projects, work) =>
    ctx.db.run(role, projects, async (tx) => {
      const result = await work(tx)
      const { rows } = await tx.execute<{ rows: string }>(sql`
        select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
        from pg_stat_xact_user_tables where relname = ${table}`)
      most = Math.max(most, Number(rows[0]?.rows ?? 0))
      return result
    })
  return { watched: { ...ctx, db: { ...ctx.db, run } }, most: () => most }
}

function leads(prefix: string, count: number): SourceRecord[] {
  return Array.from({ length: count }, (_, i) => record(`${prefix}${i}`))
}

/** Analyzes like autovacuum: the planner then knows the current projects and no later ones. */
async function analyze(): Promise<void> {
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

test('a backfill of a new project does not compare each of its leads with all others', async () => {
  await importRecords(ctx, leads('early', 75), await startProject(ctx, { name: 'Early' }))
  await world.drain()
  await analyze()
  const project = await startProject(ctx)
  await importRecords(ctx, leads('late', 150), project)
  await world.drain()
  expect(await leadsOf(ctx, project)).toHaveLength(150)
  await editProject(ctx, project, { add: 'spreadsheet' })
  const { watched, most } = watching('candidate')
  const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
  await drain(watched, boss)
  await boss.stop({ graceful: false })
  expect(await leadsOf(ctx, project)).toHaveLength(150)
  expect(most()).toBeGreaterThan(150)
  expect(most()).toBeLessThan(20 * 150)
})
