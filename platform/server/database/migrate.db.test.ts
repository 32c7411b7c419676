import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'

import * as passkeys from '#features/accounts/server/passkeys/tables.ts'
import * as accounts from '#features/accounts/server/tables.ts'
import * as twoFactor from '#features/accounts/server/two-factor/tables.ts'
import * as agencies from '#features/agencies/server/tables.ts'
import * as destinations from '#features/alerts/server/destinations/tables.ts'
import * as alertSettings from '#features/alerts/server/personal/tables.ts'
import * as push from '#features/alerts/server/push/tables.ts'
import * as alerts from '#features/alerts/server/tables.ts'
import * as billing from '#features/billing/server/tables.ts'
import * as crm from '#features/crm/server/tables.ts'
import * as discovery from '#features/discovery/server/tables.ts'
import * as rollups from '#features/insights/server/rollups/tables.ts'
import * as insights from '#features/insights/server/tables.ts'
import * as integrations from '#features/integrations/server/tables.ts'
import * as leads from '#features/leads/server/tables.ts'
import * as matching from '#features/matching/server/tables.ts'
import * as mentions from '#features/mentions/server/tables.ts'
import * as mailboxes from '#features/messages/server/mailboxes/tables.ts'
import * as messages from '#features/messages/server/tables.ts'
import * as operations from '#features/operations/server/tables.ts'
import * as posts from '#features/posts/server/tables.ts'
import * as privacy from '#features/privacy/server/tables.ts'
import * as projectFiles from '#features/projects/server/import/tables.ts'
import * as reddit from '#features/reddit/server/tables.ts'
import * as replies from '#features/replies/server/tables.ts'
import * as search from '#features/search/server/tables.ts'
import * as seo from '#features/seo/server/tables.ts'

import * as views from '#features/views/server/tables.ts'
import * as watchlist from '#features/watchlist/server/tables.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { failedQueue, queueSchema } from '../jobs/boss.ts'
import * as mail from '../mail/tables.ts'
import * as outbox from '../outbox/tables.ts'
import * as tenancy from '../tenancy/tables.ts'
import { type Migration, migrate, newestVersion, readMigrations } from './migrate.ts'
import * as shared from './tables.ts'

let world: World
let client: pg.Client
beforeAll(async () => {
  world = await testWorld()
  client = new pg.Client({ connectionString: world.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await world.close()
})

/** Returns the table's columns in the database, with whether each is nullable. */
async function columnsOf(table: string): Promise<Record<string, boolean>> {
  const { rows } = await client.query<{ column_name: string; is_nullable: string }>(
    `select column_name, is_nullable from information_schema.columns where table_schema = 'public' and table_name = $1`,
    [table],
  )
  return Object.fromEntries(rows.map((row) => [row.column_name, row.is_nullable === 'YES']))
}

const tables = Object.values({
  ...accounts,
  ...passkeys,
  ...twoFactor,
  ...agencies,
  ...alerts,
  ...alertSettings,
  ...destinations,
  ...projectFiles,
  ...push,
  ...billing,
  ...crm,
  ...insights,
  ...rollups,
  ...integrations,
  ...discovery,
  ...leads,
  ...matching,
  ...mentions,
  ...mailboxes,
  ...messages,
  ...operations,
  ...privacy,
  ...posts,
  ...reddit,
  ...replies,
  ...search,
  ...seo,
  ...views,
  ...watchlist,
  ...tenancy,
  ...mail,
  ...outbox,
  ...shared,
}).filter((value) => is(value, PgTable))

test.each(tables.map((table) => [getTableName(table), table] as const))(
  'table %s matches its Drizzle schema',
  async (name, table) => {
    const known = Object.values(getTableColumns(table)).map((column) => [column.name, !column.notNull])
    expect(await columnsOf(name)).toEqual(Object.fromEntries(known))
  },
)

test('every table except the list of migrations has a Drizzle schema', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const known = tables.map((table) => getTableName(table))
  expect(rows.map((row) => row.name).sort()).toEqual([...known, 'schema_migration'].sort())
})

test('the project table and every table with a project_id have row-level security', async () => {
  const { rows } = await client.query<{ name: string; secured: boolean; policies: number }>(
    `select c.relname as name, c.relrowsecurity as secured,
            (select count(*)::int from pg_policies p where p.tablename = c.relname) as policies
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        and (c.relname = 'project' or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'))`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter((row) => !row.secured || row.policies < 2)).toEqual([])
})

test('migrating again, even from two processes at once, changes nothing', async () => {
  const before = await client.query('select version, name, applied_at from schema_migration order by version')
  await Promise.all([migrate(world.url), migrate(world.url)])
  const after = await client.query('select version, name, applied_at from schema_migration order by version')
  expect(after.rows).toEqual(before.rows)
})

describe('a migration added later', () => {
  const version = newestVersion() + 1
  const withNext = (sql: string): Migration[] => [...readMigrations(), { version, name: 'next.sql', sql }]
  const applied = (url: string) => ask(url, 'select version, name from schema_migration order by version desc limit 1')
  let url: string
  beforeEach(async () => {
    url = await newDatabase(inject('templateUrl'), true)
  })
  afterEach(() => dropDatabase(url))

  test('is applied once when several processes start together', async () => {
    const migrations = withNext('create table taken (id integer); insert into taken values (1)')
    await Promise.all([1, 2, 3].map(() => migrate(url, { migrations })))
    await migrate(url, { migrations })
    expect(await ask(url, 'select id from taken')).toEqual([{ id: 1 }])
    expect(await applied(url)).toEqual([{ version, name: 'next.sql' }])
  })

  test('leaves nothing behind if it fails, and is applied by a later start', async () => {
    const before = await applied(url)
    const failing = withNext('create table taken (id integer); select 1 / 0')
    await expect(migrate(url, { migrations: failing })).rejects.toThrow('division by zero')
    expect(await applied(url)).toEqual(before)
    expect(await ask(url, `select to_regclass('taken') as taken`)).toEqual([{ taken: null }])
    await migrate(url, { migrations: withNext('create table taken (id integer)') })
    expect(await applied(url)).toEqual([{ version, name: 'next.sql' }])
  })

  test('makes the database too new for an older version of the program', async () => {
    await migrate(url, { migrations: withNext('select 1') })
    await expect(migrate(url)).rejects.toThrow(
      `the database has version ${version}, but this version of Earshot supports up to ${newestVersion()}. Start the newer version`,
    )
  })
})

test.each([
  ['all of its migrations', [1, 48]],
  ['only its first migration', [1]],
])('a database from before the first release, with %s, is refused and left unchanged', async (_what, versions) => {
  const url = await newDatabase()
  await ask(url, 'create table schema_migration (version integer primary key, name text not null)')
  for (const each of versions)
    await ask(url, 'insert into schema_migration values ($1, $2)', [each, `000${each}-old.sql`])
  await expect(migrate(url)).rejects.toThrow(
    /^the database is from a version before the first release and can't be upgraded\. Start with/,
  )
  expect(await ask(url, `select to_regclass('project') as project, to_regnamespace('pgboss') as queue`)).toEqual([
    { project: null, queue: null },
  ])
  await dropDatabase(url)
})

test('waiting and failed jobs of a former queue move to the one that does its work', async () => {
  const url = await newDatabase(inject('templateUrl'), true)
  const boss = new PgBoss({ connectionString: url, schema: queueSchema, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('weigh')
  await boss.send('weigh', { projectId: 'half done' })
  await boss.stop({ graceful: false })
  await ask(
    url,
    `insert into pgboss.job (name, source_name) values ('${failedQueue}', 'scan'), ('${failedQueue}', 'learn')`,
  )
  await migrate(url)
  const jobs = 'select name, source_name as source, state, data from pgboss.job order by name, source_name'
  expect(await ask(url, jobs)).toMatchObject([
    { name: failedQueue, source: 'backfill' },
    { name: failedQueue, source: 'reorder' },
    { name: 'reorder', source: null, state: 'created', data: { projectId: 'half done' } },
  ])
  expect(await ask(url, `select name from pgboss.queue where name in ('weigh', 'scan', 'postponed', 'learn')`)).toEqual(
    [],
  )
  await dropDatabase(url)
})

test('an upgrade turns points into chances, and drops the parts that no longer count', async () => {
  const url = await newDatabase()
  await migrate(url, { upTo: 4 })
  const id = '01900000-0000-7000-8000-000000000001'
  const components = ['fit', 'freshness', 'feedback', 'need'].map((name) => ({
    name,
    points: name === 'fit' ? 92.1 : -2.1,
    reasons: [],
  }))
  await ask(
    url,
    `
    insert into "user" (id, username, email, created_at, updated_at) values ('${id}', 'ann', 'a@example.com', now(), now());
    insert into project (id, name, status, created_at, updated_at) values ('${id}', 'Pipewell', 'done', now(), now());
    insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
      values ('${id}', 1, 'post', 7, 'a', 't', 'b', false, '/', now(), now());
    insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
      values ('${id}', '${id}', '${id}', 36.1, 2, '${JSON.stringify(components)}', now(), now());
    insert into decision (project_id, opportunity_id, kind, user_id, created_at)
      values ('${id}', '${id}', 'save', '${id}', now())`,
  )
  await migrate(url)
  expect(await ask(url, 'select score, label, components from opportunity')).toEqual([
    { score: expect.closeTo(39.9, 1), label: 2, components: [components[0], components[3]] },
  ])
  expect(await ask(url, 'select kind from decision')).toEqual([{ kind: 'save' }])
  await dropDatabase(url)
})

test('a partition can only be read through its parent table', async () => {
  const { rows } = await client.query<{ secured: boolean; granted: boolean }>(
    `select c.relrowsecurity as secured, has_table_privilege('earshot_worker', c.oid, 'select') as granted
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relispartition`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ secured, granted }) => secured && !granted)).toBe(true)
})
