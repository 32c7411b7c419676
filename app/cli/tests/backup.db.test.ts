import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { newestVersion, readMigrations } from '#platform/server/database/migrate.ts'
import { testApp } from '#tests/support/app.ts'
import { backUp, backupFolder, contentOf, restore, shapeOf } from '#tests/support/backups.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { call, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let files: ReturnType<typeof backupFolder>
let whole: string
let end: Awaited<ReturnType<typeof backUp>>
/** A migrated database, restored from the backup. */
let restored: string
beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  await fill()
  files = backupFolder()
  whole = files.path('whole')
  end = await backUp(world.url, whole)
  restored = await newTarget()
  await restore(restored, whole)
})
afterAll(async () => {
  files.remove()
  await dropDatabase(restored)
  await world.close()
})

/** Creates an empty database of this version. */
const newTarget = () => newDatabase(inject('templateUrl'), true)

/**
 * Seeds some of everything: an active project, leads with decisions, jobs in several states, a day of arrivals, events
 * with high numbers.
 */
async function fill(): Promise<void> {
  const project = await setUpProject(app, ann, {
    name: 'Tab\tand\nnewline \\ "quoted" \u{1f44b}',
    competitors: ['Weldly'],
  })
  const [saved, rejected] = [
    await seedOpportunity(world.ctx, project, { body: 'looking for\r\n\\N and \\. and \u0007' }),
    await seedOpportunity(world.ctx, project, { postedAt: null, score: 12.34567 }),
  ]
  await call(app, ann, 'PUT', `opportunities/${saved}/save`)
  await call(app, ann, 'PUT', `opportunities/${rejected}/rejection`, { reason: 'notBuying' })
  await ask(world.url, `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now()`)
  await ask(
    world.url,
    `insert into pgboss.job (name, data) values ('windows', '{}'), ('backfill', '{"projectId": "x"}')`,
  )
  await ask(
    world.url,
    `create table recent_20310405 partition of recent for values from ('2031-04-05') to ('2031-04-06')`,
  )
  await ask(world.url, 'alter table recent_20310405 enable row level security')
  await ask(
    world.url,
    `insert into recent (arrived_on, id, source, item_count, items, created_at)
     values ('2031-04-05', gen_random_uuid(), 'rss', 3, '\\x00ff0a5c', now())`,
  )
  await ask(
    world.url,
    `insert into event (project_id, kind, created_at) select id, 'opportunities', now() from project, generate_series(1, 5)`,
  )
  await ask(world.url, `update event set xact = '999999999999'`)
  await ask(
    world.url,
    `insert into pgboss.job (name, data, created_on, keep_until)
     values ('backfill', '{"batchId": "old"}', now() - interval '30 days', now() - interval '16 days')`,
  )
}

describe('a restore', () => {
  test('restores every row of every table, with the same table definitions', async () => {
    const target = await newDatabase()
    const loaded = await restore(target, whole)
    const [before, after] = [await contentOf(world.url), await contentOf(target)]
    const filled = Object.keys(before).filter((name) => before[name]!.length > 0)
    expect(filled).toEqual(
      expect.arrayContaining(
        [
          'audit_entry',
          'decision',
          'event',
          'opportunity',
          'opportunity_count',
          'post',
          'recent',
          'session',
          'user',
        ].map((name) => `public.${name}`),
      ),
    )
    expect(after).toEqual(before)
    expect(await shapeOf(target)).toEqual(await shapeOf(world.url))
    const rows = Object.values(before).reduce((sum, table) => sum + table.length, 0)
    expect(end).toEqual({ tables: Object.keys(before).length, rows })
    expect(loaded).toEqual({ ...end, keys: null })
    await dropDatabase(target)
  })

  test('fills a migrated database and counts nothing twice', async () => {
    expect(await contentOf(restored)).toEqual(await contentOf(world.url))
  })

  test('renumbers the transactions of events for its own server, however high the old numbers are', async () => {
    const events = 'select bool_and(xact < pg_current_xact_id()) as past from event'
    expect(await ask(restored, events)).toEqual([{ past: true }])
  })

  test('makes active jobs available again, and renews the retention of waiting ones', async () => {
    const states = `select state::text, count(*)::int as count from pgboss.job group by 1 order by 1`
    const was = new Map((await ask<{ state: string; count: number }>(world.url, states)).map((r) => [r.state, r.count]))
    expect(was.get('active')).toBeGreaterThan(0)
    expect(await ask(restored, states)).toEqual([
      { state: 'created', count: was.get('created') },
      { state: 'retry', count: was.get('active') },
    ])
    const lost = `select count(*)::int as count from pgboss.job where keep_until < now() + interval '13 days'`
    expect(await ask(restored, lost)).toEqual([{ count: 0 }])
  })

  test('continues the numbers of identity columns', async () => {
    const next = `insert into event (project_id, kind, created_at) select id, 'again', now() from project returning id::int`
    const [highest] = await ask<{ id: number }>(restored, 'select max(id)::int as id from event')
    const [added] = await ask<{ id: number }>(restored, next)
    expect(added!.id).toBe(highest!.id + 1)
  })

  test('re-enables the triggers', async () => {
    const total = `select sum(delta)::int as leads from opportunity_count`
    const [before] = await ask<{ leads: number }>(restored, total)
    await ask(restored, `delete from decision; delete from opportunity where score > 50`)
    const [after] = await ask<{ leads: number }>(restored, total)
    expect([before!.leads, after!.leads]).toEqual([2, 1])
  })

  test("rejects tables that don't belong to Earshot, unless they are left out", async () => {
    await ask(world.url, 'create table notes_of_the_operator (text text)')
    const path = files.path('notes')
    await backUp(world.url, path)
    await ask(world.url, 'drop table notes_of_the_operator')
    const target = await newTarget()
    await expect(restore(target, path)).rejects.toThrow(
      "tables that don't belong to Earshot. To restore the others, add --leave-out public.notes_of_the_operator",
    )
    await restore(target, path, { leaveOut: ['public.notes_of_the_operator'] })
    expect(await contentOf(target)).toEqual(await contentOf(world.url))
    await dropDatabase(target)
  })
})

test('a backup is a consistent snapshot despite concurrent writes to all tables', async () => {
  let written = 0
  const client = new pg.Client({ connectionString: world.url })
  await client.connect()
  const write = async () => {
    written += 1
    const values = [world.ctx.id(), world.ctx.id(), `writer${written}`]
    await client.query(
      `with u as (insert into "user" (id, username, email, created_at, updated_at)
                  values ('${values[0]}', '${values[2]}', '${values[2]}@example.com', now(), now()) returning id),
            p as (insert into project (id, name, status, created_at, updated_at)
                  values ('${values[1]}', '${values[2]}', 'done', now(), now()) returning id),
            m as (insert into member (project_id, id, user_id, role, created_at, updated_at)
                  select p.id, p.id, u.id, 'owner', now(), now() from p, u returning project_id)
       insert into audit_entry (project_id, id, actor, action, created_at)
       select project_id, project_id, 'writer', 'write', now() from m`,
    )
  }
  const path = files.path('one-state')
  await write()
  await backUp(world.url, path, {
    draftOf: (draft) => ({
      ...draft,
      write: async (kind, payload) => {
        await write()
        return draft.write(kind, payload)
      },
    }),
  })
  await client.end()
  const target = await newTarget()
  await restore(target, path)
  expect(written).toBeGreaterThan(60)
  const counts = await ask(
    target,
    `select (select count(*)::int from audit_entry where actor = 'writer') as entries,
            (select count(*)::int from member m join "user" u on u.id = m.user_id where u.username like 'writer%') as members,
            (select count(*)::int from project where name like 'writer%') as projects,
            (select count(*)::int from "user" where username like 'writer%') as users`,
  )
  expect(counts).toEqual([{ entries: 1, members: 1, projects: 1, users: 1 }])
  await dropDatabase(target)
})

describe('a backup of an older version', () => {
  const user = '01900000-0000-7000-8000-000000000001'

  test('is loaded in its own version and then migrated', async () => {
    const older = await newTarget()
    await ask(
      older,
      `insert into "user" (id, username, email, created_at, updated_at) values ('${user}', 'ann', 'a@example.com', now(), now());
       insert into project (id, name, status, created_at, updated_at) values ('${user}', 'Pipewell', 'done', now(), now());
       insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
         values ('${user}', 1, 'post', 7, 'a', 't', 'b', false, '/', now(), now());
       insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
         values ('${user}', '${user}', '${user}', 50, 1, '[]', now(), now())`,
    )
    const path = files.path('older')
    await backUp(older, path)
    await dropDatabase(older)
    const target = await newDatabase()
    const version = newestVersion() + 1
    const sql = `alter table project add column slogan text; update project set slogan = name || '!'`
    await restore(target, path, { migrations: [...readMigrations(), { version, name: 'slogan.sql', sql }] })
    const restored = await ask(
      target,
      `select (select max(version) from schema_migration) as version, (select sum(delta)::int from opportunity_count) as leads,
              (select slogan from project) as slogan`,
    )
    expect(restored).toEqual([{ version, leads: 1, slogan: 'Pipewell!' }])
    await dropDatabase(target)
  })
})
