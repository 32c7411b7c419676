import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { heal } from '#app/heal.ts'
import { drain } from '#app/jobs.ts'
import { ask, dropDatabase, newDatabase } from '#tests/support/databases.ts'
import { leadsOf, outcome } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { actingAs, type Ctx } from '../ctx.ts'
import { queueOf, startBoss } from '../jobs/boss.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'

/** A database as the version before arrivals left it, in the middle of its work. */
let world: World
let url: string
let ctx: Ctx
beforeEach(async () => {
  world = await testWorld()
  url = await newDatabase()
  await migrate(url, 2)
  ctx = actingAs({ ...world.ctx, db: openDatabase(url, { poolSize: 3 }) }, { kind: 'job', name: 'test' })
})
afterEach(async () => {
  await ctx.db.close()
  await dropDatabase(url)
  await world.close()
})

test('what was kept is pinned, every project looks back over it, and jobs of then trouble nobody', async () => {
  await ask(
    url,
    `
    insert into project (id, name, summary, status, created_at, updated_at, version, scanned_version) values
      ('00000000-0000-7000-8000-000000000001', 'Done', '', 'done', now(), now(), 3, 3),
      ('00000000-0000-7000-8000-000000000002', 'Under way', '', 'processing', now(), now(), 1, 0);
    insert into keyword (project_id, id, kind, query, status, created_at, updated_at)
      select id, gen_random_uuid(), 'problem', 'crm', 'active', now(), now() from project;
    insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at, updated_at)
      select ('00000000-0000-7000-8000-00000000010' || n)::uuid, 1, 'post', n, 'agency',
        'Looking for a CRM for client follow-ups, what do you recommend?', 'Happy to pay.', false,
        '/r/agency/comments/p' || n || '/', now(), now()
      from generate_series(1, 4) n;
    insert into batch (id, post_ids, created_at, finished_at)
      select gen_random_uuid(), array_agg(id), now(), case when min(outside_id) = 1 then now() end
      from post group by outside_id <= 2;
    insert into candidate (project_id, post_id, batch_id, project_version, hits, created_at)
      select '00000000-0000-7000-8000-000000000001', id, gen_random_uuid(), 3, '[]', now() from post where outside_id = 1;
  `,
  )
  const old = await startBoss(url, { poolSize: 2, supervise: false, log: ctx.log })
  for (const name of ['candidates', 'scan']) await old.send(name, { batchId: randomUUID() })
  await old.stop({ graceful: false })

  await migrate(url)
  const boss = await startBoss(url, { poolSize: 2, supervise: false, log: ctx.log })
  const healed: Ctx = { ...ctx, queue: queueOf(boss) }
  await heal(healed)
  await drain(healed, boss)
  await boss.stop({ graceful: false })
  const { projects, candidates } = await outcome(healed)
  expect(projects).toMatchObject([
    { name: 'Done', status: 'done', scanned: true, unfinished: 0 },
    { name: 'Under way', status: 'done', scanned: true, unfinished: 0 },
  ])
  expect(candidates).toHaveLength(8)
  for (const number of [1, 2]) {
    expect(await leadsOf(healed, `00000000-0000-7000-8000-00000000000${number}`)).toEqual(['p1', 'p2', 'p3', 'p4'])
  }
  expect(world.logged.join()).not.toContain('job failed')
})
