import { afterEach, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { asJob, chatter, editProject, outcome, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'

const worlds: World[] = []

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function newWorld(): Promise<World> {
  const world = await testWorld()
  worlds.push(world)
  return world
}

const deliveries = Array.from({ length: 16 }, (_, i) => [
  record(`a${i}`),
  chatter(`b${i}`),
  record(`c${i}`, { title: 'Which invoicing app, and which expense tracker?', body: 'Two of us, by hand so far.' }),
  record(`d${i}`, { title: 'Is there a sales pipeline for bakers?', body: 'Something with an expense tracker?' }),
])

const edits = [
  { add: 'invoicing app' },
  { remove: 'sales pipeline' },
  { add: 'expense tracker' },
  { remove: 'crm' },
  { add: 'sourdough' },
  { remove: 'invoicing app' },
  { add: 'crm' },
]

let quiet: Promise<unknown> | undefined

const quietOutcome = () => {
  quiet ??= quietRun()
  return quiet
}

/** Ingests all posts, then makes all edits, then runs the queued jobs. */
async function quietRun(): Promise<unknown> {
  const world = await newWorld()
  const ctx = asJob(world.ctx)
  const id = await startProject(ctx)
  for (const records of deliveries) await ingest(ctx, 'reddit-api', records)
  for (const edit of edits) await editProject(ctx, id, edit)
  await world.drain()
  return outcome(ctx)
}

test('edits and deliveries between any two jobs have the same result as a sequential run', async () => {
  const world = await newWorld()
  const ctx = asJob(world.ctx)
  const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
  const id = await startProject(ctx)
  const waiting = [...edits].reverse()
  const arriving = [...deliveries].reverse()
  let jobs = 0
  const between = async () => {
    jobs++
    const records = arriving.pop()
    if (records) await ingest(ctx, 'reddit-api', records)
    const edit = jobs % 2 === 0 ? waiting.pop() : undefined
    if (edit) await editProject(ctx, id, edit)
  }
  await drain(ctx, boss, { onJob: between })
  await boss.stop({ graceful: false })
  expect([...waiting, ...arriving]).toEqual([])
  expect(await outcome(ctx)).toEqual(await quietOutcome())
})

test('edits, deliveries and 4 concurrent workers have the same result as a sequential run', async () => {
  const workers = 4
  const world = await newWorld()
  const ctx = asJob(world.ctx)
  const id = await startProject(ctx)
  // Each worker has separate connections and phrases, like a process.
  const own = Array.from({ length: workers }, (): Ctx => ({ ...ctx, db: openDatabase(world.url, { poolSize: 3 }) }))
  let left = workers + 1
  const inOrder = async (works: (() => Promise<unknown>)[]) => {
    for (const work of works) await work()
    left--
  }
  const work = async (as: Ctx) => {
    const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
    while (left > workers - 1) await drain(as, boss)
    await boss.stop({ graceful: false })
  }
  await Promise.all([
    inOrder(deliveries.map((records) => () => ingest(ctx, 'reddit-api', records))),
    inOrder(edits.map((edit) => () => editProject(ctx, id, edit))),
    ...own.map(work),
  ])
  await world.drain()
  for (const { db } of own) await db.close()
  const end = await outcome(ctx)
  expect(end).toEqual(await quietOutcome())
  expect(end.projects).toMatchObject([{ status: 'done', backfilled: true, unfinished: 0 }])
})
