import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { requeueLostJobs } from '#app/requeue-lost-jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { reserveBytes } from '#platform/server/free-space.ts'
import { afterCommit, killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, chatter, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { fingerprintOf } from '../sources/fingerprint.ts'
import { type ImportRow, insertImport } from './imports.ts'
import { failImport, runImport } from './run-import.ts'

let world: World
let ctx: Ctx
let project: string

beforeAll(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

beforeEach(async () => {
  project = await startProject(ctx)
  await world.drain()
})

// Otherwise the next test would run the jobs that this one left.
afterEach(() => transaction(ctx, (tx) => tx.execute(sql`delete from pgboss.job`)))

afterAll(async () => {
  await world.close()
  rmSync(world.ctx.dataDir, { recursive: true, force: true })
})

/** Returns NDJSON lines in Earshot's format. The first ten are leads. */
function lines(count: number, prefix = 'p'): string[] {
  return Array.from({ length: count }, (_, i) => {
    const { postedAt, source, ...rest } = (i < 10 ? record : chatter)(`${prefix}${i}`)
    return JSON.stringify({ ...rest, createdAt: new Date(postedAt!).toISOString() })
  })
}

/** Inserts a complete upload, in chunks of an odd size, and its job. */
async function upload(content: Buffer, projectId = project): Promise<string> {
  return transaction(ctx, async (tx) => {
    const bytesTotal = content.length
    const row = await insertImport(ctx, tx, {
      projectId,
      origin: 'upload',
      name: 'posts.zst',
      bytesTotal,
      state: 'waiting',
    })
    const piece = 7_001
    for (let number = 0; number * piece < bytesTotal; number++) {
      const bytes = content.subarray(number * piece, (number + 1) * piece)
      await tx.execute(sql`insert into import_chunk (import_id, number, bytes) values (${row.id}, ${number}, ${bytes})`)
    }
    await ctx.queue.send(tx, 'import', { importId: row.id })
    return row.id
  })
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select * from import where id = ${id}`))
  return rows[0]!
}

/** Counts the project's rows in a table. */
async function count(table: 'import_chunk' | 'post' | 'event'): Promise<number> {
  const isOurs =
    table === 'import_chunk'
      ? sql`import_id in (select id from import where project_id = ${project})`
      : sql`project_id = ${project}`
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where ${isOurs}`),
  )
  return rows[0]!.n
}

test('an upload is read chunk by chunk, yields leads, and its chunks are deleted', async () => {
  const id = await upload(zstdCompressSync(lines(700).join('\n')))
  await world.drain()
  expect(await rowOf(id)).toMatchObject({
    state: 'done',
    items_new: '700',
    items_known: '0',
    lines_done: '700',
    lines_broken: '0',
    fault: null,
    finished_at: expect.any(String),
  })
  expect(await leadsOf(ctx, project)).toHaveLength(10)
  expect(await count('import_chunk')).toBe(0)
})

test("a member's import yields leads only in their project, even if others have the same watchlist", async () => {
  const neighbour = await startProject(ctx, { name: 'Neighbour' })
  await upload(zstdCompressSync(lines(3).join('\n')))
  await world.drain()
  expect(await leadsOf(ctx, project)).toHaveLength(3)
  expect(await leadsOf(ctx, neighbour)).toEqual([])
  const late = await startProject(ctx, { name: 'Late' })
  await world.drain()
  expect(await leadsOf(ctx, late)).toEqual([])
})

test("a post imported by two projects is stored once for each, with each project's text", async () => {
  const neighbour = await startProject(ctx, { name: 'Neighbour' })
  await upload(zstdCompressSync(lines(1).join('\n')))
  await upload(zstdCompressSync(lines(1).join('\n').replace('Looking for', 'Searching for')), neighbour)
  await world.drain()
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute(
      sql`select project_id, left(title, 9) as title from post where project_id in (${project}, ${neighbour}) order by title`,
    ),
  )
  expect(rows).toEqual([
    { project_id: project, title: 'Looking f' },
    { project_id: neighbour, title: 'Searching' },
  ])
})

describe('a file in the archives folder', () => {
  async function named(name: string, content: Buffer): Promise<string> {
    const folder = join(ctx.dataDir, 'archives')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), content)
    const fingerprint = fingerprintOf(join(folder, name))
    return transaction(ctx, async (tx) => {
      const values = { origin: 'path', name, fingerprint, bytesTotal: content.length, state: 'waiting' } as const
      const row = await insertImport(ctx, tx, { projectId: project, ...values })
      await ctx.queue.send(tx, 'import', { importId: row.id })
      return row.id
    })
  }

  test('is imported from there', async () => {
    const id = await named('posts.ndjson', Buffer.from(lines(5).join('\n')))
    await world.drain()
    expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '5' })
  })

  test.each<[string, (path: string) => void]>([
    ['is deleted', (path) => rmSync(path)],
    ['is replaced', (path) => writeFileSync(path, 'something else')],
  ])('fails with a reason if it %s before the import runs', async (_, change) => {
    const id = await named('posts.ndjson', Buffer.from(lines(5).join('\n')))
    change(join(ctx.dataDir, 'archives', 'posts.ndjson'))
    await world.drain()
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      fault: "The archive can't be read: the file was removed from the archives folder or replaced",
    })
  })
})

describe('an upload of an invalid archive', () => {
  test.each([
    [
      'a truncated gzip file',
      gzipSync(lines(1100).join('\n')).subarray(0, -500),
      'read completely: the file ends too early',
    ],
    ['a zip file', Buffer.from('PK\u0003\u0004 and so on'), "can't be read: it is a zip file: unpack it first"],
  ])('%s: keeps the posts before the fault, gives a reason, and deletes the chunks', async (_, content, fault) => {
    const id = await upload(content)
    await world.drain()
    const row = await rowOf(id)
    expect(row).toMatchObject({
      state: 'failed',
      fault: expect.stringContaining(fault),
      finished_at: expect.any(String),
    })
    expect(Number(row.items_new)).toBe(await count('post'))
    expect(await count('import_chunk')).toBe(0)
  })
})

describe('a running import', () => {
  /** Returns a context that calls `work` after each batch of a run. */
  const afterEachBatch = (work: () => void | Promise<void>): Ctx => ({
    ...ctx,
    db: {
      ...ctx.db,
      run: async (role, projects, inside) => {
        const result = await ctx.db.run(role, projects, inside)
        if (await isAtBatch()) await work()
        return result
      },
    },
  })
  let batches = 0
  const isAtBatch = async () => (await count('post')) > batches * 500 && ++batches > 0
  beforeEach(() => {
    batches = 0
  })

  test('stops after the current batch and can be resumed', async () => {
    const id = await upload(zstdCompressSync(lines(600).join('\n')))
    const stop = () =>
      transaction(ctx, async (tx) => {
        await tx.execute(sql`update import set state = 'stopped' where id = ${id}`)
      })
    await runImport(afterEachBatch(stop), { importId: id })
    const stopped = await rowOf(id)
    expect(stopped).toMatchObject({ state: 'stopped' })
    expect(Number(stopped.lines_done)).toBeLessThan(600)
    expect(Number(stopped.items_new)).toBe(await count('post'))
    expect(await count('import_chunk')).toBeGreaterThan(0)
    await transaction(ctx, (tx) => tx.execute(sql`update import set state = 'waiting' where id = ${id}`))
    await runImport(ctx, { importId: id })
    expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '600', items_known: '0', lines_done: '600' })
  })

  test('returns to the queue when the process shuts down, and the next run finishes it', async () => {
    const id = await upload(zstdCompressSync(lines(600).join('\n')))
    const ending = new AbortController()
    await runImport({ ...afterEachBatch(() => ending.abort()), stopping: ending.signal }, { importId: id })
    const paused = await rowOf(id)
    expect(paused).toMatchObject({ state: 'waiting' })
    expect(Number(paused.lines_done)).toBeGreaterThan(0)
    expect(Number(paused.lines_done)).toBeLessThan(600)
    await world.drain()
    expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '600', items_known: '0' })
    expect(await leadsOf(ctx, project)).toHaveLength(10)
  })

  test('yields to another project after two minutes', async () => {
    const neighbour = await startProject(ctx, { name: 'Neighbour' })
    const long = await upload(zstdCompressSync(lines(600).join('\n')))
    const short = await upload(zstdCompressSync(lines(5, 'n').join('\n')), neighbour)
    await runImport(
      afterEachBatch(() => world.clock.advance(130_000)),
      { importId: long },
    )
    expect(await rowOf(long)).toMatchObject({ state: 'waiting' })
    await runImport(ctx, { importId: short })
    await world.drain()
    expect(await rowOf(short)).toMatchObject({ state: 'done', items_new: '5' })
    expect(await rowOf(long)).toMatchObject({ state: 'done', items_new: '600', items_known: '0' })
  })

  test('does not yield to another import of its own project', async () => {
    const first = await upload(zstdCompressSync(lines(600).join('\n')))
    await upload(zstdCompressSync(lines(5, 'n').join('\n')))
    await runImport(
      afterEachBatch(() => world.clock.advance(130_000)),
      { importId: first },
    )
    expect(await rowOf(first)).toMatchObject({ state: 'done' })
    await world.drain()
  })

  test('is not run a second time concurrently', async () => {
    const id = await upload(zstdCompressSync(lines(600).join('\n')))
    await runImport(
      afterEachBatch(() => runImport(ctx, { importId: id })),
      { importId: id },
    )
    expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '600', items_known: '0' })
  })

  test('announces progress to open screens about once a second', async () => {
    const before = await count('event')
    const id = await upload(zstdCompressSync(lines(2500).join('\n')))
    await runImport(
      afterEachBatch(() => world.clock.advance(600)),
      { importId: id },
    )
    const { rows } = await transaction(ctx, (tx) =>
      tx.execute(
        sql`select distinct kind, project_id, subject_id from event where project_id = ${project} order by kind`,
      ),
    )
    expect(rows).toContainEqual({ kind: 'imports', project_id: project, subject_id: id })
    expect((await count('event')) - before).toBeGreaterThanOrEqual(3)
    expect((await count('event')) - before).toBeLessThanOrEqual(6)
  })
})

test('a process that crashes at any moment loses nothing and repeats nothing', async () => {
  const broken = lines(1700)
  for (const at of [3, 900, 1600]) broken.splice(at, 0, 'broken')
  const id = await upload(zstdCompressSync(broken.join('\n')))
  expect(await killAtEachMoment(ctx, (dying) => runImport(dying, { importId: id }))).toBeGreaterThan(20)
  expect(await rowOf(id)).toMatchObject({
    state: 'done',
    lines_done: '1703',
    items_new: '1700',
    items_known: '0',
    lines_broken: '3',
  })
  expect(await count('post')).toBe(1700)
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ bytes: string }>(
      sql`select sum(octet_length(title) + octet_length(body)) as bytes from post where project_id = ${project}`,
    ),
  )
  expect((await rowOf(id)).text_bytes).toBe(rows[0]!.bytes)
})

test('an import whose job failed for the last time is stopped with a reason', async () => {
  const id = await upload(zstdCompressSync(lines(600).join('\n')))
  await transaction(ctx, (tx) => tx.execute(sql`update import set state = 'running' where id = ${id}`))
  await failImport(ctx, { importId: id })
  expect(await rowOf(id)).toMatchObject({
    state: 'stopped',
    fault: expect.stringContaining('A server error stopped this import'),
  })
})

test('a starting worker queues the missing jobs and no others', async () => {
  const states = ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging']
  const names = await transaction(ctx, async (tx) => {
    const created = new Map<string, string>()
    for (const origin of ['upload', 'command'] as const) {
      for (const state of states as ImportRow['state'][]) {
        const row = await insertImport(ctx, tx, { origin, name: 'x', bytesTotal: 1, state })
        created.set(row.id, `${origin} ${state}`)
      }
    }
    return created
  })
  const queued = await upload(zstdCompressSync(lines(1).join('\n')))
  for (let times = 0; times < 2; times++) await requeueLostJobs(ctx)
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ name: string; id: string }>(sql`
      select name, data->>'importId' as id from pgboss.job where name in ('import', 'purge') and data->>'importId' <> ${queued}`),
  )
  expect(rows.map(({ name, id }) => `${name} of ${names.get(id)}`).toSorted()).toEqual([
    'import of upload running',
    'import of upload waiting',
    'purge of command purging',
    'purge of upload purging',
  ])
})

test('the job of a missing or finished import does nothing', async () => {
  const id = await upload(zstdCompressSync(lines(5).join('\n')))
  await runImport(ctx, { importId: id })
  const done = await rowOf(id)
  await runImport(ctx, { importId: id })
  await runImport(ctx, { importId: ctx.id() })
  expect(await rowOf(id)).toEqual(done)
})

test('while the disk is almost full, an import waits with a reason, then resumes where it stopped', async () => {
  const id = await upload(zstdCompressSync(lines(700).join('\n')))
  let free = reserveBytes
  const filling = afterCommit({ ...ctx, freeBytes: async () => free }, /update "import" set "bytes_done"/, () => {
    free = reserveBytes - 1
  })
  await runImport(filling, { importId: id })
  const paused = { state: 'waiting', fault: expect.stringMatching(/disk is almost full.*resumes once there is space/) }
  expect(await rowOf(id)).toMatchObject({ ...paused, lines_done: '500' })
  // Neither a retry nor the final failure changes that.
  await runImport(filling, { importId: id })
  await transaction(ctx, (tx) => tx.execute(sql`update import set state = 'running' where id = ${id}`))
  await failImport(filling, { importId: id })
  await drain(filling, world.boss)
  expect(await rowOf(id)).toMatchObject({ ...paused, lines_done: '500' })
  await world.drain()
  expect(await rowOf(id)).toMatchObject({ state: 'done', fault: null, items_new: '700', items_known: '0' })
})
