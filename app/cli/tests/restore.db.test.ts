import {
  closeSync,
  copyFileSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Header, TableHead } from '#platform/server/backup/format.ts'
import { downgradeQueue, queueVersionOf } from '#platform/server/backup/queue-tables.ts'
import { migrate, newestVersion, readMigrations } from '#platform/server/database/migrate.ts'
import { backUp, backupFolder, contentOf, restore, rewritten } from '#tests/support/backups.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { appOf, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'

let world: World
let files: ReturnType<typeof backupFolder>
let whole: string
/**
 * A database without tables at first, the target of all rejected restores. If one left a row, the next would fail for
 * that instead.
 */
let target: string
beforeAll(async () => {
  world = await testWorld()
  const app = await appOf(world.ctx)
  await setUpProject(app, await signUp(app, 'ann@example.com'))
  await app.close()
  files = backupFolder()
  whole = files.path('whole')
  await backUp(world.url, whole)
  target = await newDatabase()
})
afterAll(async () => {
  files.remove()
  await dropDatabase(target)
  await world.close()
})

/** Creates an empty database of this version. */
const newTarget = () => newDatabase(inject('templateUrl'), true)

/** Copies the intact backup. */
function copyOf(name: string): string {
  const path = files.path(name)
  copyFileSync(whole, path)
  return path
}

describe('rejects an unusable file', () => {
  test.each([0.02, 0.3, 0.6, 0.97, 0.999])('damaged at %s of its length', async (share) => {
    const path = copyOf(`damaged-${share}`)
    const at = Math.floor(statSync(path).size * share)
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.from([readFileSync(path)[at]! ^ 0x20]), 0, 1, at)
    closeSync(file)
    await expect(restore(target, path)).rejects.toThrow(/is damaged|ends too early/)
  })

  test.each([0.01, 0.5, 0.99])('truncated at %s of its length', async (share) => {
    const path = copyOf(`short-${share}`)
    truncateSync(path, Math.floor(statSync(path).size * share))
    await expect(restore(target, path)).rejects.toThrow(/ends too early: it is incomplete/)
  })

  test.each([
    ['a text file', 'Dear diary,\n'],
    ['an empty file', ''],
    ['a PostgreSQL dump', 'PGDMP\u0001\u000e'],
  ])('%s', async (name, content) => {
    const path = files.path(name)
    writeFileSync(path, content)
    await expect(restore(target, path)).rejects.toThrow(/is not a backup made by npm run backup/)
  })

  test('a folder or a missing file', async () => {
    await expect(restore(target, files.path('.'))).rejects.toThrow(/it is not a file/)
    await expect(restore(target, files.path('none'))).rejects.toThrow(/no such file/)
  })

  test('a newer format', async () => {
    const path = files.path('format-3')
    writeFileSync(path, Buffer.concat([Buffer.from('EARSHOT BACKUP 3\n'), readFileSync(whole).subarray(17)]))
    await expect(restore(target, path)).rejects.toThrow(/is from a newer version/)
  })

  test('a backup from before the first release', async () => {
    const path = files.path('format-1')
    writeFileSync(path, Buffer.concat([Buffer.from('EARSHOT BACKUP 1\n'), readFileSync(whole).subarray(17)]))
    await expect(restore(target, path)).rejects.toThrow(
      `${path} is from a version before the first release. Only that version can restore it`,
    )
  })

  test('newer tables or a newer queue', async () => {
    for (const version of ['schemaVersion', 'queueVersion']) {
      const path = files.path(`newer-${version}`)
      await rewritten(whole, path, { header: (header: Header) => ({ ...header, [version]: 9999 }) })
      await expect(restore(target, path)).rejects.toThrow(/is from a newer version of Earshot. Update this one/)
    }
  })

  test('unknown columns', async () => {
    const path = files.path('columns')
    const change = (table: TableHead) =>
      table.name === 'user' ? { ...table, columns: table.columns.with(0, 'shoe_size') } : table
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow(
      "columns of public.user that this database doesn't have: shoe_size",
    )
  })

  test("rows that don't fit their table, without keeping any", async () => {
    const path = files.path('torn')
    const change = (table: TableHead) =>
      table.name === 'user' ? { ...table, columns: [...table.columns].reverse() } : table
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow(/the database reported: .* Nothing was restored/)
  })

  test('a partition bound with SQL in it', async () => {
    const path = files.path('hostile')
    const bound = `DEFAULT; drop table "user"`
    const partitions = [{ schema: 'public', name: 'recent_x', bound, rowSecurity: false }]
    const change = (table: TableHead) => (table.name === 'recent' ? { ...table, partitions } : table)
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow(/invalid bound/)
  })
})

describe('rejects an unusable database', () => {
  test('not empty', async () => {
    const before = await contentOf(world.url)
    await expect(restore(world.url, whole)).rejects.toThrow(
      /^the database is not empty: rows in .*\. Restore into a new database: another database in DATABASE_URL/,
    )
    expect(await contentOf(world.url)).toEqual(before)
  })

  test('at a newer version, which it keeps', async () => {
    const path = files.path('older')
    await rewritten(whole, path, { header: (header: Header) => ({ ...header, schemaVersion: 0 }) })
    const newest = await newTarget()
    await expect(restore(newest, path)).rejects.toThrow(
      `the database already has version ${newestVersion()}, but the backup has version 0. Restore into`,
    )
    await dropDatabase(newest)
  })

  test('with rows at an older version, without migrating it', async () => {
    const older = await newTarget()
    const next = { version: newestVersion() + 1, name: 'next.sql', sql: 'alter table project add column slogan text' }
    await ask(
      older,
      `insert into project (id, name, status, created_at, updated_at) values (gen_random_uuid(), 'x', 'done', now(), now())`,
    )
    const restoring = restore(older, whole, { migrations: [...readMigrations(), next] })
    await expect(restoring).rejects.toThrow(/not empty: rows in .*project/)
    expect(await ask(older, 'select max(version) as version from schema_migration')).toEqual([
      { version: newestVersion() },
    ])
    await dropDatabase(older)
  })

  test('created before the first release', async () => {
    const old = await newDatabase()
    await ask(
      old,
      `create table schema_migration (version integer primary key, name text not null);
       insert into schema_migration values (1, '0001-first-path.sql'), (48, '0048-idempotency-keys.sql')`,
    )
    await expect(restore(old, whole)).rejects.toThrow(/from a version before the first release and can't be upgraded/)
    await dropDatabase(old)
  })

  test('a user without the right to create tables', async () => {
    await ask(target, 'drop role if exists guest').catch(() => {})
    await ask(target, `create role guest login password 'guest' in role earshot_web, earshot_worker`)
    const guest = target.replace(/\/\/[^@]+@/, '//guest:guest@')
    await expect(restore(guest, whole)).rejects.toThrow(/can't create tables and schemas. Make it the owner/)
    await ask(target, 'drop role guest')
  })
})

test('a stop signal ends a restore', async () => {
  const stop = new AbortController()
  const onLoaded = (rows: number) => rows > 10 && stop.abort(new Error('Stopped'))
  await expect(restore(target, whole, { stop: stop.signal, onLoaded })).rejects.toThrow('Stopped')
})

test('a failure to store the keys stops the restore before the commit', async () => {
  const path = files.path('keys')
  await backUp(world.url, path, { secrets: ['one', 'two'] })
  const onKeys = (keys: readonly string[]) => {
    throw new Error(`no place for ${keys.length} keys`)
  }
  await expect(restore(target, path, { onKeys })).rejects.toThrow('no place for 2 keys')
})

test('nothing was restored so far: the next restore succeeds, with its keys', async () => {
  expect((await restore(target, files.path('keys'))).keys).toEqual(['one', 'two'])
  expect(await contentOf(target)).toEqual(await contentOf(world.url))
})

test('a server that starts during a restore waits and finds the restored rows', async () => {
  const url = await newTarget()
  let starting: Promise<void> | undefined
  await restore(url, whole, {
    onLoaded: () => {
      starting ??= migrate(url)
    },
  })
  await starting
  expect(await contentOf(url)).toEqual(await contentOf(world.url))
  await dropDatabase(url)
})

test('a queue of an older version is loaded in that version and then migrated', async () => {
  const [older, newest] = [await newTarget(), await newTarget()]
  const client = new pg.Client({ connectionString: older })
  await client.connect()
  const version = await queueVersionOf(client)
  await downgradeQueue(client, version - 3)
  await client.query(`insert into pgboss.job (name, data) values ('backfill', '{"projectId": "x"}')`)
  await client.end()
  const path = files.path('older-queue')
  await backUp(older, path)
  await restore(newest, path)
  expect(
    await ask(newest, `select version, (select count(*)::int from pgboss.job) as jobs from pgboss.version`),
  ).toEqual([{ version, jobs: 1 }])
  await Promise.all([older, newest].map(dropDatabase))
})
