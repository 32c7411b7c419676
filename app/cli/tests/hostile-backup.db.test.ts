import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { z } from 'zod'
import { beginDraft } from '#platform/server/backup/draft.ts'
import { type Header, json, Keys, type Sequence, TableEnd, type TableHead } from '#platform/server/backup/format.ts'
import { openBackup } from '#platform/server/backup/reading.ts'
import { backUp, backupFolder, contentOf, restore, rewritten } from '#tests/support/backups.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { appOf, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let files: ReturnType<typeof backupFolder>
let whole: string
/** The target of all rejected restores. If one left a row, the next would fail for that instead. */
let target: string
beforeAll(async () => {
  world = await testWorld()
  const app = await appOf(world.ctx)
  await setUpProject(app, await signUp(app, 'ann@example.com'))
  await app.close()
  files = backupFolder()
  whole = files.path('whole')
  await backUp(world.url, whole, { secrets: ['a secret of thirty-two characters'] })
  target = await newTarget()
})
afterAll(async () => {
  files.remove()
  await dropDatabase(target)
  await world.close()
})

/** Creates an empty database of this version with a table that must not be touched. */
async function newTarget(): Promise<string> {
  const url = await newDatabase(inject('templateUrl'), true)
  await ask(url, 'create table canary (id integer)')
  return url
}

/** Names that would be SQL if they were inserted into a statement unescaped. */
const names = ['user"; drop table canary; --', "user'; drop table canary; --", 'user"."x', 'x'.repeat(5000)]
const canaries = async (url = target) => (await ask(url, `select to_regclass('public.canary') is not null as there`))[0]

const renamed = (head: TableHead, change: Partial<TableHead>) => (head.name === 'user' ? { ...head, ...change } : head)

test('rejects tables with such names', async () => {
  const path = files.path('tables')
  const tables = [...names, ''].map((name) => ({ schema: 'public', name }))
  await rewritten(whole, path, {
    header: (header: Header) => ({ ...header, tables: [...header.tables, ...tables] }),
    table: (head: TableHead) => renamed(head, { name: names[0]! }),
  })
  const unknown = tables.map(({ name }) => `--leave-out public.${name}`).join(' ')
  await expect(restore(target, path)).rejects.toThrow(
    `tables that don't belong to Earshot. To restore the others, add ${unknown}`,
  )
  expect(await canaries()).toEqual({ there: true })
})

test('rejects columns with such names', async () => {
  const path = files.path('columns')
  const columns = [...names, '']
  await rewritten(whole, path, {
    table: (head: TableHead) => renamed(head, { columns: [...head.columns, ...columns] }),
  })
  await expect(restore(target, path)).rejects.toThrow(`that this database doesn't have: ${columns.join(', ')}`)
  expect(await canaries()).toEqual({ there: true })
})

/** Adds partitions with these names to the partitioned table. */
const withPartitions = (partitions: readonly string[]) => (head: TableHead) => {
  const added = partitions.map((name, day) => {
    const bound = `FOR VALUES FROM ('2020-01-0${day + 1}') TO ('2020-01-0${day + 2}')`
    return { schema: 'public', name, bound, rowSecurity: true }
  })
  return head.name === 'recent' ? { ...head, partitions: [...head.partitions, ...added] } : head
}
test('uses such names of partitions as plain names, and skips sequences', async () => {
  const path = files.path('partitions')
  await rewritten(whole, path, {
    table: withPartitions(names),
    sequences: (all: Sequence[]) => [
      ...all,
      ...['', ...names.map((name) => `_${name}`)].map((name) => ({ schema: 'public', name, last: '1', called: true })),
    ],
  })
  const url = await newTarget()
  await restore(url, path)
  expect(await canaries(url)).toEqual({ there: true })
  const created = await ask<{ name: string }>(
    url,
    `select c.relname as name from pg_class c join pg_inherits i on i.inhrelid = c.oid
      where i.inhparent = 'recent'::regclass and pg_get_expr(c.relpartbound, c.oid) like '%2020-01-%' order by c.oid`,
  )
  expect(created.map(({ name }) => name)).toEqual(names.map((name) => name.slice(0, 63)))
  await dropDatabase(url)
})

test('the database rejects a partition without a name', async () => {
  const path = files.path('no-partition')
  await rewritten(whole, path, { table: withPartitions(['']) })
  await expect(restore(target, path)).rejects.toThrow(/the database reported/)
  expect(await canaries()).toEqual({ there: true })
})

test.each<[string, Parameters<typeof rewritten>[2]]>([
  ['a negative number of rows', { tableEnd: (end: TableEnd) => ({ ...end, rows: -1 }) }],
  ['too high a number of rows', { tableEnd: (end: TableEnd) => ({ ...end, rows: end.rows + 1 }) }],
  ['a version with a terminal sequence', { header: (header: Header) => ({ ...header, program: '\u001b[2J9' }) }],
  ['SQL in a sequence', { sequences: (all: Sequence[]) => all.map((each) => ({ ...each, last: '1); drop' })) }],
  ['an empty key', { keys: () => [''] }],
])('rejects %s as damage', async (name, change) => {
  const path = files.path(name.replaceAll(' ', '-'))
  await rewritten(whole, path, change)
  await expect(restore(target, path)).rejects.toThrow(/is damaged/)
  expect(await canaries()).toEqual({ there: true })
})

// A restore checks every frame by its schema, as the tests above show.
test.each<[string, z.ZodType, unknown]>([
  ['a fractional number of rows', TableEnd, { rows: 0.5, bytes: 1, checksum: 1 }],
  ['a key with a comma', Keys, [`${'x'.repeat(40)},${'y'.repeat(40)}`]],
  ['no keys', Keys, []],
])('%s fits no frame', (_, schema, content) => {
  expect(schema.safeParse(content).success).toBe(false)
})

test('rejects a decompression bomb before it fills the memory', async () => {
  const path = files.path('bomb')
  const backup = await openBackup(whole)
  const draft = await beginDraft(path, { force: false })
  await draft.write('header', json(backup.header))
  const bomb = zstdCompressSync(Buffer.alloc(100e6))
  for await (const { kind, payload } of backup.frames()) await draft.write(kind, kind === 'data' ? bomb : payload)
  await draft.finish()
  await backup.close()
  await expect(restore(target, path)).rejects.toThrow("is damaged: part of it can't be decompressed")
  expect(await canaries()).toEqual({ there: true })
})

test('nothing was restored so far: the intact backup restores', async () => {
  await restore(target, whole)
  await ask(target, 'drop table canary')
  expect(await contentOf(target)).toEqual(await contentOf(world.url))
})
