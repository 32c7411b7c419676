import { zstdCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { afterCommit } from '#tests/support/faults.ts'
import { asJob, record } from '#tests/support/leads.ts'
import { call, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { insertImport } from '../imports.ts'
import { runImport } from '../run-import.ts'

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  ctx = asJob(world.ctx)
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann, { keywords: ['crm', 'client follow-ups', 'sales pipeline'] })
  await world.drain()
})

async function upload(content: Buffer): Promise<string> {
  return transaction(ctx, async (tx) => {
    const values = { projectId: project, origin: 'upload', name: 'posts.zst', state: 'waiting' } as const
    const { id } = await insertImport(ctx, tx, { ...values, bytesTotal: content.length })
    await tx.execute(sql`insert into import_chunk (import_id, number, bytes) values (${id}, 0, ${content})`)
    await ctx.queue.send(tx, 'import', { importId: id })
    return id
  })
}

async function rowOf(id: string): Promise<Record<string, unknown>> {
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select * from import where id = ${id}`))
  return rows[0]!
}

function line(id: string, overrides: Parameters<typeof record>[1] = {}): string {
  const { postedAt, source, ...rest } = record(id, overrides)
  return JSON.stringify({ ...rest, createdAt: new Date(postedAt!).toISOString() })
}

/** Returns a zstd frame of this many MB of one byte, in 32 bytes per MB. */
function endless(megabytes: number, byte: string): Buffer {
  const blockBytes = 1 << 17
  const blocks = Math.ceil((megabytes * 1e6) / blockBytes)
  const frame = Buffer.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x00,
    (17 - 10) << 3,
    ...Array(blocks * 4).fill(byte.charCodeAt(0)),
  ])
  const isOneByteRepeated = 1 << 1
  for (let block = 0; block < blocks; block++) {
    const isLast = block === blocks - 1 ? 1 : 0
    frame.writeUIntLE(isLast | isOneByteRepeated | (blockBytes << 3), 6 + 4 * block, 3)
  }
  return frame
}

describe('a few kilobytes that unpack to nothing but', () => {
  test('empty lines fail after 250 MB', async () => {
    const id = await upload(Buffer.concat([zstdCompressSync(`${line('first')}\n`), endless(400, '\n')]))
    await world.drain()
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      items_new: '1',
      fault: expect.stringContaining('it contains 0.25 GB without a complete line'),
    })
  })

  test('spaces with an occasional post fail at the limit, here 0.1 GB', async () => {
    const part = Buffer.concat([endless(20, ' '), zstdCompressSync(`\n${line('again')}\n`)])
    const id = await upload(Buffer.concat(Array(6).fill(part)))
    await runImport(ctx, { importId: id }, { unpackedLeast: 1e8 })
    expect(await rowOf(id)).toMatchObject({
      state: 'failed',
      fault: expect.stringContaining('it unpacks to more than 0.1 GB'),
    })
  })

  test("empty lines don't keep the process from shutting down or the import from being stopped", async () => {
    const content = Buffer.concat([zstdCompressSync(`${line('first')}\n`), endless(40, '\n')])
    const id = await upload(content)
    const ending = new AbortController()
    const dying = { ...ctx, stopping: ending.signal }
    await runImport(
      afterCommit(dying, /update "import" set "bytes_done"/, () => ending.abort()),
      { importId: id },
    )
    const paused = await rowOf(id)
    expect(paused).toMatchObject({ state: 'waiting', items_new: '1' })
    expect(Number(paused.lines_done)).toBeGreaterThan(10_000_000)
    expect(Number(paused.lines_done)).toBeLessThan(35_000_000)

    const stop = () => transaction(ctx, (tx) => tx.execute(sql`update import set state = 'stopped' where id = ${id}`))
    let stopped = false
    const db: Ctx['db'] = {
      ...ctx.db,
      run: async (role, projects, work) => {
        const result = await ctx.db.run(role, projects, work)
        if (!stopped) await stop()
        stopped = true
        return result
      },
    }
    await runImport({ ...ctx, db }, { importId: id })
    expect(await rowOf(id)).toMatchObject({ state: 'stopped' })
    await transaction(ctx, (tx) => tx.execute(sql`update import set state = 'waiting' where id = ${id}`))
    await runImport(ctx, { importId: id })
    expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '1', items_known: '0' })
  })
})

test("posts of several megabytes are truncated to Reddit's limits, so that they can be listed", async () => {
  const posts = Array.from({ length: 4 }, (_, i) => {
    const words = Array.from({ length: 900 }, (_, n) => `and${i}so${n}`).join(' ')
    const body = `${record('x').body} ${words.repeat(100)}`
    return line(`p${i}`, { body, flair: body, author: body })
  })
  const id = await upload(zstdCompressSync(posts.join('\n')))
  await world.drain()
  expect(await rowOf(id)).toMatchObject({ state: 'done', items_new: '4' })
  const answer = await call(
    app,
    ann,
    'GET',
    `opportunities?filters[project][id]=${project}&populate[0]=post&pagination[pageSize]=4`,
  )
  expect(answer.json().data).toHaveLength(4)
  expect(answer.json().data[0].post).toMatchObject({ bodyTruncated: true })
  expect(answer.body.length).toBeLessThan(4 * 80_000)
})
