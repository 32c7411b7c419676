import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { asJob, record } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'
import { findCandidates } from '../match-batches.ts'

/** Many projects with the same phrase: each item is a candidate in all of them. */
const projects = 400
const atOnce = 5000
let world: World
let ctx: Ctx

beforeAll(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  await transaction(ctx, async (tx) => {
    await tx.execute(sql`
      insert into project (id, name, status, backfilled_version, created_at, updated_at)
      select gen_random_uuid(), 'P' || n, 'done', 1, now(), now() from generate_series(1, ${projects}) n`)
    await tx.execute(sql`
      insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
      select id, gen_random_uuid(), 'problem', 'crm', 'active', now(), now() from project`)
  })
}, 120_000)

afterAll(() => world.close())

const count = () => transaction(ctx, (tx) => tx.$count(sql`candidate`))

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Matches a batch of this many items; returns the rows written by each job and the peak memory in MB. */
async function match(items: number, name: string): Promise<{ written: number[]; peak: number }> {
  const records = Array.from({ length: items }, (_, i) => record(`${name}${i}`, { body: '' }))
  const { batchIds } = await ingest(ctx, 'reddit-api', records)
  const key = { arrivedOn: '2026-11-20', batchId: batchIds[0]! }
  let again = true
  const send: Ctx['queue']['send'] = async (_, job) => {
    again ||= job === 'candidates'
  }
  const only: Ctx = { ...ctx, queue: { send } }
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().heapUsed - before)
  }, 5)
  const written: number[] = []
  for (let known = await count(); again; known += written.at(-1)!) {
    again = false
    await findCandidates(only, key)
    written.push((await count()) - known)
    collectGarbage()
  }
  clearInterval(watch)
  return { written, peak: peak / 1e6 }
}

/** Returns the sizes of the parts: atOnce each, and the remainder in the last. */
function parts(candidates: number): number[] {
  return Array.from({ length: Math.ceil(candidates / atOnce) }, (_, part) =>
    Math.min(atOnce, candidates - part * atOnce),
  )
}

test('a phrase in every project is matched in bounded parts, even within an item, and in bounded memory', async () => {
  const few = await match(3, 'few')
  expect(few.written).toEqual(parts(3 * projects))
  const many = await match(13, 'many')
  expect(many.written).toEqual(parts(13 * projects))
  console.log(`shared phrase: ${few.peak.toFixed(0)} MB for 3 items, ${many.peak.toFixed(0)} MB for 13`)
  expect(many.peak).toBeLessThan(few.peak * 2 + 20)
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(sql`
      select min(n)::int as least, max(n)::int as most, count(*)::int as projects
      from (select project_id, count(*) as n from candidate group by 1) c`),
  )
  expect(rows).toEqual([{ least: 16, most: 16, projects }])
}, 120_000)
