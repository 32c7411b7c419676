import { eq, isNull, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runUpkeep } from '#app/server.ts'
import { subscription } from '#features/billing/server/tables.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { project as projects } from '#platform/server/tenancy/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import {
  addMember,
  call,
  confirmAddress,
  create,
  jobTransaction,
  type Person,
  seedMention,
  seedOpportunity,
  seedPurchase,
  seedSubscription,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Opportunity, Releases } from '../../contract.ts'
import { releaseDue } from '../release-finds.ts'
import { opportunity } from '../tables.ts'

/** The mornings of releases. The clock starts on the Friday before, at noon. */
const saturday = '2026-11-21T07:00:00.000Z'
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
  await world.restart()
  world.ctx.billing = 'paddle'
  ctx = actingAs(world.ctx, { kind: 'job', name: 'release' })
  ann = await signUp(app, 'ann@example.com')
  project = await setUpProject(app, ann, { keywords: [] })
})

afterAll(() => world.close())

/** Pays for a plan or pauses it, and runs the job. */
async function pay(name: string, status: 'active' | 'paused' = 'active'): Promise<void> {
  const product = { mainProductId: `pro_${name.toLowerCase()}`, mainProductName: name, status }
  const paid = await jobTransaction(ctx, (tx) => tx.update(subscription).set(product).returning())
  if (paid.length === 0) await seedSubscription(ctx, project, { userId: ann.id, ...product })
  await releaseDue(ctx)
}

async function at(instant: string): Promise<void> {
  world.clock.now = new Date(instant)
  await releaseDue(ctx)
}

async function held(person = ann): Promise<Releases> {
  return (await call(app, person, 'GET', `projects/${project}/releases`)).json().data
}

/** Returns the ids of the leads that a list shows. */
async function shown(person = ann): Promise<string[]> {
  const answer = (await call(app, person, 'GET', 'opportunities?sort=releasedAt')).json()
  expect(answer.meta.pagination.total).toBe(answer.data.length)
  return answer.data.map(({ id }: Opportunity) => id)
}

const events = (kind: string) =>
  jobTransaction(ctx, async (tx) => {
    const { rows } = await tx.execute(sql`select from event where project_id = ${project} and kind = ${kind}`)
    return rows.length
  })

describe('the plan determines when leads and mentions are released (DECISIONS 17, 21)', () => {
  test.each([
    ['Startup', monday, monday],
    ['Growth', saturday, saturday],
    ['Pro', monday, saturday],
  ])('%s: leads %s, mentions %s', async (plan, leadsAt, mentionsAt) => {
    await pay(plan)
    await seedMention(ctx, project)
    await seedOpportunity(ctx, project)
    expect(await held()).toEqual({
      leads: { count: 2, releasesAt: leadsAt },
      mentions: { count: 1, releasesAt: mentionsAt },
    })
    expect(await shown()).toEqual([])
    await at(saturday)
    expect((await call(app, ann, 'GET', 'mentions')).json().data).toHaveLength(mentionsAt === saturday ? 1 : 0)
    expect(await shown()).toHaveLength(leadsAt === saturday ? 2 : 0)
    await at(monday)
    expect((await call(app, ann, 'GET', 'mentions')).json().data).toHaveLength(1)
    expect(await shown()).toHaveLength(2)
    expect(await held()).toMatchObject({ leads: { count: 0 }, mentions: { count: 0 } })
  })

  test('a pass releases everything immediately, until it is over', async () => {
    const lead = await seedOpportunity(ctx, project)
    await seedPurchase(ctx, project)
    await releaseDue(ctx)
    expect(await shown()).toEqual([lead])
    const second = await seedOpportunity(ctx, project)
    expect(await shown()).toEqual([lead, second])
    expect(await held()).toEqual({ leads: { count: 0, releasesAt: null }, mentions: { count: 0, releasesAt: null } })
    // The check for items that were written by the old settings.
    world.clock.advance(hour)
    await releaseDue(ctx)
    world.clock.advance(71 * hour)
    await releaseDue(ctx)
    const third = await seedOpportunity(ctx, project)
    const waiting = await jobTransaction(ctx, (tx) =>
      tx.select().from(opportunity).where(isNull(opportunity.releasedAt)),
    )
    expect(waiting.map(({ id }) => id)).toEqual([third])
    await pay('Growth', 'active')
    expect(await shown()).toHaveLength(3)
  })

  test('an internal admin waits for nothing in their own project, but does as a member of another', async () => {
    const root = await signUp(app, 'root@example.com')
    await confirmAddress(world.url, root)
    await addMember(ctx, project, root, 'admin')
    await pay('Startup')
    await seedOpportunity(ctx, project)
    await call(app, root, 'PUT', `projects/${project}`, { timeZone: 'Europe/Berlin' })
    expect(await held(root)).toMatchObject({ leads: { count: 1, releasesAt: '2026-11-23T06:00:00.000Z' } })
    const own = await setUpProject(app, root, { keywords: [] })
    await seedOpportunity(ctx, own)
    expect((await call(app, root, 'GET', `projects/${own}/releases`)).json().data.leads).toEqual({
      count: 0,
      releasesAt: null,
    })
  })

  test('nothing is held while billing is off, and items are held again once it is on', async () => {
    await pay('Startup')
    await seedOpportunity(ctx, project)
    const off: Ctx = { ...ctx, billing: 'off' }
    await runUpkeep(off)
    await releaseDue(off)
    expect(await shown()).toHaveLength(1)
    await runUpkeep(ctx)
    await releaseDue(ctx)
    await seedOpportunity(ctx, project)
    expect(await held()).toMatchObject({ leads: { count: 1, releasesAt: monday } })
  })
})

describe('changes between two releases', () => {
  test.each<[string, () => Promise<void>, string | null]>([
    ['to a larger plan: an earlier release', () => pay('Growth'), saturday],
    ['to the same plan: as announced', () => pay('Startup'), monday],
    [
      'to a time zone with an earlier Monday: an earlier release',
      async () => void (await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'Asia/Tokyo' })),
      '2026-11-22T22:00:00.000Z',
    ],
    [
      'to a time zone with a later Monday: as announced',
      async () => void (await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'America/Lima' })),
      monday,
    ],
    ['archiving: as announced', async () => void (await call(app, ann, 'PUT', `projects/${project}/archive`)), monday],
    [
      'pausing and resuming: as announced',
      async () => {
        await pay('Startup', 'paused')
        await pay('Startup')
      },
      monday,
    ],
  ])('%s', async (_name, change, releasesAt) => {
    await pay('Startup')
    await seedOpportunity(ctx, project)
    await change()
    expect(await held()).toMatchObject({ leads: { count: 1, releasesAt } })
    expect(await shown()).toEqual([])
    await at(releasesAt!)
    expect(await shown()).toHaveLength(1)
  })

  test('to a pass: everything is released immediately', async () => {
    await pay('Startup')
    const lead = await seedOpportunity(ctx, project)
    await pay('Startup', 'paused')
    await seedPurchase(ctx, project)
    await releaseDue(ctx)
    expect(await shown()).toEqual([lead])
  })

  test('to a weekly plan: one more release as scheduled, then Mondays', async () => {
    await pay('Growth')
    await seedOpportunity(ctx, project)
    await pay('Startup')
    await at(saturday)
    expect(await shown()).toHaveLength(1)
    await seedOpportunity(ctx, project)
    expect(await held()).toMatchObject({ leads: { count: 1, releasesAt: monday } })
  })

  test('a pause holds due and new leads until it is over', async () => {
    await pay('Startup')
    await seedOpportunity(ctx, project)
    await pay('Startup', 'paused')
    await at('2026-12-02T12:00:00Z')
    await seedOpportunity(ctx, project)
    const waiting = await jobTransaction(ctx, (tx) => tx.select().from(opportunity))
    expect(waiting.map(({ releasedAt }) => releasedAt)).toEqual([null, null])
    await pay('Startup')
    expect(await shown()).toHaveLength(2)
    await seedOpportunity(ctx, project)
    expect(await held()).toMatchObject({ leads: { count: 1, releasesAt: '2026-12-07T07:00:00.000Z' } })
  })

  test('a project holds leads from its setup on', async () => {
    await seedOpportunity(ctx, project)
    const [row] = await jobTransaction(ctx, (tx) => tx.select().from(opportunity))
    expect(row!.releasedAt).toBeNull()
    await pay('Startup')
    expect(await shown()).toHaveLength(1)
  })

  test('without access, the job processes a project once and not every minute', async () => {
    await at('2026-12-02T12:00:00Z')
    const [row] = await jobTransaction(ctx, (tx) => tx.select().from(projects).where(eq(projects.id, project)))
    expect(row).toMatchObject({ releaseLookAt: null, leadsReleaseAt: new Date('2026-11-20T12:00:00Z') })
  })

  test("an agency's subscription counts for its clients' projects", async () => {
    await jobTransaction(ctx, (tx) => tx.update(projects).set({ isAgencyProject: true, agencyPlan: 'growth' }))
    await releaseDue(ctx)
    const own = await setUpProject(app, ann, { keywords: [] })
    const product = { mainProductId: 'pro_agency', mainProductName: 'Agency' }
    await seedSubscription(ctx, own, { userId: ann.id, ...product })
    await releaseDue(ctx)
    await seedOpportunity(ctx, project)
    expect(await held()).toMatchObject({ leads: { count: 1, releasesAt: saturday } })
  })
})

describe('a release', () => {
  test('is announced once, and shows leads with their current score', async () => {
    await pay('Startup')
    await seedOpportunity(ctx, project, { windowDueAt: new Date('2026-11-22T12:00:00Z'), score: 60 })
    const before = await events('opportunities')
    await at(monday)
    expect(await events('opportunities')).toBe(before + 1)
    const [lead] = (await call(app, ann, 'GET', 'opportunities')).json().data
    expect(lead).toMatchObject({ releasedAt: monday, updatedAt: monday })
    const [row] = await jobTransaction(ctx, (tx) => tx.select().from(opportunity))
    expect(row!.windowDueAt === null || row!.windowDueAt > world.clock.now).toBe(true)
    await at(monday)
    expect(await events('opportunities')).toBe(before + 1)
  })

  test('is done once by concurrent workers, and by a repeated run', async () => {
    await pay('Startup')
    await seedOpportunity(ctx, project)
    const before = await events('opportunities')
    world.clock.now = new Date(monday)
    await Promise.all([releaseDue(ctx), releaseDue(ctx), releaseDue(ctx)])
    expect(await events('opportunities')).toBe(before + 1)
    expect(await shown()).toHaveLength(1)
    world.clock.advance(hour)
    await releaseDue(ctx)
    const [lead] = (await call(app, ann, 'GET', 'opportunities')).json().data
    expect(lead.releasedAt).toBe(monday)
  })

  test('that crashes at any moment has released and announced, or neither', async () => {
    await pay('Growth')
    let shownBefore = 0
    const nextMorning = async () => {
      shownBefore = (await shown()).length
      await seedOpportunity(ctx, project)
      expect(await shown()).toHaveLength(shownBefore)
      world.clock.now = new Date(Date.parse(saturday) + shownBefore * 24 * hour)
      return events('opportunities')
    }
    let before = await nextMorning()
    const check = async () => {
      expect(await events('opportunities')).toBe(before + (await shown()).length - shownBefore)
      await releaseDue(ctx)
      expect(await shown()).toHaveLength(shownBefore + 1)
      expect(await events('opportunities')).toBe(before + 1)
      before = await nextMorning()
    }
    expect(await killAtEachMoment(ctx, releaseDue, check)).toBeGreaterThan(10)
  })

  test('of one project is not held up by an error in another, and the error is reported', async () => {
    await pay('Startup')
    const other = await setUpProject(app, ann, { keywords: [] })
    await seedSubscription(ctx, other, { userId: ann.id })
    await releaseDue(ctx)
    const lead = await seedOpportunity(ctx, other)
    const broken = { timeZone: 'Mars/Olympus' }
    await jobTransaction(ctx, (tx) => tx.update(projects).set(broken).where(eq(projects.id, project)))
    world.clock.now = new Date(monday)
    await expect(releaseDue(ctx)).rejects.toThrow(/Mars/)
    expect(await shown()).toEqual([lead])
  })

  test('includes items that were written by the old settings, a moment later', async () => {
    await pay('Startup')
    await seedPurchase(ctx, project)
    const late = await seedOpportunity(ctx, project)
    await pay('Startup', 'paused')
    // As if written by a transaction that had read the project before.
    await jobTransaction(ctx, (tx) => tx.update(opportunity).set({ releasedAt: null }))
    expect(await shown()).toEqual([])
    world.clock.advance(61_000)
    await releaseDue(ctx)
    expect(await shown()).toEqual([late])
  })
})

describe('held items are invisible', () => {
  test('at every address', async () => {
    await pay('Startup')
    const seen = await seedOpportunity(ctx, project, { releasedAt: ctx.now() })
    const lead = await seedOpportunity(ctx, project, { title: 'A secret of Monday', siblingOf: null })
    const mention = await seedMention(ctx, project, { sentence: 'A secret of Monday.' })
    await seedOpportunity(ctx, project, { siblingOf: seen })
    const [row] = await jobTransaction(ctx, (tx) => tx.select().from(opportunity).where(eq(opportunity.id, lead)))
    const person = await create(app, ann, 'people', { project, handle: 'mara' })
    const hidden: [method: 'GET' | 'PUT' | 'DELETE', path: string, data?: object][] = [
      ['GET', `opportunities/${lead}`],
      ['GET', `mentions/${mention}`],
      ['PUT', `mentions/${mention}`, { handled: true }],
      ['PUT', `opportunities/${lead}/reply`],
      ['DELETE', `opportunities/${lead}/reply`],
      ['PUT', `opportunities/${lead}/rejection`, { reason: 'tooOld' }],
      ['PUT', `opportunities/${lead}/save`],
      ['PUT', `opportunities/${lead}/claim`],
      ['DELETE', `opportunities/${lead}/claim`],
      ['PUT', `opportunities/${lead}/reminder`, { dueAt: '2026-12-01T09:00:00Z' }],
      ['DELETE', `opportunities/${lead}/reminder`],
    ]
    for (const [method, path, data] of hidden) {
      expect([method, path, (await call(app, ann, method, path, data)).statusCode]).toEqual([method, path, 404])
    }
    const refused: [path: string, data: object][] = [
      ['notes', { project, opportunity: lead, text: 'Asked' }],
      ['reminders', { project, opportunity: lead, dueAt: '2026-12-01T09:00:00Z' }],
      ['conversations', { project, person: person.id, opportunity: lead }],
    ]
    for (const [path, data] of refused) {
      expect([path, (await call(app, ann, 'POST', path, data)).statusCode]).toEqual([path, 400])
    }
    for (const query of [
      '',
      '?filters[state][$eq]=new',
      '?sort=score:desc',
      `?filters[id][$in][0]=${lead}`,
      '?filters[label][$gte]=0',
    ]) {
      const { data, meta } = (await call(app, ann, 'GET', `opportunities${query}`)).json()
      const expected = query.includes(lead) ? [] : [seen]
      expect([query, data.map(({ id }: Opportunity) => id), meta.pagination.total]).toEqual([
        query,
        expected,
        expected.length,
      ])
    }
    const counted = (await call(app, ann, 'GET', 'opportunities?pagination[pageSize]=1')).json()
    expect(counted.meta.pagination.total).toBe(1)
    expect(counted.data[0]).toMatchObject({ siblings: [], siblingCount: 0 })
    expect((await call(app, ann, 'GET', 'mentions')).json()).toMatchObject({
      data: [],
      meta: { pagination: { total: 0 } },
    })
    expect(row!.releasedAt).toBeNull()
    await at(monday)
    expect((await call(app, ann, 'GET', `opportunities/${lead}`)).statusCode).toBe(200)
    expect((await call(app, ann, 'GET', `opportunities/${seen}`)).json().data.siblingCount).toBe(1)
  })

  test('and only readers of leads see how many there are', async () => {
    await pay('Startup')
    await seedOpportunity(ctx, project)
    const cleo = await signUp(app, 'cleo@example.com')
    const bob = await signUp(app, 'bob@example.com')
    await addMember(ctx, project, cleo, 'client')
    expect((await held(cleo)).leads).toEqual({ count: 1, releasesAt: monday })
    expect((await call(app, bob, 'GET', `projects/${project}/releases`)).statusCode).toBe(404)
    await pay('Startup', 'paused')
    expect((await call(app, ann, 'GET', `projects/${project}/releases`)).statusCode).toBe(402)
  })
})
