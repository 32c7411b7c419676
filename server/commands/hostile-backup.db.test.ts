import { zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { beginDraft } from '../backup/draft.ts'
import type { Header, Sequence, TableEnd, TableHead } from '../backup/format.ts'
import { json } from '../backup/format.ts'
import { openBackup } from '../backup/reading.ts'
import { appOf, setUpProject, signUp } from '../seeding.ts'
import { testWorld, type World } from '../testing.ts'
import { backUp, backupFolder, contentOf, restore, rewritten } from '../testing-backup.ts'
import { ask, dropDatabase, newDatabase } from '../testing-databases.ts'

let world: World
let files: ReturnType<typeof backupFolder>
let whole: string
let target: string
beforeAll(async () => {
  world = await testWorld()
  const app = await appOf(world.ctx)
  await setUpProject(app, await signUp(app, 'ann@example.com'))
  await app.close()
  files = backupFolder()
  whole = files.path('whole')
  await backUp(world.url, whole, { secrets: ['a secret of thirty-two characters'] })
})
afterAll(async () => {
  files.remove()
  await world.close()
})
beforeEach(async () => {
  target = await newDatabase()
  await ask(target, 'create table canary (id integer)')
})
afterEach(() => dropDatabase(target))

/** Names that would be SQL if they were pasted into a statement. */
const names = ['user"; drop table canary; --', "user'; drop table canary; --", 'user"."x', '', 'x'.repeat(5000)]
const canaries = async () => (await ask(target, `select to_regclass('public.canary') is not null as there`))[0]

const renamed = (head: TableHead, change: Partial<TableHead>) => (head.name === 'user' ? { ...head, ...change } : head)

test.each(names)('a table called %j is none of ours', async (name) => {
  const path = files.path(`table-${names.indexOf(name)}`)
  await rewritten(whole, path, {
    header: (header: Header) => ({ ...header, tables: [...header.tables, { schema: 'public', name }] }),
    table: (head: TableHead) => renamed(head, { name }),
  })
  await expect(restore(target, path)).rejects.toThrow(/tables that this program does not make|makes no sense/)
  expect(await canaries()).toEqual({ there: true })
})

test.each(names)('a column called %j is none of ours', async (name) => {
  const path = files.path(`column-${names.indexOf(name)}`)
  await rewritten(whole, path, { table: (head: TableHead) => renamed(head, { columns: [...head.columns, name] }) })
  await expect(restore(target, path)).rejects.toThrow('that are not here')
  expect(await canaries()).toEqual({ there: true })
})

test.each(names)('a partition called %j is a table of that name at most', async (name) => {
  const path = files.path(`partition-${names.indexOf(name)}`)
  const bound = `FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')`
  await rewritten(whole, path, {
    table: (head: TableHead) =>
      head.name === 'recent'
        ? { ...head, partitions: [...head.partitions, { schema: 'public', name, bound, rowSecurity: true }] }
        : head,
  })
  await restore(target, path).catch((error: Error) => expect(error.message).toMatch(/the database refuses/))
  expect(await canaries()).toEqual({ there: true })
})

test.each(names)('a sequence called %j is passed over', async (name) => {
  const path = files.path(`sequence-${names.indexOf(name)}`)
  await rewritten(whole, path, {
    sequences: (all: Sequence[]) => [...all, { schema: 'public', name, last: '1', called: true }],
  })
  await restore(target, path).catch((error: Error) => expect(error.message).toMatch(/the database refuses/))
  expect(await canaries()).toEqual({ there: true })
})

test.each<[string, Parameters<typeof rewritten>[2]]>([
  ['less than no rows', { tableEnd: (end: TableEnd) => ({ ...end, rows: -1 }) }],
  ['half a row', { tableEnd: (end: TableEnd) => ({ ...end, rows: 0.5 }) }],
  ['more rows than there are', { tableEnd: (end: TableEnd) => ({ ...end, rows: end.rows + 1 }) }],
  ['a version that steers a terminal', { header: (header: Header) => ({ ...header, program: '\u001b[2J9' }) }],
  ['a sequence that is SQL', { sequences: (all: Sequence[]) => all.map((each) => ({ ...each, last: '1); drop' })) }],
  ['an empty key', { keys: () => [''] }],
  ['a key that would be two', { keys: () => [`${'x'.repeat(40)},${'y'.repeat(40)}`] }],
  ['no key', { keys: () => [] }],
])('%s is damage, and nothing is restored', async (name, change) => {
  const path = files.path(name.replaceAll(' ', '-'))
  await rewritten(whole, path, change)
  await expect(restore(target, path)).rejects.toThrow(/is damaged/)
  await restore(target, whole)
  await ask(target, 'drop table canary')
  expect(await contentOf(target)).toEqual(await contentOf(world.url))
})

test('a piece that unpacks to far more than any piece has is refused before it takes the memory', async () => {
  const path = files.path('bomb')
  const backup = await openBackup(whole)
  const draft = await beginDraft(path, { force: false })
  await draft.write('header', json(backup.header))
  const bomb = zstdCompressSync(Buffer.alloc(200e6))
  for await (const { kind, payload } of backup.frames()) await draft.write(kind, kind === 'data' ? bomb : payload)
  await draft.finish()
  await backup.close()
  await expect(restore(target, path)).rejects.toThrow("is damaged: a piece of it can't be unpacked")
  expect(await canaries()).toEqual({ there: true })
})
