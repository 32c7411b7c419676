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
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Header, TableHead } from '../backup/format.ts'
import { queueVersionOf, takeQueueBack } from '../backup/queue-tables.ts'
import { openSession } from '../backup/session.ts'
import { migrate, newestVersion } from '../db/migrate.ts'
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
  await backUp(world.url, whole)
})
afterAll(async () => {
  files.remove()
  await world.close()
})
beforeEach(async () => {
  target = await newDatabase()
})
afterEach(() => dropDatabase(target))

/** That a refused restore left nothing: the next one goes through. */
async function restoresStill(): Promise<void> {
  await restore(target, whole)
  expect(await contentOf(target)).toEqual(await contentOf(world.url))
}

/** A copy of the whole backup. */
function copyOf(name: string): string {
  const path = files.path(name)
  copyFileSync(whole, path)
  return path
}

describe('a file that is no good is refused, and nothing is restored', () => {
  test.each([0.02, 0.3, 0.6, 0.97, 0.999])('damaged at %s of its length', async (share) => {
    const path = copyOf(`damaged-${share}`)
    const at = Math.floor(statSync(path).size * share)
    const file = openSync(path, 'r+')
    writeSync(file, Buffer.from([readFileSync(path)[at]! ^ 0x20]), 0, 1, at)
    closeSync(file)
    await expect(restore(target, path)).rejects.toThrow(/is damaged|ends too early/)
    await restoresStill()
  })

  test.each([0.01, 0.5, 0.99])('cut off at %s of its length', async (share) => {
    const path = copyOf(`short-${share}`)
    truncateSync(path, Math.floor(statSync(path).size * share))
    await expect(restore(target, path)).rejects.toThrow(/ends too early: it was cut off/)
    await restoresStill()
  })

  test.each([
    ['a text', 'Dear diary,\n'],
    ['nothing', ''],
    ['another program', 'PGDMP\u0001\u000e'],
  ])('%s', async (name, content) => {
    const path = files.path(name)
    writeFileSync(path, content)
    await expect(restore(target, path)).rejects.toThrow(/is not a backup made by npm run backup/)
  })

  test('a folder, or no file at all', async () => {
    await expect(restore(target, files.path('.'))).rejects.toThrow(/it is not a file/)
    await expect(restore(target, files.path('none'))).rejects.toThrow(/no such file/)
  })

  test('a newer format', async () => {
    const path = files.path('format-2')
    writeFileSync(path, Buffer.concat([Buffer.from('EARSHOT BACKUP 2\n'), readFileSync(whole).subarray(17)]))
    await expect(restore(target, path)).rejects.toThrow(/was made by a newer program/)
  })

  test('newer tables, or a newer queue', async () => {
    for (const version of ['schemaVersion', 'queueVersion']) {
      const path = files.path(`newer-${version}`)
      await rewritten(whole, path, { header: (header: Header) => ({ ...header, [version]: 9999 }) })
      await expect(restore(target, path)).rejects.toThrow(/was made by a newer program. Update this one/)
    }
    await restoresStill()
  })

  test('columns that have no place here', async () => {
    const path = files.path('columns')
    const change = (table: TableHead) =>
      table.name === 'user' ? { ...table, columns: table.columns.with(0, 'shoe_size') } : table
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow('columns of public.user that are not here: shoe_size')
    await restoresStill()
  })

  test('rows that do not fit their table: all of them go', async () => {
    const path = files.path('torn')
    const change = (table: TableHead) =>
      table.name === 'user' ? { ...table, columns: [...table.columns].reverse() } : table
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow(/the database refuses: .* Nothing was restored/)
    await restoresStill()
  })

  test('what would be run as SQL', async () => {
    const path = files.path('hostile')
    const bound = `DEFAULT; drop table "user"`
    const partitions = [{ schema: 'public', name: 'recent_x', bound, rowSecurity: false }]
    const change = (table: TableHead) => (table.name === 'recent' ? { ...table, partitions } : table)
    await rewritten(whole, path, { table: change })
    await expect(restore(target, path)).rejects.toThrow(/what is no bound/)
    await restoresStill()
  })
})

describe('a database that is no good is refused', () => {
  test('not empty', async () => {
    await restore(target, whole)
    const before = await contentOf(target)
    await expect(restore(target, whole)).rejects.toThrow(
      /^the database is not empty: there are rows in .*Restore into a new database: an empty DATABASE_URL/,
    )
    expect(await contentOf(target)).toEqual(before)
  })

  test('at a later version: it stays there', async () => {
    const older = await newDatabase()
    await migrate(older, 2)
    const path = files.path('older')
    await backUp(older, path)
    await dropDatabase(older)
    await migrate(target)
    await expect(restore(target, path)).rejects.toThrow(
      `the database is at version ${newestVersion()} already, the backup was made at version 2. Restore into`,
    )
  })

  test('filled at an earlier version: it is not even migrated', async () => {
    await migrate(target, 2)
    await ask(
      target,
      `insert into project (id, name, status, created_at, updated_at) values (gen_random_uuid(), 'x', 'done', now(), now())`,
    )
    await expect(restore(target, whole)).rejects.toThrow('there are rows in project')
    expect(await ask(target, 'select max(version) as version from schema_migration')).toEqual([{ version: 2 }])
  })

  test.each(['worker', 'import', 'restore'])('in use by another process: %s', async (name) => {
    const other = await openSession(target, `earshot ${name}`)
    await expect(restore(target, whole)).rejects.toThrow(`the database is in use (${name}). Stop the server`)
    await other.end()
    await restoresStill()
  })

  test('a user who may not make tables', async () => {
    await ask(target, 'drop role if exists guest').catch(() => {})
    await ask(target, `create role guest login password 'guest' in role earshot_web, earshot_worker`)
    const guest = target.replace(/\/\/[^@]+@/, '//guest:guest@')
    await expect(restore(guest, whole)).rejects.toThrow(/may not create tables and schemas. Make it the owner/)
    await ask(target, 'drop role guest')
  })
})

test('a restore that is stopped leaves an empty database, to be restored into again', async () => {
  const stop = new AbortController()
  const onLoaded = (rows: number) => rows > 10 && stop.abort(new Error('Stopped'))
  await expect(restore(target, whole, { stop: stop.signal, onLoaded })).rejects.toThrow('Stopped')
  await restoresStill()
})

test('keys that cannot be kept stop the restore before anything is committed', async () => {
  const path = files.path('keys')
  await backUp(world.url, path, { secrets: ['one', 'two'] })
  const onKeys = (keys: readonly string[]) => {
    throw new Error(`no place for ${keys.length} keys`)
  }
  await expect(restore(target, path, { onKeys })).rejects.toThrow('no place for 2 keys')
  expect((await restore(target, path)).keys).toEqual(['one', 'two'])
})

test('a server that starts meanwhile waits, and finds what was restored', async () => {
  let starting: Promise<void> | undefined
  await restore(target, whole, {
    onLoaded: () => {
      starting ??= migrate(target)
    },
  })
  await starting
  expect(await contentOf(target)).toEqual(await contentOf(world.url))
})

test("a queue of an older version is loaded as it was, and brought to this program's", async () => {
  const older = await newDatabase()
  await migrate(older)
  const client = new pg.Client({ connectionString: older })
  await client.connect()
  const newest = await queueVersionOf(client)
  await takeQueueBack(client, newest - 3)
  await client.query(`insert into pgboss.job (name, data) values ('scan', '{"projectId": "x"}')`)
  await client.end()
  const path = files.path('older-queue')
  await backUp(older, path)
  await dropDatabase(older)
  await restore(target, path)
  expect(
    await ask(target, `select version, (select count(*)::int from pgboss.job) as jobs from pgboss.version`),
  ).toEqual([{ version: newest, jobs: 1 }])
})
