import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scoreOf } from '#engine/score/chance.ts'
import { opportunity } from '#features/leads/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { asJob, batchesOf, chatter, editProject, leadsOf, outcome, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { backfillProject } from '../backfill.ts'
import { ingest } from '../ingest.ts'
import { findCandidates } from '../match-batches.ts'
import { candidate } from '../tables.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

const read = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(ctx, work)
const onlyBatch = async () => (await batchesOf(ctx))[0]!

const statusOf = async (id: string) =>
  (await read((tx) => tx.select({ status: project.status }).from(project).where(eq(project.id, id))))[0]!.status

const decide = (projectId: string, id: string, set: { state?: 'rejected'; saved?: boolean }) =>
  read((tx) =>
    tx.execute(sql`
      update opportunity o set state = ${set.state ?? 'new'}, saved = ${set.saved ?? false} from post p
      where p.id = o.post_id and o.project_id = ${projectId} and p.permalink like ${`%/${id}/`}`),
  )

describe('posts become leads', () => {
  test('when they arrive after the project', async () => {
    const id = await startProject(ctx)
    await world.drain()
    const body = 'I am looking for a CRM too: which one would you recommend for client follow-ups?'
    await ingest(ctx, 'reddit-api', [record('aaa'), chatter('bbb'), record('ccc', { kind: 'comment', body })])
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['aaa', 'ccc'])
    const [lead] = await read((tx) => tx.select().from(opportunity).orderBy(asc(opportunity.postId)))
    expect(lead).toMatchObject({ projectId: id, state: 'new', saved: false, createdAt: world.clock.now })
    expect(lead!.postedAt?.getTime()).toBe(record('aaa').postedAt)
    expect(lead!.score).toBeCloseTo(scoreOf(lead!.components), 1)
    expect(lead!.components.flatMap(({ reasons }) => reasons).length).toBeGreaterThan(1)
    expect(lead!.sentence!.text).toMatch(/^Asks “.+” It matches your keyword “.+”\.$/)
  })

  test('when they are stored already, by the end of the first backfill', async () => {
    await ingest(ctx, 'reddit-api', [record('aaa'), chatter('bbb')])
    await world.drain()
    const id = await startProject(ctx)
    expect(await statusOf(id)).toBe('processing')
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['aaa'])
    expect(await statusOf(id)).toBe('done')
    expect((await outcome(ctx)).projects).toEqual([
      { name: 'Ledgerly', status: 'done', backfilled: true, still: true, unfinished: 0, overflow: 0 },
    ])
  })

  test('or none match, and the first backfill ends anyway', async () => {
    const id = await startProject(ctx)
    await world.drain()
    expect(await statusOf(id)).toBe('done')
  })

  test('separately for each project', async () => {
    const crm = await startProject(ctx)
    const bread = await startProject(ctx, {
      name: 'Crumb',
      summary: 'A log for home bakers.',
      keywords: ['sourdough', 'fridge'],
      competitors: [],
    })
    await ingest(ctx, 'reddit-api', [
      record('aaa'),
      record('bbb', { ...chatter('bbb'), title: 'Which fridge for sourdough?' }),
    ])
    await world.drain()
    expect(await leadsOf(ctx, crm)).toEqual(['aaa'])
    expect(await leadsOf(ctx, bread)).toEqual(['bbb'])
  })

  test.each(['draft', 'archived'] as const)('but not in a project that is %s', async (status) => {
    const id = await startProject(ctx)
    await read((tx) => tx.update(project).set({ status }).where(eq(project.id, id)))
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await world.drain()
    expect((await outcome(ctx)).candidates).toEqual([])
    expect(await statusOf(id)).toBe(status)
  })

  test.each([
    ['an active keyword', { keywords: ['zeppelin'] }, null, true],
    ['an active competitor', { competitors: ['Zeppelin'] }, null, true],
    [
      'a keyword, except while it is paused',
      { keywords: ['zeppelin'] },
      sql`update keyword set status = 'paused'`,
      false,
    ],
    [
      'a competitor, except while it is paused',
      { competitors: ['Zeppelin'] },
      sql`update competitor set status = 'paused'`,
      false,
    ],
  ])('when they match %s', async (_, watchlist, pause, expected) => {
    await startProject(ctx, { name: 'Airship', summary: '', keywords: [], competitors: [], ...watchlist })
    if (pause) await read((tx) => tx.execute(pause))
    await ingest(ctx, 'reddit-api', [record('aaa', { title: 'Is there a zeppelin for hire?' })])
    await world.drain()
    expect(await read((tx) => tx.select().from(candidate))).toHaveLength(expected ? 1 : 0)
  })

  test('over several pages of a backfill', async () => {
    const noise = Array.from({ length: 2400 }, (_, i) => chatter(`n${i}`))
    noise.splice(100, 1, record('first'))
    noise.splice(2300, 1, record('last'))
    await ingest(ctx, 'reddit-api', noise)
    await world.drain()
    const id = await startProject(ctx)
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['first', 'last'])
    expect(await statusOf(id)).toBe('done')
  })

  test('in batches with more candidates than are scored at once', async () => {
    const ids = []
    for (const name of ['One', 'Two', 'Three']) ids.push(await startProject(ctx, { name }))
    await world.drain()
    await ingest(
      ctx,
      'reddit-api',
      Array.from({ length: 400 }, (_, i) => record(`p${i}`)),
    )
    await world.drain()
    for (const id of ids) expect(await leadsOf(ctx, id)).toHaveLength(400)
    expect((await outcome(ctx)).projects).toMatchObject([{ unfinished: 0 }, { unfinished: 0 }, { unfinished: 0 }])
  })
})

describe('repeating changes nothing', () => {
  test('in any step, twice in a row or twice at once', async () => {
    const id = await startProject(ctx)
    await world.drain()
    await ingest(ctx, 'reddit-api', [record('aaa'), record('bbb'), chatter('ccc')])
    const key = await onlyBatch()
    const steps = [() => findCandidates(ctx, key), () => backfillProject(ctx, { projectId: id })]
    for (const step of steps) {
      await Promise.all([step(), step()])
      const once = await outcome(ctx)
      await step()
      expect(await outcome(ctx)).toEqual(once)
    }
    const before = await read((tx) => tx.select().from(opportunity))
    expect(before).toHaveLength(2)
    world.clock.advance(60_000)
    for (const step of steps) await step()
    await world.drain()
    expect(await read((tx) => tx.select().from(opportunity))).toEqual(before)
  })

  test('when a backfill and a batch process the same posts at once', async () => {
    const records = Array.from({ length: 200 }, (_, i) => record(`p${i}`))
    await ingest(ctx, 'reddit-api', records)
    const key = await onlyBatch()
    const projectId = await startProject(ctx)
    await Promise.all([
      findCandidates(ctx, key),
      backfillProject(ctx, { projectId }),
      backfillProject(ctx, { projectId }),
      findCandidates(ctx, key),
    ])
    await Promise.all([world.drain(), world.drain()])
    expect(await leadsOf(ctx, projectId)).toHaveLength(200)
    expect((await outcome(ctx)).projects).toMatchObject([{ status: 'done', unfinished: 0 }])
  })
})

describe('a project that changes', () => {
  const invoices = {
    subreddit: 'bookkeeping',
    title: 'Which invoicing app, and which expense tracker?',
    body: 'Two of us, all by hand so far.',
  }

  test('finds old posts with a new keyword', async () => {
    const id = await startProject(ctx, { keywords: ['invoicing app'], competitors: [], summary: '' })
    await ingest(ctx, 'reddit-api', [record('old', invoices), record('aaa')])
    await world.drain()
    await editProject(ctx, id, { add: 'expense tracker' })
    await world.drain()
    expect(await leadsOf(ctx, id)).toContain('old')
    const [row] = await read((tx) => tx.select().from(candidate))
    expect(row!.hits.map(({ phrase }) => phrase)).toEqual(expect.arrayContaining(['invoicing app', 'expense tracker']))
    expect(row!.projectVersion).toBe(2)
  })

  test("withdraws a removed keyword's leads, except those with a user's decision", async () => {
    const id = await startProject(ctx, { keywords: ['invoicing app', 'expense tracker', 'crm', 'sales pipeline'] })
    await ingest(ctx, 'reddit-api', [
      record('open', invoices),
      record('rejected', { ...invoices, body: 'The three of us write them in a text editor, which has to end.' }),
      record('saved', { ...invoices, body: 'My accountant says that shoe boxes are not a system. She is right.' }),
      record('other'),
    ])
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['open', 'other', 'rejected', 'saved'])
    await decide(id, 'rejected', { state: 'rejected' })
    await decide(id, 'saved', { saved: true })
    await editProject(ctx, id, { remove: 'invoicing app' })
    await editProject(ctx, id, { remove: 'expense tracker' })
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['other', 'rejected', 'saved'])
    expect(await read((tx) => tx.select().from(candidate))).toHaveLength(1)
  })

  test('ends its backfill and keeps its leads when it is archived', async () => {
    const id = await startProject(ctx)
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await world.drain()
    await editProject(ctx, id, { status: 'archived' })
    await ingest(ctx, 'reddit-api', [record('bbb')])
    await world.drain()
    expect(await leadsOf(ctx, id)).toEqual(['aaa'])
    expect(await statusOf(id)).toBe('archived')
  })

  test('is skipped by running batches when it is deleted', async () => {
    const id = await startProject(ctx)
    const other = await startProject(ctx, { name: 'Other' })
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await findCandidates(ctx, await onlyBatch())
    await read((tx) => tx.delete(project).where(eq(project.id, id)))
    await world.drain()
    expect(await leadsOf(ctx, other)).toEqual(['aaa'])
    expect((await outcome(ctx)).projects).toMatchObject([{ name: 'Other', unfinished: 0 }])
  })

  test('does not stop the batch for others when it is deleted while workers still have its phrases', async () => {
    const id = await startProject(ctx)
    const other = await startProject(ctx, { name: 'Other' })
    await world.drain()
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await world.drain()
    await read((tx) => tx.delete(project).where(eq(project.id, id)))
    await ingest(ctx, 'reddit-api', [record('bbb')])
    await world.drain()
    expect(await leadsOf(ctx, other)).toEqual(['aaa', 'bbb'])
    expect(world.logged.join()).not.toContain('job failed')
    expect((await outcome(ctx)).projects).toMatchObject([{ name: 'Other', unfinished: 0 }])
  })

  test('gives a decided lead the new score and keeps the decision', async () => {
    const id = await startProject(ctx)
    await ingest(ctx, 'reddit-api', [record('aaa')])
    await world.drain()
    await decide(id, 'aaa', { state: 'rejected' })
    await read((tx) => tx.update(opportunity).set({ score: 1, components: [] }))
    const [before] = await read((tx) => tx.select().from(opportunity))
    await editProject(ctx, id, { remove: 'sales pipeline' })
    await world.drain()
    const [after] = await read((tx) => tx.select().from(opportunity))
    const [found] = await read((tx) => tx.select().from(candidate))
    expect(found!.score).toBeGreaterThan(1)
    expect(after!.components.length).toBeGreaterThan(0)
    const { score, components, urgency } = after!
    expect(after).toEqual({ ...before!, score, components, urgency, state: 'rejected' })
    expect(score).toBe(found!.score)
  })
})

test('hostile texts pass through every step', async () => {
  const id = await startProject(ctx)
  const texts = ['\0'.repeat(100), '\ud83d', 'x'.repeat(1_000_000), 'crm '.repeat(20_000), '('.repeat(10_000), '']
  await ingest(
    ctx,
    'reddit-api',
    texts.map((body, i) => record(`h${i}`, { body })),
  )
  await world.drain()
  const scored = await read((tx) => tx.select().from(candidate).where(eq(candidate.projectId, id)))
  expect(scored.filter(({ score }) => Number.isFinite(score))).toHaveLength(texts.length)
  expect(await leadsOf(ctx, id)).toContain('h5')
})
