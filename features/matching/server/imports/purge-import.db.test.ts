import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'
import { saveImported } from './imported.ts'
import { insertImport } from './imports.ts'
import { purgeImport } from './purge-import.ts'

let world: World
let ctx: Ctx
let project: string

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  project = await startProject(ctx)
})

afterEach(() => world.close())

/** Imports these posts, matches them, and returns the import's ID. */
async function importRecords(ids: readonly string[], projectId: string | null = null): Promise<string> {
  const importId = await transaction(ctx, async (tx) => {
    const row = await insertImport(ctx, tx, { projectId, origin: 'upload', name: 'a', bytesTotal: 1, state: 'done' })
    await saveImported(
      ctx,
      tx,
      { importId: row.id, projectId },
      ids.map((id) => record(id)),
    )
    return row.id
  })
  await world.drain()
  return importId
}

const ids = (count: number, prefix = 'a') => Array.from({ length: count }, (_, i) => `${prefix}${i}`)

/** Purges like a DELETE of the import. */
async function purge(importId: string, as = ctx): Promise<void> {
  await transaction(ctx, (tx) => tx.execute(sql`update import set state = 'purging' where id = ${importId}`))
  await purgeImport(as, { importId })
}

/** Records a user's decision on the lead of a post, which makes it its own primary. */
async function decide(id: string, change: 'replied' | 'rejected' | 'saved'): Promise<void> {
  const set = change === 'saved' ? sql`saved = true, sibling_of = null` : sql`state = ${change}, sibling_of = null`
  await transaction(ctx, (tx) =>
    tx.execute(
      sql`update opportunity set ${set} where post_id in (select id from post where permalink like ${`%/${id}/`})`,
    ),
  )
}

async function posts(): Promise<string[]> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ id: string }>(sql`select split_part(permalink, '/', 5) as id from post order by id`),
  )
  return rows.map(({ id }) => id)
}

async function count(table: string): Promise<number> {
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)}`),
  )
  return rows[0]!.n
}

test("removes the import's posts, candidates, leads and batches, then the import", async () => {
  const kept = await importRecords(ids(3, 'k'))
  const importId = await importRecords(ids(60))
  expect(await leadsOf(ctx, project)).toHaveLength(63)
  await purge(importId)
  expect(await posts()).toEqual(['k0', 'k1', 'k2'])
  expect(await leadsOf(ctx, project)).toEqual(['k0', 'k1', 'k2'])
  expect(await count('candidate')).toBe(3)
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select id from import`))
  expect(rows).toEqual([{ id: kept }])
  const pinned = await transaction(ctx, (tx) => tx.execute(sql`select 1 from recent where import_id = ${importId}`))
  expect(pinned.rows).toEqual([])
})

test('removes mentions, except handled ones and their posts', async () => {
  const importId = await importRecords(ids(3))
  expect(await count('mention')).toBe(3)
  await transaction(ctx, (tx) =>
    tx.execute(sql`
      update mention set handled = true, handled_at = now()
      where post_id = (select id from post where permalink like '%/a1/')`),
  )
  await purge(importId)
  expect(await posts()).toEqual(['a1'])
  expect(await count('mention')).toBe(1)
})

test.each(['replied', 'rejected', 'saved'] as const)('keeps a lead that a user %s, with its post', async (change) => {
  const neighbour = await startProject(ctx, { name: 'Neighbour' })
  const importId = await importRecords(ids(3))
  await decide('a1', change)
  await purge(importId)
  expect(await posts()).toEqual(['a1'])
  expect(await leadsOf(ctx, project)).toEqual(['a1'])
  expect(await leadsOf(ctx, neighbour)).toEqual(['a1'])
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select import_id from post`))
  expect(rows).toEqual([{ import_id: null }])
})

describe('a post in two deliveries', () => {
  test('is removed with its first import, and importing the other archive again restores it', async () => {
    const first = await importRecords(['a0', 'a1'])
    await importRecords(['a1', 'b0'])
    await purge(first)
    expect(await posts()).toEqual(['b0'])
    await importRecords(['a1', 'b0'])
    expect(await posts()).toEqual(['a1', 'b0'])
  })

  test('stays if it had arrived live and matched before the import pinned it', async () => {
    await ingest(ctx, 'reddit-api', [record('a0'), record('a1')])
    await world.drain()
    world.clock.advance(60_000)
    const importId = await importRecords(['a1', 'b0'])
    await purge(importId)
    expect(await posts()).toEqual(['a0', 'a1'])
    expect(await leadsOf(ctx, project)).toEqual(['a0', 'a1'])
    const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select 1 from post where import_id is not null`))
    expect(rows).toEqual([])
  })

  test("stays if it is shared and a project's import only found it", async () => {
    await importRecords(['a0'])
    const own = await importRecords(['a0', 'b0'], project)
    await purge(own)
    expect(await posts()).toEqual(['a0'])
    expect(await leadsOf(ctx, project)).toEqual(['a0'])
  })

  test('stays when the import that found it already stored is removed', async () => {
    await importRecords(['a0', 'a1'])
    const second = await importRecords(['a1', 'b0'])
    await purge(second)
    expect(await posts()).toEqual(['a0', 'a1'])
    expect(await leadsOf(ctx, project)).toEqual(['a0', 'a1'])
  })
})

test('a backfill for a new project does not find purged posts', async () => {
  const importId = await importRecords(ids(5))
  await purge(importId)
  const late = await startProject(ctx, { name: 'Late' })
  await world.drain()
  expect(await leadsOf(ctx, late)).toEqual([])
})

test('announces the changed imports, leads and mentions to open screens', async () => {
  const importId = await importRecords(ids(2), project)
  await transaction(ctx, (tx) => tx.execute(sql`delete from event`))
  await purge(importId)
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(sql`select distinct kind, project_id from event order by kind`),
  )
  expect(rows).toEqual([
    { kind: 'imports', project_id: project },
    { kind: 'mentions', project_id: project },
    { kind: 'opportunities', project_id: project },
  ])
})

test('resumes after a crash at any moment', async () => {
  const importId = await importRecords(ids(600))
  await decide('a550', 'replied')
  expect(await killAtEachMoment(ctx, (dying) => purge(importId, dying))).toBeGreaterThan(20)
  expect(await posts()).toEqual(['a550'])
  expect(await count('import')).toBe(0)
})

test('leaves other imports alone and ignores a missing one', async () => {
  const importId = await importRecords(ids(2))
  await purgeImport(ctx, { importId })
  await purgeImport(ctx, { importId: ctx.id() })
  expect(await posts()).toEqual(['a0', 'a1'])
  expect(await count('import')).toBe(1)
})
