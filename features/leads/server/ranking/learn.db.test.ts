import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { requeueLostJobs } from '#app/requeue-lost-jobs.ts'
import type { Component } from '#engine/score/component.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { findCandidates } from '#features/matching/server/match-batches.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { ask } from '#tests/support/databases.ts'
import { CrashableProcess, watchEffects } from '#tests/support/faults.ts'
import { asJob, batchesOf, editProject, importRecords, record, startProject } from '#tests/support/leads.ts'
import { addMember, appOf, call, type Person, signUp } from '#tests/support/seed-data.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { relearn } from './learn.ts'

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let projectId: string
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@example.com')
  projectId = await startProject(ctx)
  await addMember(ctx, projectId, ann, 'member')
  await importRecords(ctx, [...leads('wedding', 3), ...leads('gym', 3)])
  await world.drain()
})

afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await app.close()
  await world.close()
})

/**
 * Requests for such a product, each for another business; the fillers between their words keep them from being copies.
 */
function leads(business: 'wedding' | 'gym', count: number, from = 0) {
  const about = {
    wedding: 'I photograph weddings: brides, venues, ceremonies, a photographer with a camera.',
    gym: 'I run a gym: members, workouts, fitness classes, trainers and their muscles.',
  }[business]
  return Array.from({ length: count }, (_, n) =>
    record(`${business}${from + n}`, {
      subreddit: business,
      body: `${named(about, from + n)} Which CRM for client follow-ups and the sales pipeline would you recommend?`,
    }),
  )
}

function named(about: string, n: number): string {
  return about.replaceAll(' ', ` zq${n} `)
}

interface Row {
  id: string
  name: string
  state: string
  score: number
  components: Component[]
}

/** Returns all leads by their name at the source. */
async function rows(): Promise<Map<string, Row>> {
  const { rows: found } = await transaction(ctx, (tx) =>
    tx.execute<Row & Record<string, unknown>>(sql`
      select o.id, split_part(p.permalink, '/', 5) as name, o.state, o.score, o.components
      from opportunity o join post p on p.id = o.post_id order by 2`),
  )
  return new Map(found.map((row) => [row.name, row]))
}

const feedback = (row: Row | undefined) =>
  row?.components.find((component) => component.name === 'feedback')?.points ?? 0

async function decide(name: string, noun: string, data: object | null = {}, method: 'PUT' | 'DELETE' = 'PUT') {
  const { id } = (await rows()).get(name)!
  const answer = await call(app, ann, method, `opportunities/${id}/${noun}`, data ?? undefined)
  expect(answer.statusCode).toBe(200)
  return answer.json().meta.moved as { up: number; down: number }
}

const reject = (name: string, reason = 'wrongPerson') => decide(name, 'rejection', { reason })
const unreject = (name: string) => decide(name, 'rejection', null, 'DELETE')

describe('a decision', () => {
  test('moves similar leads immediately, reports how many, and is undone exactly', async () => {
    const before = await rows()
    expect(before.size).toBe(6)
    expect(await reject('wedding0')).toEqual({ up: 0, down: 2 })
    const moved = await rows()
    for (const name of ['wedding1', 'wedding2']) {
      expect(feedback(moved.get(name))).toBeLessThan(-1)
      expect(moved.get(name)!.score).toBeCloseTo(before.get(name)!.score + feedback(moved.get(name)), 3)
    }
    expect(moved.get('gym0')).toEqual(before.get('gym0'))
    await world.drain()
    expect(await rows()).toEqual(moved)
    expect(await unreject('wedding0')).toEqual({ up: 2, down: 0 })
    expect(await rows()).toEqual(before)
    await world.drain()
    expect(await rows()).toEqual(before)
  })

  test('with another reason or of another kind counts once, as the latest one', async () => {
    await reject('wedding0')
    const wrong = await rows()
    expect(await reject('wedding0', 'tooOld')).toEqual({ up: 2, down: 0 })
    expect(await reject('wedding0')).toEqual({ up: 0, down: 2 })
    await decide('wedding0', 'save')
    await world.drain()
    const after = await rows()
    for (const name of ['wedding1', 'gym0']) expect(after.get(name)).toEqual(wrong.get(name))
  })

  test.each(['save', 'reply'])('to %s moves similar leads up', async (noun) => {
    expect((await decide('gym0', noun)).up).toBeGreaterThan(0)
    await world.drain()
    expect(feedback((await rows()).get('gym1'))).toBeGreaterThan(0)
  })

  test('leaves decided leads alone', async () => {
    await reject('wedding1', 'tooOld')
    const before = (await rows()).get('wedding1')
    await reject('wedding0')
    await world.drain()
    expect((await rows()).get('wedding1')).toEqual(before)
  })

  test('is announced to open screens', async () => {
    await reject('wedding0')
    const { rows: events } = await transaction(ctx, (tx) =>
      tx.execute<{ subject: string | null }>(
        sql`select subject_id as subject from event where kind = 'opportunities' order by id desc limit 1`,
      ),
    )
    expect(events).toEqual([{ subject: null }])
  })

  test('does not affect leads of other projects', async () => {
    const other = await startProject(ctx, { name: 'Other' })
    await world.drain()
    const theirs = () =>
      transaction(ctx, (tx) =>
        tx.execute(sql`select score, components from opportunity where project_id = ${other} order by id`),
      )
    const before = (await theirs()).rows
    expect(before).toHaveLength(6)
    await reject('wedding0')
    await world.drain()
    expect((await theirs()).rows).toEqual(before)
  })
})

describe('the learned feedback', () => {
  test('is in the scores of later leads and of leads matched again', async () => {
    await reject('wedding0')
    await ingest(ctx, 'reddit-api', leads('wedding', 1, 9))
    await world.drain()
    expect(feedback((await rows()).get('wedding9'))).toBeLessThan(-1)
    const before = await rows()
    await editProject(ctx, projectId, { add: 'spreadsheet' })
    await world.drain()
    expect(feedback((await rows()).get('wedding9'))).toBe(feedback(before.get('wedding9')))
  })

  test('is removed with purged decisions', async () => {
    const before = await rows()
    await reject('wedding0')
    await world.drain()
    await transaction(ctx, (tx) => tx.execute(sql`delete from opportunity where state = 'rejected'`))
    await requeueLostJobs(ctx)
    await world.drain()
    before.delete('wedding0')
    expect(await rows()).toEqual(before)
    await requeueLostJobs(ctx)
    const { rows: waiting } = await transaction(ctx, (tx) =>
      tx.execute(sql`select from pgboss.job where name = 'learn' and state < 'completed'`),
    )
    expect(waiting).toHaveLength(0)
  })

  test('reaches every lead, however many there are, and an undo restores all of them', async () => {
    await transaction(ctx, async (tx) => {
      await tx.execute(sql`
        insert into post (id, source, kind, outside_id, subreddit, title, body, body_truncated, permalink, created_at,
          updated_at)
        select gen_random_uuid(), 99, kind, n, 'copies', title, body, false, permalink, created_at, updated_at
        from post, generate_series(1, 1100) n where permalink like '%wedding1%'`)
      await tx.execute(sql`
        insert into opportunity (project_id, id, post_id, score, label, components, created_at, updated_at)
        select ${projectId}, gen_random_uuid(), id, -50, 2, '[{"name": "fit", "points": -50, "reasons": []}]', now(), now()
        from post where source = 99`)
    })
    const scores = async () => {
      const { rows: found } = await transaction(ctx, (tx) =>
        tx.execute(sql`select score, components, count(*)::int as leads from opportunity
          where components @> '[{"name": "fit", "points": -50}]' group by 1, 2`),
      )
      return found
    }
    const before = await scores()
    expect(before).toMatchObject([{ score: -50, leads: 1100 }])
    await reject('wedding0')
    await world.drain()
    const moved = await scores()
    expect(moved).toHaveLength(1)
    expect(moved[0]!.score).toBeLessThan(-51)
    await unreject('wedding0')
    await world.drain()
    expect(await scores()).toEqual(before)
  })
})

/** Decides while a batch has scored its lead but not committed it yet. */
test('a lead that was scored before a decision and committed after it is rescored', async () => {
  await ingest(ctx, 'reddit-api', leads('wedding', 1, 9))
  const batch = (await batchesOf(ctx)).at(-1)!
  const written = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  closing.push(async () => over.resolve())
  const slow = watchEffects(ctx, ({ at, text }) => {
    if (at !== 'commit' || !text.includes('insert into opportunity')) return
    written.resolve()
    return over.promise
  })
  const finding = findCandidates(slow, batch)
  await written.promise
  await reject('wedding0')
  const sent: Jobs['learn'][] = []
  const queue: Ctx['queue'] = { send: async (_tx, _name, data) => void sent.push(data as Jobs['learn']) }
  await relearn({ ...ctx, queue }, { projectId })
  expect(sent).toMatchObject([{ projectId, from: { after: null } }])
  over.resolve()
  await finding
  expect(feedback((await rows()).get('wedding9'))).toBe(0)
  // Repeats while an older transaction of another test is still running on the same server.
  for (let job = sent.pop(); job; job = sent.pop()) await relearn({ ...ctx, queue }, job)
  expect(feedback((await rows()).get('wedding9'))).toBeLessThan(-1)
})

test('a worker that crashes at any moment leaves no lead unmoved', async () => {
  const { id, score, components } = (await rows()).get('wedding1')!
  await reject('wedding0')
  await world.drain()
  const expected = await rows()
  let moments = 0
  for (let isDying = true; isDying; moments++) {
    await unreject('wedding0')
    await reject('wedding0')
    // As if it had been scored before the decision: only the job moves it.
    const values = [id, score, JSON.stringify(components)]
    await ask(world.url, 'update opportunity set score = $2, components = $3 where id = $1', values)
    isDying = false
    const worker = new CrashableProcess(ctx, ({ count }) => {
      if (isDying || count !== moments + 1) return false
      isDying = true
      return true
    })
    await drain(worker.ctx, world.boss, { onJob: async () => worker.restart() })
    expect(await rows()).toEqual(expected)
  }
  expect(moments).toBeGreaterThan(10)
})

test('after many concurrent decisions, half of them undone, only the rest counts', async () => {
  await reject('wedding0')
  await decide('gym0', 'save')
  await world.drain()
  const expected = await rows()
  await Promise.all([reject('wedding1'), reject('gym2', 'advertising'), decide('gym1', 'reply'), world.drain()])
  await Promise.all([
    unreject('wedding1'),
    unreject('gym2'),
    decide('gym1', 'reply', null, 'DELETE'),
    world.drain(),
    world.drain(),
  ])
  await world.drain()
  expect(await rows()).toEqual(expected)
})
