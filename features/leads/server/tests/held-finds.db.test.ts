import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { findCandidates } from '#features/matching/server/match-batches.ts'
import { removeUntouched } from '#features/matching/server/opportunities.ts'
import { projectParts } from '#features/privacy/server/export/contents.ts'
import { linesOf } from '#features/privacy/server/export/rows.ts'
import { reduceRssPosts } from '#features/reddit/server/deletions/reduce-rss-posts.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { batchesOf, deliverTo, record } from '#tests/support/leads.ts'
import { mondayWorld } from '#tests/support/monday-world.ts'
import { call, type Person } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Opportunity } from '../../contract.ts'
import { sweepWindows } from '../ranking/windows.ts'
import { releaseDue } from '../release-finds.ts'

/** A project whose leads and mentions are released on Mondays; the clock starts on a Friday. */
const monday = '2026-11-23T07:00:00.000Z'
const hour = 3_600_000

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})

beforeEach(async () => {
  ;({ ctx, ann, project } = await mondayWorld({ world, app }))
})

afterAll(() => world.close())

/** A request for such a product, each for another business, so that none is a copy of another. */
function lead(name: string, overrides: Partial<SourceRecord> = {}): SourceRecord {
  const about = 'I photograph weddings: brides, venues, ceremonies, a photographer with a camera.'
  const body = `${about.replaceAll(' ', ` zq${name} `)} Which CRM for client follow-ups would you recommend?`
  return record(name, { body, ...overrides })
}

const deliver = (...records: SourceRecord[]) => deliverTo(world, records)

async function release(at = monday): Promise<void> {
  world.clock.now = new Date(at)
  await releaseDue(ctx)
}

async function shown(): Promise<Map<string, Opportunity>> {
  const answer = (await call(app, ann, 'GET', 'opportunities?populate=post')).json()
  expect(answer.meta.pagination.total).toBe(answer.data.length)
  return new Map(answer.data.map((each: Opportunity) => [each.post!.permalink.split('/').at(-2)!, each]))
}

const names = async () => [...(await shown()).keys()].toSorted()
const heldLeads = async () => (await call(app, ann, 'GET', `projects/${project}/releases`)).json().data.leads.count

const heldMentions = async () =>
  (await call(app, ann, 'GET', `projects/${project}/releases`)).json().data.mentions.count

async function rowsOf(query: SQL): Promise<Record<string, unknown>[]> {
  return transaction(ctx, async (tx) => (await tx.execute(query)).rows)
}

/** Checks that the counters match the rows, both listed and held. */
async function expectCounted(): Promise<void> {
  const counted = await rowsOf(sql`
    select state, sum(delta)::int as count from opportunity_count group by 1 having sum(delta) <> 0 order by 1`)
  const stored = await rowsOf(sql`
    select case when released_at is null then 'held' else state end as state, count(*)::int
    from opportunity where sibling_of is null group by 1 order by 1`)
  expect(counted).toEqual(stored)
}

describe('a lead from the pipeline', () => {
  test('is held until Monday, and stays released when it arrives again', async () => {
    await deliver(lead('aaa'), lead('bbb'))
    expect([await names(), await heldLeads()]).toEqual([[], 2])
    await deliver(lead('aaa'), lead('bbb'))
    expect([await names(), await heldLeads()]).toEqual([[], 2])
    await expectCounted()
    await release()
    expect([await names(), await heldLeads()]).toEqual([['aaa', 'bbb'], 0])
    await deliver(lead('aaa', { score: 400, numComments: 90 }), lead('ccc'))
    expect([await names(), await heldLeads()]).toEqual([['aaa', 'bbb'], 1])
    expect((await shown()).get('aaa')!.releasedAt).toBe(monday)
    await expectCounted()
  })

  test('has its mentions held, too', async () => {
    await deliver(
      lead('aaa', { body: 'Has anybody moved away from Pipewise? Which CRM for client follow-ups is next?' }),
    )
    expect(await heldMentions()).toBe(1)
    expect((await call(app, ann, 'GET', 'mentions')).json().data).toEqual([])
    expect((await call(app, ann, 'GET', 'mention-totals')).json().data.counted).toBe(0)
    await rowsOf(sql`update post_check set seen_by = 'feed', checked_at = '2026-11-01'`)
    await reduceRssPosts(ctx)
    expect(await rowsOf(sql`select distinct standing from post_check`)).toEqual([{ standing: 'reduced' }])
    expect((await call(app, ann, 'GET', 'forgettings')).json().data).toEqual([])
    await release()
    expect((await call(app, ann, 'GET', 'mentions')).json().data).toHaveLength(1)
    expect(await heldMentions()).toBe(0)
  })

  test('is either released or held, and counted as such, by two workers at the moment of a release', async () => {
    await deliver(lead('aaa'))
    for (let round = 0; round < 3; round++) {
      const monday = Date.UTC(2026, 10, 23 + 7 * round, 7)
      world.clock.now = new Date(monday - 1)
      await ingest(ctx, 'reddit-api', [lead(`x${round}`), lead(`y${round}`)])
      const batch = (await batchesOf(ctx)).at(-1)!
      world.clock.now = new Date(monday)
      await Promise.all([findCandidates(ctx, batch), findCandidates(ctx, batch), releaseDue(ctx), releaseDue(ctx)])
      await world.drain()
      await expectCounted()
      expect((await names()).length + (await heldLeads())).toBe(1 + 2 * (round + 1))
    }
    await release('2026-12-14T07:00:00Z')
    expect(await names()).toHaveLength(7)
  })

  test('ages while it is held, without an announcement', async () => {
    await deliver(lead('aaa'))
    const countEvents = async () => (await rowsOf(sql`select from event where kind = 'opportunities'`)).length
    const urgency = async () => Number((await rowsOf(sql`select urgency from opportunity`))[0]!.urgency)
    const [before, fresh] = [await countEvents(), await urgency()]
    world.clock.advance(91 * 24 * hour)
    await sweepWindows(ctx)
    expect(await urgency()).toBeLessThan(fresh / 2)
    expect(await countEvents()).toBe(before)
  })

  test('is released with its current reply window, even without a sweep', async () => {
    await deliver(lead('aaa', { postedAt: world.clock.now.getTime() - 71 * hour }))
    const [fresh] = await rowsOf(sql`select window_due_at as due from opportunity`)
    await release()
    const [released] = await rowsOf(sql`select window_due_at as due from opportunity`)
    expect(new Date(String(released!.due)).getTime()).toBeGreaterThan(new Date(String(fresh!.due)).getTime())
  })

  test('is in no statistic or export while it is held', async () => {
    await deliver(lead('aaa'))
    await release()
    const figures = async () => {
      const keywords = (await call(app, ann, 'GET', 'keywords?sort=query')).json().data
      const health = (await call(app, ann, 'GET', `projects/${project}/keyword-health`)).json().data
      const competitors = (await call(app, ann, 'GET', 'mention-totals')).json().data
      return { keywords, health, competitors }
    }
    const before = await figures()
    expect(before.keywords.some(({ hitsPerDay }: { hitsPerDay: number }) => hitsPerDay > 0)).toBe(true)
    await deliver(lead('bbb'), lead('ccc', { title: 'Is Pipewise any good?' }))
    expect(await figures()).toEqual(before)
    const lines = await transaction(ctx, async (tx) => {
      const found: string[] = []
      for (const part of projectParts) {
        for await (const some of linesOf(tx, part, { project_id: project })) found.push(...some)
      }
      return found
    })
    // The lead, and the mention of its keyword.
    expect(lines.filter((line) => line.includes('/aaa/'))).toHaveLength(2)
    expect(lines.filter((line) => /\/(bbb|ccc)\//.test(line))).toEqual([])
  })
})

describe('among copies of a text', () => {
  const copy = (name: string, hours: number) => record(name, { postedAt: Date.UTC(2026, 10, 20, 9 + hours) })

  test('a released one precedes an earlier post that is held', async () => {
    await deliver(copy('later', 2))
    await release()
    await deliver(copy('earlier', 0))
    expect([await names(), await heldLeads()]).toEqual([['later'], 0])
    expect((await shown()).get('later')!.siblingCount).toBe(0)
    await release('2026-11-30T07:00:00Z')
    expect(await names()).toEqual(['later'])
    expect((await shown()).get('later')!.siblingCount).toBe(1)
    await expectCounted()
  })

  test('a released one replaces a deleted primary, ahead of an earlier post that is held', async () => {
    await deliver(copy('first', 1), copy('later', 2))
    await release()
    await deliver(copy('earlier', 0))
    const [gone] = await rowsOf(sql`
      select o.post_id as id from opportunity o join post p on p.id = o.post_id
      where p.permalink like '%/first/'`)
    await transaction(ctx, (tx) => removeUntouched(tx, [{ projectId: project, postId: String(gone!.id) }]))
    expect(await names()).toEqual(['later'])
    await expectCounted()
  })

  test('the first released one is the primary again after a save is undone', async () => {
    await deliver(copy('first', 1), copy('later', 2))
    await release()
    await deliver(copy('earlier', 0))
    const { id } = (await shown()).get('first')!.siblings[0]!
    await call(app, ann, 'PUT', `opportunities/${id}/save`)
    expect(await names()).toEqual(['later'])
    await call(app, ann, 'DELETE', `opportunities/${id}/save`)
    expect([await names(), await heldLeads()]).toEqual([['first'], 0])
    await expectCounted()
  })
})
