import { zstdCompressSync } from 'node:zlib'
import { eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { asJob, record } from '#tests/support/leads.ts'
import { call, confirmAddress, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { chunkBytes } from '../../../contract-limits.ts'
import { imported } from '../../tables.ts'
import { forgetUploads } from '../forgotten.ts'
import { type ImportRow, insertImport } from '../imports.ts'
import { keptBytesMax, projectFull } from '../room.ts'
import { runImport } from '../run-import.ts'

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeEach(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  ctx = asJob(world.ctx)
  await confirmAddress(world.url, ann)
  project = await setUpProject(app, ann)
  await world.drain()
})

afterEach(() => world.close())

const upload = (overrides: object = {}) => ({
  project,
  origin: 'upload',
  name: 'posts.zst',
  bytesTotal: 2 * chunkBytes,
  fingerprint: 'posts',
  ...overrides,
})

function begin(overrides: object = {}) {
  return call(app, ann, 'POST', 'imports', upload(overrides))
}

async function insert(values: Partial<ImportRow>): Promise<string> {
  const base = { projectId: project, origin: 'upload', name: 'earlier.zst', state: 'done', bytesTotal: 1 } as const
  return jobTransaction(ctx, async (tx) => {
    const { id } = await insertImport(ctx, tx, { ...base, ...values })
    await tx.update(imported).set(values).where(eq(imported.id, id))
    return id
  })
}

async function rowOf(id: string): Promise<ImportRow | undefined> {
  return (await jobTransaction(ctx, (tx) => tx.select().from(imported).where(eq(imported.id, id))))[0]
}

async function chunksOf(id: string): Promise<number> {
  const { rows } = await jobTransaction(ctx, (tx) =>
    tx.execute<{ n: number }>(sql`select count(*)::int as n from import_chunk where import_id = ${id}`),
  )
  return rows[0]!.n
}

async function putChunk(id: string, number: number, bytes = Buffer.alloc(chunkBytes)): Promise<void> {
  const headers = { ...ann.headers, 'content-type': 'application/octet-stream' }
  const answer = await app.inject({
    method: 'PUT',
    url: `/api/imports/${id}/chunks/${number}`,
    headers,
    payload: bytes,
  })
  expect(answer.statusCode).toBe(200)
}

describe('a project at the limit of imported text', () => {
  beforeEach(async () => {
    await insert({ textBytes: keptBytesMax })
  })

  test('can neither start nor resume an import until one is removed', async () => {
    const stopped = await insert({ state: 'stopped', fingerprint: 'stopped' })
    const refusal = { status: 409, name: 'ConflictError', message: projectFull }
    expect((await begin()).json().error).toMatchObject(refusal)
    expect((await begin({ fingerprint: 'stopped' })).json().error).toMatchObject(refusal)
    expect((await call(app, ann, 'DELETE', `imports/${stopped}/stop`)).json().error).toMatchObject(refusal)
    await jobTransaction(ctx, (tx) => tx.delete(imported).where(eq(imported.textBytes, keptBytesMax)))
    expect((await begin()).statusCode).toBe(201)
    expect((await call(app, ann, 'DELETE', `imports/${stopped}/stop`)).statusCode).toBe(200)
  })

  test('does not affect other projects', async () => {
    expect((await begin({ project: await setUpProject(app, ann) })).statusCode).toBe(201)
  })

  test('has a running import stopped with a reason', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => JSON.stringify({ ...record(`p${i}`), createdAt: null }))
    const content = zstdCompressSync(lines.join('\n'))
    const id = await insert({ state: 'waiting', bytesTotal: content.length })
    await jobTransaction(ctx, (tx) =>
      tx.execute(sql`insert into import_chunk (import_id, number, bytes) values (${id}, 0, ${content})`),
    )
    await runImport(ctx, { importId: id })
    const stopped = await rowOf(id)
    expect(stopped).toMatchObject({ state: 'stopped', fault: projectFull })
    expect(stopped!.linesDone).toBeGreaterThan(0)
    expect(stopped!.linesDone).toBeLessThan(3000)
  })
})

describe('an upload without progress', () => {
  const day = 24 * 3_600_000

  test.each([
    ['', []],
    [', even if it was stopped', ['stop']],
  ])('expires after a day, with its chunks and a reason%s', async (_, changes) => {
    const { id } = (await begin()).json().data
    await putChunk(id, 0)
    for (const noun of changes) await call(app, ann, 'PUT', `imports/${id}/${noun}`)
    world.clock.advance(day - 1000)
    await forgetUploads(ctx)
    expect(await chunksOf(id)).toBe(1)
    world.clock.advance(2000)
    await forgetUploads(ctx)
    expect(await rowOf(id)).toMatchObject({ state: 'failed', fault: expect.stringContaining('expired after a day') })
    expect(await chunksOf(id)).toBe(0)
  })

  test('starts over if it is sent again after it expired', async () => {
    const { id } = (await begin()).json().data
    world.clock.advance(2 * day)
    await forgetUploads(ctx)
    expect((await begin()).json().data).toMatchObject({ state: 'uploading', nextChunk: 0 })
    expect((await rowOf(id))?.state).toBe('failed')
  })

  test('does not include slow uploads, queued imports, or files in the folder', async () => {
    const slow = (await begin()).json().data.id
    const others = [
      await insert({ state: 'waiting' }),
      await insert({ state: 'running' }),
      await insert({ origin: 'path', state: 'stopped' }),
      await insert({ origin: 'command', state: 'stopped', projectId: null }),
    ]
    world.clock.advance(day - 1000)
    await putChunk(slow, 0)
    world.clock.advance(day - 1000)
    await forgetUploads(ctx)
    const states = await Promise.all([slow, ...others].map(async (id) => (await rowOf(id))?.state))
    expect(states).toEqual(['uploading', 'waiting', 'running', 'stopped', 'stopped'])
  })

  test('leaves no chunks behind, even after a crash before they were deleted', async () => {
    const { id } = (await begin()).json().data
    await putChunk(id, 0)
    await jobTransaction(ctx, (tx) => tx.update(imported).set({ state: 'done' }).where(eq(imported.id, id)))
    await forgetUploads(ctx)
    expect(await chunksOf(id)).toBe(0)
  })
})
