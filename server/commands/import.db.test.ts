import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type { PgBoss } from 'pg-boss'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startBoss } from '../boss.ts'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { openArchive } from '../sources/archive.ts'
import { testWorld, type World } from '../testing.ts'
import { asJob, leadsOf, record, startProject } from '../testing-leads.ts'
import { importAll } from './import-all.ts'

class Paper extends Writable {
  text = ''
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.text += chunk.toString()
    done()
  }
}

let world: World
let ctx: Ctx
let boss: PgBoss
let folder: string
let paper: Paper
beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-'))
  paper = new Paper()
})
afterEach(async () => {
  await boss.stop({ graceful: false })
  await world.close()
  rmSync(folder, { recursive: true })
})

/** A post as our own NDJSON has it. */
function line(id: string): string {
  const { postedAt, source, ...rest } = record(id)
  return JSON.stringify({ ...rest, createdAt: new Date(postedAt!).toISOString() })
}

function lines(count: number, prefix = 'p'): string[] {
  return Array.from({ length: count }, (_, i) => line(`${prefix}${i}`))
}

function write(name: string, content: string | Buffer): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

async function bringIn(
  files: string[],
  overrides: { ctx?: Ctx; alone?: boolean; stop?: AbortSignal } = {},
): Promise<string> {
  paper.text = ''
  await importAll(
    {
      ctx,
      boss,
      dataDir: folder,
      alone: true,
      streams: { stdout: paper, stderr: paper },
      stop: new AbortController().signal,
      ...overrides,
    },
    files.map((file) => [file, openArchive(file)]),
  )
  return paper.text
}

const total = async () => {
  const { rows } = await transaction(ctx, (tx) => tx.execute<{ n: number }>(sql`select count(*)::int as n from post`))
  return rows[0]!.n
}

test('a file goes in, its leads are found, and a second time nothing changes', async () => {
  const id = await startProject(ctx)
  const path = write('posts.ndjson.gz', gzipSync(lines(20).join('\n')))
  const first = await bringIn([path])
  expect(first).toContain('posts.ndjson.gz: 20 items in 0.0 s (–/s): 20 new, 0 already known\n')
  expect(first).toContain('20 new leads for 1 project in 0.0 s\n')
  expect(await leadsOf(ctx, id)).toHaveLength(20)
  const second = await bringIn([path])
  expect(second).toContain('20 items in 0.0 s (–/s): 0 new, 20 already known\n')
  expect(second).toContain('0 new leads for 1 project')
  expect(await total()).toBe(20)
})

test('several files, each with its own line', async () => {
  const files = [write('one.ndjson', lines(3, 'a').join('\n')), write('two.ndjson', lines(4, 'b').join('\n'))]
  const said = await bringIn(files)
  expect(said).toContain('one.ndjson: 3 items')
  expect(said).toContain('two.ndjson: 4 items')
  expect(await total()).toBe(7)
})

test('broken lines are counted and quoted, and never stop the rest', async () => {
  const good = lines(1200)
  good.splice(3, 0, '{"id": "broken", "kind": ')
  good.splice(700, 0, 'no JSON at all \u001b[2J')
  good.push('[]', '{"kind": "post"}')
  const said = await bringIn([write('posts.ndjson', good.join('\n'))])
  expect(said).toContain('1,200 items in 0.0 s (–/s): 1,200 new, 0 already known, 4 broken\n')
  expect(said).toContain('  posts.ndjson:4: not JSON: "{\\"id\\": \\"broken\\", \\"kind\\": "\n')
  expect(said).toContain('  posts.ndjson:701: not JSON: "no JSON at all \\u001b[2J"\n')
  const [report] = readdirSync(join(folder, 'imports'))
  const path = join(folder, 'imports', report!)
  expect(said).toContain(`4 broken lines left out; see ${path}\n`)
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(4)
  expect(await total()).toBe(1200)
})

test('an archive that ends too early brings in what it has', async () => {
  const packed = gzipSync(lines(3000).join('\n'))
  const said = await bringIn([write('cut.ndjson.gz', packed.subarray(0, packed.length - 2000))])
  expect(said).toMatch(/cut\.ndjson\.gz:\d+: the file can't be read any further: the gzip file ends too early/)
  expect(await total()).toBeGreaterThan(500)
})

describe('where a worker runs', () => {
  test('it does the rest', async () => {
    const id = await startProject(ctx)
    const said = await bringIn([write('posts.ndjson', lines(3).join('\n'))], { alone: false })
    expect(said).toContain('The running server finds the leads among them\n')
    expect(await leadsOf(ctx, id)).toEqual([])
    await world.drain()
    expect(await leadsOf(ctx, id)).toHaveLength(3)
  })
})

test('where no project listens yet, it says so', async () => {
  expect(await bringIn([write('posts.ndjson', lines(3).join('\n'))])).toContain('No project listens yet')
})

describe('stopped', () => {
  test('it finishes the batch under way; another run goes on, and nothing is twice', async () => {
    const path = write('posts.ndjson', lines(5000).join('\n'))
    const stop = new AbortController()
    let batches = 0
    const counting: Ctx = {
      ...ctx,
      queue: {
        send: (tx, name, data) => {
          if (++batches === 2) stop.abort()
          return ctx.queue.send(tx, name, data)
        },
      },
    }
    const said = await bringIn([path, write('never.ndjson', line('z'))], { ctx: counting, stop: stop.signal })
    const inserted = await total()
    expect(said).toContain(`${inserted.toLocaleString('en')} new, 0 already known`)
    expect(said).toContain('Stopped. What is in stays in; run the same command again to go on\n')
    expect(said).not.toContain('never.ndjson')
    expect(inserted).toBeGreaterThanOrEqual(1000)
    expect(inserted).toBeLessThan(2500)
    const rest = await bringIn([path])
    expect(rest).toContain(`${(5000 - inserted).toLocaleString('en')} new`)
    expect(await total()).toBe(5000)
  })
})

test('a database that fails in the middle ends it; what was in stays, and another run goes on', async () => {
  const path = write('posts.ndjson', lines(3000).join('\n'))
  let batches = 0
  const failing: Ctx = {
    ...ctx,
    queue: {
      send: (tx, name, data) =>
        ++batches === 3 ? Promise.reject(new Error('connection lost')) : ctx.queue.send(tx, name, data),
    },
  }
  await expect(bringIn([path], { ctx: failing })).rejects.toThrow('connection lost')
  expect(await total()).toBe(1000)
  await bringIn([path])
  expect(await total()).toBe(3000)
})

const sharedPosts = join(import.meta.dirname, '../../../shared/data/posts.ndjson.gz')
const absent = !existsSync(sharedPosts)
if (absent) console.log('import: skipped, the posts are not here (../shared/data)')

test.skipIf(absent)('all real posts go in, and a second time all are known', async () => {
  const first = await bringIn([sharedPosts])
  expect(first).toMatch(/43,714 items in .*: 43,714 new, 0 already known\n/)
  expect(first).not.toContain('broken')
  expect(await total()).toBe(43_714)
  expect(await bringIn([sharedPosts])).toMatch(/43,714 items in .*: 0 new, 43,714 already known\n/)
})
