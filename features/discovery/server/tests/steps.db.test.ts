import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import { requeueLostJobs } from '#app/requeue-lost-jobs.ts'
import { scoreOf } from '#engine/score/chance.ts'
import type { Component } from '#engine/score/component.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { NeedJudgeError } from '#platform/server/services.ts'
import { ask } from '#tests/support/databases.ts'
import { failingAt, killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, chatter, importRecords, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { type RunSchedule, SentCriteria } from '../../contract.ts'
import { cancelRun, createRun, insertRun } from '../change-runs.ts'
import { startDueRuns } from '../start-due.ts'
import { takeStep } from '../steps/take-step.ts'

let world: World
let ctx: Ctx
let project: string

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  project = await startProject(ctx)
  await world.drain()
})
afterEach(() => world.close())

interface RunRow {
  id: string
  state: string
  phase: string
  step: number
  done: number
  results: number
  schedule: string | null
  due: Date | null
  rerunOf: string | null
  fault: string | null
}
const runs = () =>
  ask<RunRow>(
    world.url,
    `select id, state, phase, step, posts_done::int as done, results, schedule, next_run_at as due,
       rerun_of as "rerunOf", fault from lead_run order by id`,
  )
const runOf = async (id: string) => (await runs()).find((run) => run.id === id)!

/** The results of a run without IDs. */
const resultsOf = (run: string) =>
  ask(
    world.url,
    `select p.outside_id::text as post, r.rank, r.score, r.label, r.components, r.sentence, c.post_id is not null as copy
     from lead_run_result r join post p on p.id = r.post_id left join lead_run_result c on c.id = r.copy_of
     where r.run_id = $1 order by p.outside_id`,
    [run],
  )

function start(schedule: RunSchedule | null = null): Promise<string> {
  const criteria = SentCriteria.parse({ size: 10 })
  return transaction(ctx, (tx) => insertRun(ctx, tx, { project, criteria, schedule, rerunOf: null }))
}

/** Takes the steps of a run until it ends, as its jobs do. */
async function finish(by: Ctx, id: string, take = takeStep): Promise<void> {
  for (let run = await runOf(id); run.state === 'queued' || run.state === 'running'; run = await runOf(id)) {
    await take(by, { projectId: project, runId: id, step: run.step })
  }
}

/** More posts than one step reads; some of them are leads, two with the same text. */
function posts() {
  const leads = ['aa', 'bb', 'cc'].map((id, n) =>
    record(id, n === 2 ? {} : { title: `Which CRM do ${n + 2} agencies use?`, body: `Budget is ${n + 4} a month.` }),
  )
  return [...leads, record('dd'), ...Array.from({ length: 1100 }, (_, n) => chatter(`n${n}`))]
}

test('a run that is killed at any moment goes on where it was, and ends as if it had not been', async () => {
  await importRecords(ctx, posts(), project)
  const undisturbed = await start()
  await finish(ctx, undisturbed)
  expect(await runOf(undisturbed)).toMatchObject({ state: 'done', done: 1104, results: 3 })
  const killed = await start()
  let deaths = 0
  await finish(ctx, killed, async (_ctx, job) => {
    deaths += await killAtEachMoment(ctx, (dying) => takeStep(dying, job))
  })
  expect(deaths).toBeGreaterThan(30)
  expect(await runOf(killed)).toEqual({ ...(await runOf(undisturbed)), id: killed })
  expect(await resultsOf(killed)).toEqual(await resultsOf(undisturbed))
})

test('a step that is delivered twice or late changes nothing, and a run canceled between two steps ends', async () => {
  await importRecords(ctx, posts(), project)
  const id = await start()
  const step = (number: number) => takeStep(ctx, { projectId: project, runId: id, step: number })
  await Promise.all([step(0), step(0)])
  await Promise.all([step(1), step(1)])
  expect(await runOf(id)).toMatchObject({ step: 2, done: 1000 })
  await step(0)
  expect(await runOf(id)).toMatchObject({ step: 2, done: 1000 })
  await finish(ctx, id)
  const before = await resultsOf(id)
  await step(2)
  expect(await resultsOf(id)).toEqual(before)

  const canceled = await start()
  for (const step of [0, 1]) await takeStep(ctx, { projectId: project, runId: canceled, step })
  expect(await resultsOf(canceled)).not.toEqual([])
  await cancelRun(ctx, { id: canceled })
  await world.drain()
  expect(await runOf(canceled)).toMatchObject({ state: 'canceled', step: 2, results: 0 })
  expect(await resultsOf(canceled)).toEqual([])
  expect(await resultsOf(id)).toEqual(before)
})

test('a run whose job was lost goes on once a worker starts', async () => {
  await importRecords(ctx, [record('aa')], project)
  const id = await start()
  await ask(world.url, 'delete from pgboss.job')
  await requeueLostJobs(ctx)
  await requeueLostJobs(ctx)
  await world.drain()
  expect(await runOf(id)).toMatchObject({ state: 'done', results: 1 })
})

test('a run whose step fails again and again is failed, and says so', async () => {
  const id = await start()
  await drain(failingAt(ctx, /select k.seen_by from post_check/), world.boss)
  expect(await runOf(id)).toMatchObject({ state: 'failed', fault: 'A server error stopped this run.' })
  await requeueLostJobs(ctx)
  await world.drain()
  expect(await runOf(id)).toMatchObject({ state: 'failed' })
})

describe('the shipped judge', () => {
  test('moves the best results, with its points among the components', async () => {
    await importRecords(ctx, posts().slice(0, 4), project)
    let asked = 0
    let closed = 0
    world.ctx.openNeedJudge = () => ({
      judge: async (_profile, items) => {
        asked += items.length
        return items.map(({ title }) => {
          const logit = title.includes('2 agencies') ? 9 : -9
          return [logit, logit, logit] as const
        })
      },
      close: async () => void closed++,
    })
    const id = await start()
    await finish(asJob(world.ctx), id)
    expect([asked, closed]).toEqual([4, 1])
    const ranked = (await resultsOf(id)) as { rank: number; score: number; components: Component[] }[]
    const needs = ranked.map(({ components }) => components.find(({ name }) => name === 'need')?.points ?? 0)
    const best = ranked.find(({ rank }) => rank === 1)!
    expect(Math.max(...needs)).toBe(needs[ranked.indexOf(best)])
    for (const { score, components } of ranked) expect(score).toBeCloseTo(scoreOf(components), 4)
  })

  test('leaves the first order if it fails', async () => {
    await importRecords(ctx, posts().slice(0, 4), project)
    const plain = await start()
    await finish(ctx, plain)
    const judge = () => Promise.reject(new NeedJudgeError('unsupported'))
    world.ctx.openNeedJudge = () => ({ judge, close: async () => {} })
    const id = await start()
    await finish(asJob(world.ctx), id)
    expect(await resultsOf(id)).toEqual(await resultsOf(plain))
  })
})

describe('a scheduled run', () => {
  const day = 24 * 3_600_000

  test('starts again at 07:00 in the time zone of the project, and the repetition has the schedule', async () => {
    await ask(world.url, `update project set time_zone = 'America/New_York'`)
    const first = await start('daily')
    await world.drain()
    expect((await runOf(first)).due).toEqual(new Date('2026-11-21T12:00:00Z'))
    await startDueRuns(ctx)
    expect(await runs()).toHaveLength(1)
    world.clock.advance(day)
    await startDueRuns(ctx)
    await startDueRuns(ctx)
    await world.drain()
    const [old, repeated, ...others] = await runs()
    expect(others).toEqual([])
    expect(old).toMatchObject({ id: first, schedule: null, due: null })
    expect(repeated).toMatchObject({ rerunOf: first, schedule: 'daily', state: 'done' })
    expect(repeated?.due).toEqual(new Date('2026-11-22T12:00:00Z'))
  })

  test('that was missed several times starts once', async () => {
    await start('weekly')
    await world.drain()
    world.clock.advance(40 * day)
    await startDueRuns(ctx)
    await world.drain()
    const all = await runs()
    expect(all).toHaveLength(2)
    expect(all[1]!.due!.getTime()).toBeGreaterThan(world.clock.now.getTime())
  })

  test('waits for the one before it to end, and for its project', async () => {
    const first = await start('daily')
    world.clock.advance(2 * day)
    await startDueRuns(ctx)
    expect(await runs()).toHaveLength(1)
    await world.drain()
    await ask(world.url, `update project set status = 'archived'`)
    await startDueRuns(ctx)
    expect(await runs()).toMatchObject([{ id: first, schedule: 'daily', due: new Date('2026-11-23T07:00:00Z') }])
    await ask(world.url, `update project set status = 'done'`)
    world.clock.advance(day)
    await startDueRuns(ctx)
    expect(await runs()).toHaveLength(2)
  })

  test('is neither lost nor doubled if the worker dies at any moment', async () => {
    await start('daily')
    await world.drain()
    world.clock.advance(2 * day)
    await killAtEachMoment(ctx, startDueRuns)
    const all = await runs()
    expect(all.map(({ schedule }) => schedule)).toEqual([null, 'daily'])
  })

  test('is limited to five in a project', async () => {
    for (let count = 0; count < 5; count++) await start('daily')
    await world.drain()
    const created = createRun(ctx, { project, criteria: SentCriteria.parse({}), schedule: 'daily', rerunOf: null })
    await expect(created).rejects.toThrow('5 runs are scheduled, the maximum. Stop repeating one of them first.')
  })
})
