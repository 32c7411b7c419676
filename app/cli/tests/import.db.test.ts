import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openArchive } from '#features/matching/server/imports/archive.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { reserveBytes } from '#platform/server/free-space.ts'
import { afterCommit } from '#tests/support/faults.ts'
import { asJob, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { CapturedStream } from '../captured-output.ts'
import { importAll } from '../import-all.ts'
import { listImports, purge } from '../import-list.ts'

let world: World
let ctx: Ctx
let folder: string
let paper: CapturedStream
let allRead: boolean
beforeEach(async () => {
  world = await testWorld()
  folder = mkdtempSync(join(tmpdir(), 'earshot-import-'))
  ctx = { ...asJob(world.ctx), dataDir: folder }
  paper = new CapturedStream()
})
afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true })
})

/** Creates a distinct post in our own NDJSON format. */
function line(id: string): string {
  const { postedAt, source, ...rest } = record(id, { body: `We are ${id}.` })
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

async function importRecords(
  files: string[],
  overrides: { ctx?: Ctx; alone?: boolean; again?: boolean } = {},
): Promise<string> {
  paper.text = ''
  allRead = await importAll(
    {
      ctx,
      boss: world.boss,
      alone: true,
      again: false,
      streams: { stdout: paper, stderr: paper },
      ...overrides,
    },
    files,
  )
  return paper.text
}

/** Returns the rows of all imports, oldest first. */
const imports = async () => {
  const { rows } = await transaction(ctx, (tx) => tx.execute(sql`select * from import order by id`))
  return rows
}

const total = async () => {
  const { rows } = await transaction(ctx, (tx) => tx.execute<{ n: number }>(sql`select count(*)::int as n from post`))
  return rows[0]!.n
}

test('imports a file and finds its leads, and changes nothing the second time', async () => {
  const id = await startProject(ctx)
  const path = write('posts.ndjson.gz', gzipSync(lines(20).join('\n')))
  const first = await importRecords([path])
  expect(first).toContain('posts.ndjson.gz: 20 items in 0.0 s (–/s): 20 new, 0 already known\n')
  expect(first).toContain('20 new leads for 1 project in 0.0 s\n')
  expect(await leadsOf(ctx, id)).toHaveLength(20)
  const second = await importRecords([path])
  expect(second).toContain('posts.ndjson.gz: already imported, with 20 items. To read it again, add --again\n')
  expect(second).toContain('0 new leads for 1 project')
  const third = await importRecords([path], { again: true })
  expect(third).toContain('20 items in 0.0 s (–/s): 0 new, 20 already known\n')
  expect(await total()).toBe(20)
  expect(await imports()).toEqual([
    expect.objectContaining({ origin: 'command', state: 'done', lines_done: '20', items_new: '20', items_known: '20' }),
  ])
  expect(allRead).toBe(true)
})

test('recognizes a copy of a file under another name', async () => {
  await importRecords([write('posts.ndjson', lines(3).join('\n'))])
  const output = await importRecords([write('copy.ndjson', lines(3).join('\n'))])
  expect(output).toContain('copy.ndjson: already imported, with 3 items')
})

test('reads zstd dumps of posts and comments', async () => {
  const rows = [
    {
      id: 'aa',
      title: 'Which CRM &amp; why?',
      selftext: '',
      subreddit: 'crm',
      author: 'jo',
      created_utc: 1_763_600_000,
    },
    { id: 'bb', body: 'I use one.', link_id: 't3_aa', subreddit: 'crm', author: 'jo', created_utc: '1763600001' },
  ]
  const dump = rows.map((row) => JSON.stringify(row)).join('\n')
  expect(await importRecords([write('RS.zst', zstdCompressSync(dump))])).toContain('RS.zst: 2 items')
  const { rows: kept } = await transaction(ctx, (tx) =>
    tx.execute(sql`select kind, title, body from post order by kind`),
  )
  expect(kept).toEqual([
    { kind: 'comment', title: '', body: 'I use one.' },
    { kind: 'post', title: 'Which CRM & why?', body: '' },
  ])
})

test('reports each of several files on its own line', async () => {
  const files = [write('one.ndjson', lines(3, 'a').join('\n')), write('two.ndjson', lines(4, 'b').join('\n'))]
  const output = await importRecords(files)
  expect(output).toContain('one.ndjson: 3 items')
  expect(output).toContain('two.ndjson: 4 items')
  expect(await total()).toBe(7)
})

test('counts and quotes broken lines without stopping', async () => {
  const good = lines(1200)
  good.splice(3, 0, '{"id": "broken", "kind": ')
  good.splice(700, 0, 'no JSON at all \u001b[2J')
  good.push('[]', '{"kind": "post"}')
  const output = await importRecords([write('posts.ndjson', good.join('\n'))])
  expect(output).toContain('1,200 items in 0.0 s (–/s): 1,200 new, 0 already known, 4 broken\n')
  expect(output).toContain('  posts.ndjson:4: not JSON: "{\\"id\\": \\"broken\\", \\"kind\\": "\n')
  expect(output).toContain('  posts.ndjson:701: not JSON: "no JSON at all \\u001b[2J"\n')
  const [report] = readdirSync(join(folder, 'imports'))
  const path = join(folder, 'imports', report!)
  expect(output).toContain(`Skipped 4 broken lines; see ${path}\n`)
  expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(4)
  expect(await total()).toBe(1200)
})

describe('a truncated archive', () => {
  const packed = gzipSync(lines(3000).join('\n'))

  test('imports the readable part and reports that it is incomplete', async () => {
    const output = await importRecords([
      write('cut.ndjson.gz', packed.subarray(0, packed.length - 2000)),
      write('b.ndjson', line('b')),
    ])
    expect(output).toContain("cut.ndjson.gz: couldn't be read completely: the file ends too early. Posts before that")
    expect(output).toContain('b.ndjson: 1 item')
    expect(output).not.toContain('broken')
    expect(allRead).toBe(false)
    expect(await total()).toBeGreaterThan(500)
    const [row] = await imports()
    expect(row).toMatchObject({
      state: 'failed',
      fault: "The archive can't be read completely: the file ends too early",
    })
    expect(Number(row!.lines_done)).toBe((await total()) - 1)
  })

  test('resumes when named again, without duplicates', async () => {
    const path = write('cut.ndjson.gz', packed.subarray(0, packed.length - 2000))
    await importRecords([path])
    const before = await total()
    const output = await importRecords([path])
    expect(output).toContain(`resuming after line ${before.toLocaleString('en')}`)
    expect(output).toContain('0 items in 0.0 s')
    expect(allRead).toBe(false)
    expect(await total()).toBe(before)
  })
})

describe('with a running worker', () => {
  test('leaves the matching to the worker', async () => {
    const id = await startProject(ctx)
    const output = await importRecords([write('posts.ndjson', lines(3).join('\n'))], { alone: false })
    expect(output).toContain('The running server now looks for leads in them\n')
    expect(await leadsOf(ctx, id)).toEqual([])
    await world.drain()
    expect(await leadsOf(ctx, id)).toHaveLength(3)
  })
})

test('reports that no project is active', async () => {
  expect(await importRecords([write('posts.ndjson', lines(3).join('\n'))])).toContain('No active projects')
})

describe('a stopped import', () => {
  test('finishes the current batch, and another run resumes without duplicates', async () => {
    const path = write('posts.ndjson', lines(2000).join('\n'))
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
    const output = await importRecords([path, write('never.ndjson', line('z'))], {
      ctx: { ...counting, stopping: stop.signal },
    })
    const inserted = await total()
    expect(output).toContain(`${inserted.toLocaleString('en')} new, 0 already known`)
    expect(output).toContain('Stopped. Imported posts are kept. Run the same command again to resume\n')
    expect(output).not.toContain('never.ndjson')
    expect(inserted).toBeGreaterThanOrEqual(1000)
    expect(inserted).toBeLessThan(2000)
    expect(await imports()).toEqual([expect.objectContaining({ state: 'stopped', lines_done: String(inserted) })])
    const rest = await importRecords([path])
    expect(rest).toContain(`posts.ndjson: resuming after line ${inserted.toLocaleString('en')}\n`)
    expect(rest).toContain(`${(2000 - inserted).toLocaleString('en')} new, 0 already known\n`)
    expect(await total()).toBe(2000)
    expect(await imports()).toEqual([expect.objectContaining({ state: 'done', lines_done: '2000', items_new: '2000' })])
  })
})

/** The statement that records the progress of an import. */
const batchWritten = /update "import" set "bytes_done"/

test('counts broken lines once even if the import is stopped between them', async () => {
  const good = lines(2000)
  for (const at of [10, 600, 1900]) good.splice(at, 0, `broken ${at}`)
  const path = write('posts.ndjson', good.join('\n'))
  const stop = new AbortController()
  const stopping = afterCommit({ ...ctx, stopping: stop.signal }, batchWritten, () => stop.abort())
  await importRecords([path], { ctx: stopping })
  await importRecords([path])
  const [row] = await imports()
  expect(row).toMatchObject({
    state: 'done',
    items_new: '2000',
    items_known: '0',
    lines_broken: '3',
    lines_done: '2003',
  })
  expect(row!.broken_lines).toEqual(
    [10, 600, 1900].map((at) => ({ line: at + 1, reason: 'not JSON', text: `broken ${at}` })),
  )
})

test('of two concurrent imports of a file, one imports it and the other reports that', async () => {
  const path = write('posts.ndjson', lines(1000).join('\n'))
  const other: { said?: string; allRead?: boolean } = {}
  const meeting: Ctx = {
    ...ctx,
    queue: {
      send: async (tx, name, data) => {
        if (other.said === undefined) {
          other.said = ''
          const screen = new CapturedStream()
          const streams = { stdout: screen, stderr: screen }
          const options = { ctx, boss: world.boss, alone: false, again: false, streams }
          other.allRead = await importAll(options, [path])
          other.said = screen.text
        }
        return ctx.queue.send(tx, name, data)
      },
    },
  }
  const output = await importRecords([path], { ctx: meeting })
  expect(other).toEqual({
    said: expect.stringContaining('posts.ndjson: another process is importing it\n'),
    allRead: false,
  })
  expect(output).toContain('1,000 new, 0 already known')
})

test('a database failure ends the import, keeps its posts, and another run resumes', async () => {
  const path = write('posts.ndjson', lines(2000).join('\n'))
  let batches = 0
  const failing: Ctx = {
    ...ctx,
    queue: {
      send: (tx, name, data) =>
        ++batches === 3 ? Promise.reject(new Error('connection lost')) : ctx.queue.send(tx, name, data),
    },
  }
  await expect(importRecords([path], { ctx: failing })).rejects.toThrow('connection lost')
  expect(await total()).toBe(1000)
  expect(await imports()).toEqual([expect.objectContaining({ state: 'running', lines_done: '1000' })])
  expect(await importRecords([path])).toContain('1,000 new, 0 already known')
  expect(await total()).toBe(2000)
})

describe('an import', () => {
  const listed = async () => {
    const output: string[] = []
    await listImports(ctx, (line) => output.push(line))
    return output
  }

  test('is listed with its size', async () => {
    expect(await listed()).toEqual(['No imports yet'])
    await importRecords([write('po\u001bsts.ndjson', lines(1500).join('\n'))])
    const [id] = (await imports()).map((row) => row.id)
    expect(await listed()).toEqual([`${id}  2026-11-20 12:00  1,500 new, 0 known  113 kB  done  po\ufffdsts.ndjson`])
  })

  test('is listed as interrupted if its process died', async () => {
    const path = write('posts.ndjson', lines(2000).join('\n'))
    const dying = afterCommit(ctx, batchWritten, () => {
      throw new Error('killed')
    })
    await expect(importRecords([path], { ctx: dying })).rejects.toThrow('killed')
    expect((await listed())[0]).toContain('interrupted')
  })

  test('is deleted except for decided leads', async () => {
    const id = await startProject(ctx)
    await importRecords([
      write('one.ndjson', lines(600, 'a').join('\n')),
      write('two.ndjson', lines(3, 'b').join('\n')),
    ])
    expect(await leadsOf(ctx, id)).toHaveLength(603)
    await transaction(ctx, (tx) =>
      tx.execute(sql`update opportunity set state = 'replied' where post_id in (
      select id from post where permalink like '%/a7/')`),
    )
    const [one] = await imports()
    const output: string[] = []
    await purge(ctx, String(one!.id), (text) => output.push(text))
    expect(output).toEqual(['Deleted one.ndjson. Saved and decided leads are kept'])
    expect((await leadsOf(ctx, id)).toSorted()).toEqual(['a7', 'b0', 'b1', 'b2'])
    expect(await total()).toBe(4)
    expect((await imports()).map((row) => row.name)).toEqual(['two.ndjson'])
  })

  test.each(['nonsense', '01890000-0000-7000-8000-000000000000'])(
    "can't be deleted by the unknown id %s",
    async (id) => {
      await expect(purge(ctx, id, () => {})).rejects.toThrow(
        `no import has the id ${id}. To see all imports, use --list`,
      )
    },
  )
})

const sharedPosts = join(import.meta.dirname, '../../../../shared/data/posts.ndjson.gz')
const absent = !existsSync(sharedPosts)
if (absent) console.log('import: skipped, the posts are not here (../shared/data)')

test.skipIf(absent)('every real post is readable and has a unique id', async () => {
  const ids = new Set<string>()
  const broken: string[] = []
  for await (const line of openArchive(sharedPosts).lines) {
    if ('record' in line) ids.add(line.record.id)
    else broken.push(line.broken)
  }
  expect(broken).toEqual([])
  expect(ids.size).toBe(43_714)
})

test.skipIf(absent)('imports real posts and recognizes all of them the second time', async () => {
  // One of 64 lines, across the whole file.
  const some = gunzipSync(readFileSync(sharedPosts))
    .toString()
    .trimEnd()
    .split('\n')
    .filter((_, at) => at % 64 === 0)
  const path = write('real.ndjson', some.join('\n'))
  const first = await importRecords([path])
  expect(first).toMatch(/684 items in .*: 684 new, 0 already known\n/)
  expect(first).not.toContain('broken')
  expect(await total()).toBe(684)
  expect(await importRecords([path], { again: true })).toMatch(/684 items in .*: 0 new, 684 already known\n/)
})

test('waits while the disk is almost full, says so and then resumes', async () => {
  const path = write('posts.ndjson', lines(700).join('\n'))
  // The second check finds enough space.
  let asked = 0
  const freeBytes = async () => (++asked === 1 ? reserveBytes - 1 : Number.POSITIVE_INFINITY)
  const output = await importRecords([path], { ctx: { ...ctx, freeBytes } })
  expect(output).toContain(
    'posts.ndjson: the disk is almost full. The import resumes once 512 MB are free; Ctrl-C stops it',
  )
  expect(await imports()).toMatchObject([{ state: 'done', items_new: '700' }])
})
