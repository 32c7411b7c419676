import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { asJob } from '#tests/support/leads.ts'
import {
  addMember,
  call,
  create,
  type Person,
  seedMention,
  seedOpportunity,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { type InsightSeries, InsightSeriesQuery } from '../../contract-series.ts'
import { countChanges } from '../rollups/count-changes.ts'
import { seriesOf } from '../series/series-of.ts'

/** The project's days begin at 05:00 UTC, or at 04:00 until the end of October. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let project: string
let weldco: string

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo } = await testApp('ann', 'bob', 'cleo'))
  world.clock.now = new Date('2026-11-20T12:00:00Z')
  project = await setUpProject(app, ann, { name: 'Pipewell' })
  await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'America/New_York' })
  await addMember(world.ctx, project, cleo, 'client')
  weldco = (await create(app, ann, 'competitors', { project, name: 'Weldco' })).id
  // The first scan of the stored posts, which also looks at leads.
  await world.drain()
  // Two leads around midnight in New York, one of them rejected, and one a week before.
  await lead('2026-11-10T12:00:00Z', 'pipefitting', ['pipe'])
  const late = await lead('2026-11-18T04:30:00Z', 'Welding', ['welder', 'pipe'])
  const next = await lead('2026-11-18T05:30:00Z', 'Welding', ['welder'])
  await lead('2026-11-18T15:30:00Z', 'Welding', [])
  await call(app, ann, 'PUT', `opportunities/${late}/reply`, {})
  await call(app, ann, 'PUT', `opportunities/${next}/rejection`, { reason: 'notBuying' })
  await mention('2026-11-17T12:00:00Z', ['brand', 'positive'])
  await mention('2026-11-18T12:00:00Z', ['brand', 'negative'], ['competitor', 'positive'])
  await mention('2026-11-18T12:00:00Z', ['competitor', 'positive'])
  await ask(
    world.url,
    `insert into reply_check (project_id, opportunity_id, step, realm, community, comment_id, due_at, state, checked_at, created_at)
     values ($1, $2, 'day', 'real', 'welding', '2def', now(), 'live', now(), $3)`,
    [project, late, world.clock.now],
  )
  const person = (await create(app, ann, 'people', { project, handle: 'ann' })).id
  await call(app, ann, 'PUT', `people/${person}`, { stage: 'won' })
  await countChanges(asJob(world.ctx))
})
afterAll(() => world.close())

async function lead(at: string, subreddit: string, keywords: string[]): Promise<string> {
  const id = await seedOpportunity(world.ctx, project, { postedAt: new Date(at) })
  const hits = JSON.stringify(keywords.map((phrase) => ({ kind: 'keyword', phrase })))
  await ask(world.url, 'update post set subreddit = $2 where id = (select post_id from opportunity where id = $1)', [
    id,
    subreddit,
  ])
  await ask(
    world.url,
    `insert into candidate (project_id, post_id, project_version, hits, score, label, created_at)
     select project_id, post_id, 1, $2::jsonb, 60, 2, now() from opportunity where id = $1`,
    [id, hits],
  )
  return id
}

async function mention(at: string, ...names: ['brand' | 'competitor', 'positive' | 'negative'][]): Promise<void> {
  const named = names.map(([kind, sentiment]) => ({
    ...{ kind, sentiment, id: kind === 'brand' ? project : weldco, phrase: kind === 'brand' ? 'Pipewell' : 'Weldco' },
  }))
  const postedAt = new Date(at)
  const competitorIds = names.some(([kind]) => kind === 'competitor') ? [weldco] : []
  const [kind, sentiment] = names[0]!
  await seedMention(world.ctx, project, { postedAt, named, kind, sentiment, competitorIds, subreddit: 'Welding' })
}

const get = (by: Person, query: object, id = project) => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries({ from: '2026-11-09', to: '2026-11-19', ...query })) {
    if (Array.isArray(value)) for (const each of value) params.append(`${key}[]`, each)
    else params.set(key, String(value))
  }
  return call(app, by, 'GET', `projects/${id}/insight-series?${params}`)
}

const series = async (query: object): Promise<InsightSeries> => {
  const answer = await get(ann, query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

/** Returns the values by label, without zeros and what isn't known. */
async function valuesOf(query: object): Promise<Record<string, Record<string, number | null> | number | null>> {
  const { groups, series: rows, total } = await series(query)
  const shown = rows.map(({ label, values }) => [
    label,
    Object.fromEntries(groups.map((group, at) => [group.label, values[at] ?? null]).filter(([, value]) => value)),
  ])
  return { ...Object.fromEntries(shown), total }
}

describe('a chart', () => {
  test.each<[string, object, object]>([
    [
      'of leads by day',
      { metric: 'leads', groupBy: 'day' },
      { All: { 'Nov 10, 2026': 1, 'Nov 17, 2026': 1, 'Nov 18, 2026': 2 }, total: 4 },
    ],
    [
      'of leads by week and community',
      { metric: 'leads', groupBy: 'week', breakdown: 'subreddit' },
      { 'r/Welding': { 'Week of Nov 16, 2026': 3 }, 'r/pipefitting': { 'Week of Nov 9, 2026': 1 }, total: 4 },
    ],
    [
      'of leads by keyword, where a lead with two counts once in the total',
      { metric: 'leads', groupBy: 'keyword' },
      { All: { welder: 2, pipe: 2 }, total: 4 },
    ],
    [
      'of leads by community and keyword',
      { metric: 'leads', groupBy: 'subreddit', breakdown: 'keyword', subreddits: ['PipeFitting'] },
      { pipe: { 'r/pipefitting': 1 }, total: 1 },
    ],
    ['of leads by weekday', { metric: 'leads', groupBy: 'weekday' }, { All: { Tuesday: 2, Wednesday: 2 }, total: 4 }],
    [
      'of leads by state',
      { metric: 'leads', groupBy: 'state' },
      { All: { New: 2, Replied: 1, Rejected: 1 }, total: 4 },
    ],
    [
      'of mentions by kind',
      { metric: 'mentions', groupBy: 'kind', from: '2026-11-18' },
      { All: { Brand: 1, Competitors: 1 }, total: 2 },
    ],
    ['of names', { metric: 'mentions', groupBy: 'name' }, { All: { Pipewell: 2, Weldco: 2 }, total: 3 }],
    ['of sentiment by name', { metric: 'sentiment', groupBy: 'name' }, { All: { Weldco: 100 }, total: 33.3 }],
    [
      'of shares of voice',
      { metric: 'shareOfVoice', groupBy: 'name', from: '2026-11-18' },
      { All: { Weldco: 66.7, Pipewell: 33.3 }, total: 33.3 },
    ],
    [
      'of shares of voice over time, by day of the last week',
      { metric: 'shareOfVoice', groupBy: 'day', breakdown: 'name', from: '2026-11-17', to: '2026-11-18' },
      { Pipewell: { 'Nov 17, 2026': 100, 'Nov 18, 2026': 50 }, Weldco: { 'Nov 18, 2026': 50 }, total: 50 },
    ],
    [
      'of reviewed leads',
      { metric: 'reviewed', groupBy: 'subreddit', to: '2026-11-20' },
      { All: { 'r/Welding': 2 }, total: 2 },
    ],
    ['of replies by state', { metric: 'replies', groupBy: 'state', to: '2026-11-20' }, { All: { Live: 1 }, total: 1 }],
    [
      'of replies that are live',
      { metric: 'replySurvival', groupBy: 'month', to: '2026-11-20' },
      { All: { 'Nov 2026': 100 }, total: 100 },
    ],
    [
      'of the median time to reply',
      { metric: 'timeToReply', groupBy: 'hour', to: '2026-11-20' },
      { All: {}, total: 0 },
    ],
    [
      'of the precision of keywords',
      { metric: 'keywordPrecision', groupBy: 'keyword', to: '2026-11-20' },
      { All: { welder: 50, pipe: 100 }, total: 66.7 },
    ],
    ['of customers', { metric: 'won', groupBy: 'day', to: '2026-11-20' }, { All: { 'Nov 20, 2026': 1 }, total: 1 }],
    ['of conversations', { metric: 'conversations', groupBy: 'day', to: '2026-11-20' }, { All: {}, total: 0 }],
    [
      'of the funnel',
      { metric: 'funnel', groupBy: 'step' },
      { All: { Found: 4, Reviewed: 2, Replied: 1, 'In conversation': 1, Won: 1 }, total: 4 },
    ],
  ])('%s', async (_name, query, expected) => {
    expect(await valuesOf(query)).toEqual(expected)
  })

  test('has all hours and weekdays, and is empty without anything to count', async () => {
    const heat = await series({
      metric: 'mentions',
      groupBy: 'hour',
      breakdown: 'weekday',
      from: '2026-01-01',
      to: '2026-01-31',
    })
    expect(heat.groups).toHaveLength(24)
    expect(heat.series).toHaveLength(7)
    expect(heat).toMatchObject({ total: 0, leftOut: 0, before: null })
    const none = await series({ metric: 'timeToReply', groupBy: 'day', from: '2026-01-01', to: '2026-01-02' })
    expect(none).toMatchObject({ unit: 'seconds', series: [{ values: [null, null], total: null }], total: null })
  })

  test('is compared with the period before by position, and by key', async () => {
    const compare = 'before'
    const days = await series({ metric: 'leads', groupBy: 'day', compare, from: '2026-11-17', to: '2026-11-24' })
    // Days to come have no value.
    expect(days.series[0]!.values).toEqual([1, 2, 0, 3, null, null, null, null])
    expect(days.before).toMatchObject({
      from: '2026-11-09',
      to: '2026-11-16',
      total: 1,
      series: [{ values: [0, 1, 0, 0, 0, 0, 0, 0] }],
    })
    const communities = { metric: 'leads', groupBy: 'subreddit', compare, from: '2026-11-12', to: '2026-11-18' }
    expect((await series(communities)).before).toMatchObject({ total: 1, series: [{ values: [0] }] })
  })

  test('says until when changes are counted, and has others counted', async () => {
    const counted = async () => {
      const { countedAt, total } = await series({ metric: 'leads', groupBy: 'day', to: '2026-12-31' })
      return [countedAt === world.clock.now.toISOString(), total]
    }
    const [isCounted, before] = await counted()
    expect(isCounted).toBe(true)
    // The database notes changes by its own clock.
    const { now } = world.clock
    world.clock.now = new Date(Date.now() + 60_000)
    await lead('2026-11-21T12:00:00Z', 'Welding', [])
    expect(await counted()).toEqual([false, before])
    await world.drain()
    expect(await counted()).toEqual([true, Number(before) + 1])
    world.clock.now = now
  })

  test('is for members of every role, and for nobody else', async () => {
    const query = { metric: 'leads', groupBy: 'day' }
    expect((await get(cleo, query)).statusCode).toBe(200)
    expect((await get(bob, query)).statusCode).toBe(404)
    for (const bad of [
      { ...query, groupBy: 'name' },
      { ...query, from: '2026-12-01' },
      { ...query, from: '0001-01-01' },
    ]) {
      expect((await get(ann, bad)).statusCode).toBe(400)
    }
    const others = transaction(world.ctx, (tx) => seriesOf(world.ctx, tx, project, InsightSeriesQuery.parse(query)))
    await expect(others).rejects.toThrow('Not Found')
  })
})
