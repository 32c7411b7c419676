import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { findCandidates } from '#features/matching/server/match-batches.ts'
import { removeUntouched } from '#features/matching/server/opportunities.ts'
import { post } from '#features/posts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { testApp } from '#tests/support/app.ts'
import { asJob, batchesOf, deliverTo, outcome, record, startProject } from '#tests/support/leads.ts'
import { addMember, call, type Person, signUp } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { type Opportunity, siblingsMax } from '../../contract.ts'
import { opportunity, siblingKey } from '../tables.ts'

let world: World
let ctx: Ctx
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app } = await testApp())
})
beforeEach(begin)
afterAll(() => world.close())

async function begin(): Promise<void> {
  await world.restart()
  ann = await signUp(app, 'ann@example.com')
  ctx = asJob(world.ctx)
  project = await startProject(ctx)
  await addMember(ctx, project, ann, 'owner')
  await world.drain()
}

const hour = 3_600_000
const noon = Date.UTC(2026, 10, 20, 12)

const story =
  'We are an agency of eight and our clients live in a spreadsheet. Follow-ups get lost every week and nobody knows who ' +
  'called last. We are happy to pay for something simple that shows the sales pipeline in one place.'

/** The same text, posted this many hours after noon; `id` distinguishes it. */
function copy(id: string, hours: number, overrides: Partial<SourceRecord> = {}): SourceRecord {
  const title = 'Looking for a CRM for client follow-ups, what do you recommend?'
  return record(id, { title, body: story, postedAt: noon + hours * hour, ...overrides })
}

const deliver = (...records: SourceRecord[]) => deliverTo(world, records)

/** Returns the post ids of the leads that a list shows to a person. */
async function listed(filters = '', person = ann): Promise<string[]> {
  const answer = await call(app, person, 'GET', `opportunities?populate=post&${filters}`)
  const { data, meta } = answer.json<{ data: Opportunity[]; meta: { pagination: { total: number } } }>()
  expect(meta.pagination.total).toBe(data.length)
  return data.map((lead) => lead.post!.permalink.split('/').at(-2)!).sort()
}

async function lead(outsideId: string): Promise<Opportunity> {
  const rows = await transaction(ctx, (tx) => tx.select().from(opportunity).where(eq(opportunity.projectId, project)))
  for (const { id } of rows) {
    const { data } = (await call(app, ann, 'GET', `opportunities/${id}?populate=post`)).json<{ data: Opportunity }>()
    if (data.post!.permalink.includes(`/${outsideId}/`)) return data
  }
  throw new Error(`no lead ${outsideId}`)
}

const subredditsOf = ({ siblings }: Opportunity) => siblings.map(({ subreddit }) => subreddit)

describe('a text posted again', () => {
  test.each<[string, Partial<SourceRecord>, boolean]>([
    ['is a copy in a crosspost with another title', { title: 'Which CRM?', subreddit: 'smallbusiness' }, true],
    ['is a copy with an added line', { body: `${story}\n\nEdit: thanks for all the answers!` }, true],
    [
      'is a copy by another account with a changed number',
      { author: 'u_pete', body: story.replace('eight', 'twelve') },
      true,
    ],
    [
      'is not a copy with a question of its own',
      { body: 'Three of us sell houses and forget whom to call back. Is a CRM worth it?' },
      false,
    ],
  ])('%s', async (_, change, isCopy) => {
    await deliver(copy('first', 0), copy('again', 1, change))
    expect(await listed()).toEqual(isCopy ? ['first'] : ['again', 'first'])
    const { siblings, siblingCount } = await lead('first')
    expect(siblingCount).toBe(isCopy ? 1 : 0)
    expect(siblings.map(({ permalink, author, subreddit }) => ({ permalink, author, subreddit }))).toEqual(
      isCopy
        ? [{ permalink: '/r/agency/comments/again/', author: 'u_mara', subreddit: 'agency', ...change }].map(only)
        : [],
    )
  })

  const only = ({ permalink, author, subreddit }: { permalink: string; author: string | null; subreddit: string }) => {
    return { permalink, author, subreddit }
  }

  test('is two leads if two people write the same short answer to one question', async () => {
    const answer = { kind: 'comment', body: 'Looking for a CRM too' } as const
    await deliver(copy('aaa', 0, answer), copy('bbb', 1, { ...answer, author: 'u_pete' }))
    expect(await listed()).toEqual(['aaa', 'bbb'])
  })

  test.each<[string, 'PUT' | 'POST', (id: string) => string, (id: string) => object | undefined]>([
    ['works on', 'PUT', (id) => `opportunities/${id}/claim`, () => undefined],
    ['wrote a note on', 'POST', () => 'notes', (id) => ({ project, opportunity: id, text: 'Asked' })],
    ['is reminded of', 'PUT', (id) => `opportunities/${id}/reminder`, () => ({ dueAt: '2026-12-01T09:00:00Z' })],
  ])('never hides a lead that a user %s, whichever was posted first', async (_, method, path, data) => {
    await deliver(copy('later', 1))
    const { id } = await lead('later')
    expect((await call(app, ann, method, path(id), data(id))).statusCode).toBeLessThan(300)
    await deliver(copy('first', 0))
    expect(await listed()).toEqual(['later'])
    expect((await lead('later')).siblingCount).toBe(1)
    const other = await lead('first')
    await call(app, ann, 'PUT', `opportunities/${other.id}/save`)
    expect(await listed()).toEqual(['first', 'later'])
  })

  test('is a separate group in another project', async () => {
    const bob = await signUp(app, 'bob@example.com')
    const other = await startProject(ctx, { name: 'Other' })
    await addMember(ctx, other, bob, 'owner')
    await deliver(copy('first', 0), copy('again', 1))
    const { siblings } = await lead('first')
    expect(await listed('', bob)).toEqual(['first'])
    expect((await call(app, bob, 'GET', `opportunities/${siblings[0]!.id}`)).statusCode).toBe(404)
    expect(
      (await call(app, bob, 'PUT', `opportunities/${siblings[0]!.id}/rejection`, { reason: 'tooOld' })).statusCode,
    ).toBe(404)
    await call(app, ann, 'PUT', `opportunities/${(await lead('first')).id}/save`, {})
    expect(await listed('filters[saved]=true', bob)).toEqual([])
  })

  test('is counted in full, but only the first copies are listed', async () => {
    await deliver(...Array.from({ length: siblingsMax + 6 }, (_, n) => copy(`n${n}`, n, { subreddit: `r${n}` })))
    expect(await listed()).toEqual(['n0'])
    const first = await lead('n0')
    expect(first.siblingCount).toBe(siblingsMax + 5)
    expect(subredditsOf(first)).toEqual(Array.from({ length: siblingsMax }, (_, n) => `r${n + 1}`))
    expect(subredditsOf(await lead('n3'))).toContain('r0')
  })
})

describe('the primary of a group does not depend on the order of arrival', () => {
  const near = { body: `${story}\n\nEdit: thanks for all the answers!` }
  const posts = [copy('first', 0), copy('again', 1), copy('edited', 2, near), copy('same', 1, { author: null })]
  const arrivals = [
    { order: [0, 1, 2, 3], isTogether: false },
    { order: [3, 2, 1, 0], isTogether: false },
    { order: [1, 3, 0, 2], isTogether: true },
  ]

  test('one by one or together, in any order', async () => {
    const outcomes: unknown[] = []
    for (const { order, isTogether } of arrivals) {
      await begin()
      const arriving = order.map((at) => posts[at]!)
      if (isTogether) await deliver(...arriving)
      else for (const each of arriving) await deliver(each)
      expect(await listed()).toEqual(['first'])
      outcomes.push((await outcome(ctx)).opportunities)
    }
    for (const each of outcomes) expect(each).toEqual(outcomes[0])
  })

  test('with many workers at once', async () => {
    for (let n = 9; n >= 0; n--) await ingest(ctx, 'reddit-api', [copy(`n${n}`, n), copy(`m${n}`, n + 0.5)])
    const batches = await batchesOf(ctx)
    await Promise.all(batches.map((key) => findCandidates(ctx, key)))
    expect(await listed()).toEqual(['n0'])
    expect((await lead('n0')).siblingCount).toBe(19)
  })

  test('a text similar to two unrelated leads joins them in one group', async () => {
    const words = (from: number, count: number) => Array.from({ length: count }, (_, n) => `word${from + n}`).join(' ')
    const long = (from: number) => `Looking for a CRM for client follow-ups, what do you recommend? ${words(from, 300)}`
    await deliver(copy('left', 1, { body: long(0) }), copy('right', 2, { body: long(60) }))
    expect(await listed()).toEqual(['left', 'right'])
    await deliver(copy('between', 0, { body: long(30) }))
    expect(await listed()).toEqual(['between'])
  })
})

test('when a primary is withdrawn, the next duplicate becomes the primary and keeps its keys', async () => {
  await deliver(copy('first', 0), copy('again', 1), copy('third', 2))
  const withdrawn = async (id: string) => {
    const { post: gone } = await lead(id)
    await transaction(ctx, async (tx) =>
      expect(await removeUntouched(tx, [{ projectId: project, postId: gone!.id }])).toHaveLength(1),
    )
  }
  await withdrawn('first')
  expect(await listed()).toEqual(['again'])
  expect((await lead('again')).siblingCount).toBe(1)
  await deliver(copy('fourth', 3))
  expect((await lead('again')).siblingCount).toBe(2)
  for (const id of ['third', 'again', 'fourth']) await withdrawn(id)
  expect(await transaction(ctx, (tx) => tx.select().from(siblingKey))).toEqual([])
  await deliver(copy('fifth', 4))
  expect(await listed()).toEqual(['fifth'])
})

describe('a decision about a lead', () => {
  test('applies to its copies, both later arrivals and earlier posts', async () => {
    await deliver(copy('first', 2), copy('again', 3))
    const { id } = await lead('first')
    await call(app, ann, 'PUT', `opportunities/${id}/rejection`, { reason: 'advertising' })
    await deliver(copy('later', 4), copy('earlier', 1))
    expect(await listed('filters[state]=new')).toEqual([])
    expect(await listed('filters[state]=rejected')).toEqual(['first'])
    expect((await lead('first')).siblingCount).toBe(3)
    await call(app, ann, 'DELETE', `opportunities/${id}/rejection`)
    expect(await listed('filters[state]=new')).toEqual(['earlier'])
    expect(await listed('filters[state]=rejected')).toEqual([])
    expect((await lead('earlier')).siblingCount).toBe(3)
  })

  test('makes a copy the primary, until it is undone', async () => {
    await deliver(copy('first', 0), copy('again', 1), copy('third', 2))
    const { id } = await lead('again')
    const saved = (await call(app, ann, 'PUT', `opportunities/${id}/save`, {})).json<{ data: Opportunity }>().data
    expect(saved).toMatchObject({ saved: true, siblingCount: 2 })
    expect(await listed()).toEqual(['again'])
    await call(app, ann, 'DELETE', `opportunities/${id}/save`)
    expect(await listed()).toEqual(['first'])
  })

  test('that was never made can be undone on a copy without effect', async () => {
    await deliver(copy('first', 0), copy('again', 1))
    await call(app, ann, 'DELETE', `opportunities/${(await lead('again')).id}/rejection`)
    expect(await listed()).toEqual(['first'])
  })

  test('made while copies arrive applies to all of them', async () => {
    await deliver(copy('first', 5))
    const { id } = await lead('first')
    for (let n = 0; n < 5; n++) await ingest(ctx, 'reddit-api', [copy(`n${n}`, n)])
    const batches = await batchesOf(ctx)
    await Promise.all([
      call(app, ann, 'PUT', `opportunities/${id}/reply`, {}),
      ...batches.map((key) => findCandidates(ctx, key)),
    ])
    const shown = [...(await listed('filters[state]=new')), ...(await listed('filters[state]=replied'))]
    expect(shown).toEqual(['first'])
    expect((await lead('first')).siblingCount).toBe(5)
    expect(await transaction(ctx, (tx) => tx.select().from(post))).toHaveLength(6)
  })
})
