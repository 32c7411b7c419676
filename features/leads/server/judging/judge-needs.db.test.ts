import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { scoreOf } from '#engine/score/chance.ts'
import type { Component } from '#engine/score/component.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { NeedJudge } from '#platform/server/services.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, editProject, importRecords, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { openNeedJudge } from './encoder/need-judge.ts'
import { judgeNeeds } from './judge-needs.ts'

/** The shipped judge, loaded once for all tests of this file. */
let shipped: NeedJudge
let world: World
let ctx: Ctx
let projectId: string
/** How many posts each question had. */
let questions: number[]

beforeAll(() => {
  shipped = openNeedJudge()
})
afterAll(() => shipped.close())

beforeEach(async () => {
  world = await testWorld()
  questions = []
  world.ctx.openNeedJudge = () => ({
    judge: (profile, posts) => {
      questions.push(posts.length)
      return shipped.judge(profile, posts)
    },
    close: async () => {},
  })
  ctx = asJob(world.ctx)
  projectId = await startProject(ctx, { summary, keywords: ['crm'] })
  await importRecords(ctx, [asks, tells])
  await world.drain()
})
afterEach(() => world.close())

const summary =
  'A simple CRM for small agencies that win clients by proposals: briefs, campaigns, invoices and follow-ups.'
const asks = record('asks', {
  title: 'Which simple CRM for a small agency?',
  body: 'Clients, proposals, follow-ups, briefs for campaigns and the sales pipeline: looking for recommendations.',
})
const tells = record('tells', {
  title: 'Our small agency has a simple CRM now',
  body: 'Clients, proposals, follow-ups, briefs for campaigns. We looked for one all year, and it went well.',
})

interface Row {
  name: string
  score: number
  label: number
  components: Component[]
}

function query<T>(statement: string) {
  return transaction(ctx, (tx) => tx.execute<T & Record<string, unknown>>(sql.raw(statement))).then(({ rows }) => rows)
}
const leads = () =>
  query<Row>(`select split_part(p.permalink, '/', 5) as name, o.score, o.label, o.components
    from opportunity o join post p on p.id = o.post_id where o.project_id = '${projectId}' order by name`)
const needOf = ({ components }: Row) => components.find(({ name }) => name === 'need')?.points ?? 0

/** Judges, and scores the judged posts again. */
async function judge(as: Partial<Ctx> = {}): Promise<void> {
  await judgeNeeds({ ...ctx, ...as })
  await world.drain()
}

test('each of the best leads gets points for its need', async () => {
  await judge()
  const after = await leads()
  const [asking, telling] = [after[0]!, after[1]!]
  expect(needOf(asking)).toBeGreaterThan(needOf(telling))
  for (const row of after) {
    expect(row.score).toBeCloseTo(scoreOf(row.components), 3)
  }
})

test('nothing is judged twice, and nothing is loaded without work', async () => {
  await judge()
  let loaded = 0
  await judge({
    openNeedJudge: () => {
      loaded++
      return ctx.openNeedJudge!()
    },
  })
  expect([questions, loaded]).toEqual([[2], 0])
})

test('another scoring keeps the points, and a changed product is judged again', async () => {
  await judge()
  const before = await leads()
  await editProject(ctx, projectId, {})
  await world.drain()
  expect((await leads()).map(needOf)).toEqual(before.map(needOf))
  await judge()
  expect(questions).toEqual([2])
  await editProject(ctx, projectId, { add: 'sales pipeline' })
  await world.drain()
  expect((await leads()).map(needOf)).toEqual(before.map(needOf))
  await judge()
  expect(questions).toEqual([2, 2])
  expect((await leads()).map(needOf)).not.toEqual(before.map(needOf))
})

/** Many good leads, different enough not to be copies of each other. */
const many = Array.from({ length: 40 }, (_, at) => {
  const words = Array.from({ length: 30 }, (__, index) => `thing${at}x${index}`).join(' ')
  const body = `${words}. Looking for a simple CRM with follow-ups for our agency, any recommendations?`
  const permalink = `/r/agency/comments/more${at}/`
  return record(`more${at}`, { ...asks, id: `more${at}`, permalink, title: `CRM ${at}?`, body })
})

test('only the best 30 are judged, those that take their place, and new posts although 30 better ones wait', async () => {
  await importRecords(ctx, many)
  await world.drain()
  await judge()
  const judged = (await query<{ count: number }>('select count(*)::int as count from verdict'))[0]!.count
  expect(questions[0]).toBe(30)
  expect(judged).toBe(questions.reduce((sum, each) => sum + each, 0))
  expect(judged).toBeLessThan(42)

  for (let round = 0; round < 2; round++) await judge()
  world.clock.advance(2 * 24 * 3_600_000)
  const late = record('late', { title: 'A crm for two people?', body: 'Happy to pay.' })
  await importRecords(ctx, [late])
  await world.drain()
  await judge()
  const all = await query<{ name: string }>(
    `select split_part(p.permalink, '/', 5) as name from verdict v join post p on p.id = v.post_id`,
  )
  expect(all.map(({ name }) => name)).toContain('late')
})

test('the best of all and the best of the last day are judged in one run, however many', async () => {
  await importRecords(ctx, many)
  await world.drain()
  world.clock.advance(2 * 24 * 3_600_000)
  const late = record('late', { title: 'A crm for two people?', body: 'Happy to pay.' })
  await importRecords(ctx, [late])
  await world.drain()
  await judge()
  expect(questions.reduce((sum, each) => sum + each, 0)).toBe(31)
})

test('a project that is archived is not judged', async () => {
  await query(`update project set status = 'archived'`)
  await judge()
  expect(questions).toEqual([])
})

test('a judge that ends at once leaves the order, is reported among the sources, and rests', async () => {
  const before = await leads()
  let opened = 0
  const openFailing = () => {
    opened++
    const broken = openNeedJudge()
    const ending = broken.close()
    return {
      judge: (...asked: Parameters<NeedJudge['judge']>) => ending.then(() => broken.judge(...asked)),
      close: () => ending,
    }
  }
  const error = () => query(`select error from source_health where source = 'need'`)
  await judge({ openNeedJudge: openFailing })
  await judge({ openNeedJudge: openFailing })
  expect(opened).toBe(1)
  expect(await leads()).toEqual(before)
  expect(await error()).toEqual([{ error: "This server can't run the shipped judge" }])
  world.clock.advance(60_000)
  await judge()
  expect(await error()).toEqual([{ error: null }])
  expect((await leads()).map(needOf)).not.toContain(0)
})

test('killed at any moment, the next run finishes', async () => {
  expect(await killAtEachMoment(ctx, judgeNeeds)).toBeGreaterThan(3)
  await world.drain()
  const after = await leads()
  expect(after.map(({ components }) => components.filter(({ name }) => name === 'need').length)).toEqual([1, 1])
})
