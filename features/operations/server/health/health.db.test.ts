import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { announce } from '#platform/server/announce.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import type { JobName, Jobs } from '#platform/server/jobs/queue.ts'
import { ask } from '#tests/support/databases.ts'
import { watchEffects } from '#tests/support/faults.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  jobTransaction,
  type Person,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import type { HealthReport } from '../../contract.ts'

let world: World
let app: FastifyInstance
/** Delivers changes to open event streams, as the server does every second. */
let beat: () => Promise<void>
let ann: Person
let bob: Person
let carl: Person
let pipewell: string
let brewco: string

beforeAll(async () => {
  world = await testWorld()
  app = await appOf(world.ctx, {
    pulse: (each) => {
      beat = each
      return () => {}
    },
  })
  ann = await signUp(app, 'ann@example.com')
  bob = await signUp(app, 'bob@example.com')
  carl = await signUp(app, 'carl@example.com')
  pipewell = await setUpProject(app, ann)
  brewco = await setUpProject(app, bob)
  await addMember(world.ctx, pipewell, carl, 'member')
  await world.drain()
})

afterAll(async () => {
  await app.close()
  await world.close()
})

beforeEach(() => world.clock.advance(2000))
afterEach(() => jobTransaction(world.ctx, (tx) => tx.execute(sql`delete from pgboss.job`)))

async function reportTo(person: Person, project: string): Promise<HealthReport> {
  world.clock.advance(2000)
  return (await call(app, person, 'GET', `projects/${project}/health`)).json().data
}

/** Stores a job that was given up after six attempts. */
async function giveUp<N extends JobName>(
  queue: N,
  data: Jobs[N],
  output = { error: 'error', code: '53100' },
): Promise<void> {
  await jobTransaction(world.ctx, (tx) =>
    tx.execute(sql`
      insert into pgboss.job (name, data, source_name, source_retry_count, source_output)
      values ('failed', ${JSON.stringify(data)}, ${queue}, 5, ${JSON.stringify(output)})`),
  )
}

async function waiting(): Promise<{ name: string; data: unknown }[]> {
  const { rows } = await jobTransaction(world.ctx, (tx) =>
    tx.execute<{ name: string; data: unknown }>(
      sql`select name, data from pgboss.job where state = 'created' order by name`,
    ),
  )
  return rows
}

/** Returns the number of health events for Ann's project. */
async function healthEvents(): Promise<number> {
  const { rowCount } = await jobTransaction(world.ctx, (tx) =>
    tx.execute(sql`select from event where project_id = ${pipewell} and kind = 'health'`),
  )
  return rowCount ?? 0
}

const retry = (person: Person, project: string, kind: string) =>
  call(app, person, 'POST', `projects/${project}/retries`, { kind })

describe('failures', () => {
  test('of a project are shown to its members: the kind, the reason and the number of attempts', async () => {
    for (const page of [1, 2]) {
      void page
      await giveUp('backfill', { projectId: pipewell })
    }
    const { state, failures, mayRetry } = await reportTo(carl, pipewell)
    expect(state).toBe('failing')
    expect(failures).toEqual([
      {
        kind: 'backfill',
        reason: 'The disk is full',
        count: 2,
        tries: 6,
        firstAt: expect.any(String),
        lastAt: expect.any(String),
      },
    ])
    expect(mayRetry).toBe(false)
    expect((await reportTo(ann, pipewell)).mayRetry).toBe(true)
    expect((await reportTo(bob, brewco)).failures).toEqual([])
  })

  test("of shared work are shown to all, and those of another project's import to its members only", async () => {
    const [anns, shared] = [world.ctx.id(), world.ctx.id()]
    const dated = world.clock.now.toISOString()
    const batch = world.ctx.id()
    await jobTransaction(world.ctx, async (tx) => {
      await tx.execute(sql`
        insert into import (id, project_id, name, origin, state, bytes_total, created_at, updated_at)
        values (${anns}, ${pipewell}, 'a.zst', 'upload', 'failed', 1, ${dated}, ${dated}),
               (${shared}, null, 'b.zst', 'command', 'failed', 1, ${dated}, ${dated})`)
      await tx.execute(sql`
        insert into recent (arrived_on, id, source, project_id, import_id, item_count, post_ids, created_at)
        values ('infinity', ${batch}, 'archive', ${pipewell}, ${anns}, 3, '{}', ${dated})`)
    })
    await giveUp('import', { importId: anns })
    await giveUp('purge', { importId: shared })
    await giveUp('candidates', { arrivedOn: 'infinity', batchId: batch })
    await giveUp('upkeep', {})
    const kinds = async (person: Person, project: string) =>
      (await reportTo(person, project)).failures.map(({ kind }) => kind).toSorted()
    expect(await kinds(ann, pipewell)).toEqual(['candidates', 'import', 'purge', 'upkeep'])
    expect(await kinds(bob, brewco)).toEqual(['purge', 'upkeep'])
    expect((await retry(bob, brewco, 'candidates')).json().data).toEqual({ retried: 0 })
    await jobTransaction(world.ctx, (tx) => tx.execute(sql`delete from import`))
  })

  test('contain no ID and no text of a job', async () => {
    await giveUp('backfill', { projectId: pipewell }, { error: 'hush, mara@example.com', code: '23505' })
    const answer = await call(app, ann, 'GET', `projects/${pipewell}/health`)
    expect(answer.body).not.toMatch(new RegExp(`hush|mara|${pipewell}`))
  })
})

describe('a retry', () => {
  test('puts all jobs of a kind back in the queue, adds an audit entry and updates open screens', async () => {
    await giveUp('backfill', { projectId: pipewell })
    await giveUp('overflow', { projectId: pipewell })
    await giveUp('backfill', { projectId: brewco })
    const eventsBefore = await healthEvents()
    const answer = await retry(ann, pipewell, 'backfill')
    expect(answer.statusCode).toBe(201)
    expect(answer.json().data).toEqual({ retried: 1 })
    expect(await waiting()).toMatchObject([
      { name: 'backfill', data: { projectId: pipewell } },
      { name: 'failed', data: { projectId: pipewell } },
      { name: 'failed', data: { projectId: brewco } },
    ])
    expect((await auditOf(world.ctx, pipewell)).at(-1)).toBe(`user:${ann.id} jobs.retry`)
    expect(await healthEvents()).toBe(eventsBefore + 1)
    expect((await reportTo(ann, pipewell)).failures.map(({ kind }) => kind)).toEqual(['overflow'])
    expect((await retry(ann, pipewell, 'backfill')).json().data).toEqual({ retried: 0 })
  })

  test('is for owners and admins', async () => {
    await giveUp('backfill', { projectId: pipewell })
    expect((await retry(carl, pipewell, 'backfill')).statusCode).toBe(403)
    expect((await retry(bob, pipewell, 'backfill')).statusCode).toBe(404)
    expect((await call(app, ann, 'GET', `projects/${brewco}/health`)).statusCode).toBe(404)
    expect((await retry(ann, pipewell, 'payroll')).statusCode).toBe(400)
    expect((await reportTo(ann, pipewell)).failures).toHaveLength(1)
  })

  test('completes a failed job once the fault is fixed', async () => {
    let broken = true
    const failing = watchEffects(world.ctx, ({ at, text }) => {
      if (broken && at === 'commit' && text.includes('"backfilled_version"')) throw new Error('hush')
    })
    const eventsBefore = await healthEvents()
    await call(app, ann, 'POST', 'keywords', { project: pipewell, query: `seam ${world.ctx.id()}` })
    const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: world.ctx.log })
    await drain(failing, boss)
    await boss.stop({ graceful: false })
    expect(await healthEvents()).toBe(eventsBefore + 1)
    const { failures } = await reportTo(ann, pipewell)
    expect(failures).toMatchObject([
      { kind: 'backfill', count: 1, tries: 6, reason: expect.stringMatching(/^Internal error \(Error\)/) },
    ])
    broken = false
    await retry(ann, pipewell, 'backfill')
    await world.drain()
    const { rows } = await jobTransaction(world.ctx, (tx) =>
      tx.execute(sql`select status from project where id = ${pipewell}`),
    )
    expect(rows).toEqual([{ status: 'done' }])
    expect((await reportTo(ann, pipewell)).state).toBe('well')
  })
})

test('jobs are shown to members who are internal admins with a confirmed address, and to no one else', async () => {
  const root = await signUp(app, 'root@example.com')
  await addMember(world.ctx, pipewell, root, 'member')
  expect((await reportTo(root, pipewell)).jobs).toEqual([])
  await ask(world.url, `update "user" set confirmed_at = now() where id = '${root.id}'`)
  expect((await reportTo(root, pipewell)).jobs).toContainEqual(expect.objectContaining({ kind: 'upkeep' }))
  expect((await reportTo(ann, pipewell)).jobs).toEqual([])
})

test('global figures are shown to every member, and read once a second for all requests', async () => {
  const at = world.clock.now.toISOString()
  await jobTransaction(world.ctx, (tx) =>
    tx.execute(sql`
      insert into source_health (source, last_success_at, newest_posted_at, error, failed_at, next_try_at, updated_at)
      values ('reddit rss', ${at}, ${at}, 'Reddit asks for patience', ${at}, ${at}, ${at})`),
  )
  const report = await reportTo(bob, brewco)
  expect(report.state).toBe('behind')
  expect(report.sources).toMatchObject([{ source: 'reddit rss', error: 'Reddit asks for patience', lastSuccessAt: at }])
  await jobTransaction(world.ctx, (tx) => tx.execute(sql`delete from source_health`))
  const again = (await call(app, ann, 'GET', `projects/${pipewell}/health`)).json().data
  expect(again.sources).toHaveLength(1)
  expect((await reportTo(ann, pipewell)).sources).toEqual([])
})

test('a client that learns of a health change gets new figures at once, despite the cache', async () => {
  const url = `/api/events?project=${pipewell}`
  const stream = (await app.inject({ url, headers: ann.headers, payloadAsStream: true })).stream()
  const sources = async () => (await call(app, ann, 'GET', `projects/${pipewell}/health`)).json().data.sources
  expect(await sources()).toEqual([])
  await jobTransaction(world.ctx, async (tx) => {
    await tx.execute(sql`
      insert into source_health (source, error, updated_at)
      values ('reddit rss', 'Reddit asks for patience', ${world.clock.now.toISOString()})`)
    await announce(world.ctx, tx, 'health', [pipewell])
  })
  expect(await sources()).toEqual([])
  await beat()
  expect(await sources()).toMatchObject([{ source: 'reddit rss' }])
  stream.destroy()
})
