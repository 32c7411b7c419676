import { and, eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { drain } from '#app/jobs.ts'
import type { SourceRecord } from '#engine/records/record.ts'
import { forgetMentions } from '#features/mentions/server/forget-mentions.ts'
import { mention } from '#features/mentions/server/tables.ts'
import { watchlistChanged } from '#features/watchlist/server/project-watchlist.ts'
import { competitor, keyword } from '#features/watchlist/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { startBoss } from '#platform/server/jobs/boss.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import {
  asJob,
  chatter,
  deliverTo,
  editProject,
  importRecords,
  outcome,
  record,
  startProject,
} from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'

let world: World
let ctx: Ctx
let projectId: string

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
  projectId = await startProject(ctx)
  await world.drain()
})

afterEach(() => world.close())

const read = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(ctx, work)
const mentions = () => read((tx) => tx.select().from(mention).orderBy(mention.postId, mention.projectId))

const postSaying = (id: string, body: string, overrides: Partial<SourceRecord> = {}) =>
  record(id, { title: 'A question about our office', body, ...overrides })

const deliver = (...records: SourceRecord[]) => deliverTo(world, records)

/** Changes watchlists in ways that editProject() doesn't support. */
async function change(work: Parameters<typeof transaction<unknown>>[1]): Promise<void> {
  await read(async (tx) => {
    await work(tx)
    await watchlistChanged(ctx, tx, projectId)
  })
  await world.drain()
}

const setCompetitor = (set: Partial<typeof competitor.$inferInsert>) =>
  change((tx) => tx.update(competitor).set(set).where(eq(competitor.projectId, projectId)))

const setKeyword = (query: string, set: Partial<typeof keyword.$inferInsert>) =>
  change((tx) =>
    tx
      .update(keyword)
      .set(set)
      .where(and(eq(keyword.projectId, projectId), eq(keyword.query, query))),
  )

const complaint = postSaying(
  'aaa',
  'We keep our clients in Pipewise. I hate Pipewise, it is slow. No other CRM did better.',
)

describe('an item that names a watchlist entry becomes a mention', () => {
  test('with the entries, the sentence, the author and the community', async () => {
    await deliver(complaint, chatter('bbb'))
    const [row, ...others] = await mentions()
    expect(others).toEqual([])
    const [competes] = await read((tx) => tx.select().from(competitor))
    const [crm] = await read((tx) => tx.select().from(keyword).where(eq(keyword.query, 'crm')))
    expect(row).toMatchObject({
      projectId,
      kind: 'competitor',
      phrase: 'Pipewise',
      named: [
        { id: competes!.id, kind: 'competitor', phrase: 'Pipewise', sentiment: 'negative' },
        { id: crm!.id, kind: 'industry', phrase: 'crm' },
      ],
      competitorIds: [competes!.id],
      keywordIds: [crm!.id],
      sentence: 'I hate Pipewise, it is slow.',
      spans: { phrases: [[7, 15]] },
      sentiment: 'negative',
      author: 'u_mara',
      subreddit: 'agency',
      realm: 'real',
      handled: false,
      createdAt: world.clock.now,
    })
    expect(row!.postedAt?.getTime()).toBe(complaint.postedAt)
    expect(row!.releasedAt).not.toBeNull()
  })

  test('of the brand, by its name and by its keywords', async () => {
    await setKeyword('sales pipeline', { kind: 'brand' })
    await deliver(
      postSaying('own', 'Does anybody here work with Ledgerly?'),
      postSaying('key', 'Is your sales pipeline any good?'),
      postSaying('all', 'Ledgerly or Pipewise for a CRM?'),
    )
    const rows = await mentions()
    expect(rows.map(({ kind, phrase, named }) => [kind, phrase, named.length]).sort()).toEqual([
      ['brand', 'Ledgerly', 1],
      ['brand', 'Ledgerly', 3],
      ['brand', 'sales pipeline', 1],
    ])
    expect(rows.find(({ named }) => named.every(({ id }) => id === projectId))!.keywordIds).toEqual([])
  })

  test('in addition to a lead', async () => {
    await deliver(record('aaa'))
    const { opportunities } = await outcome(ctx)
    expect([opportunities.length, (await mentions()).length]).toEqual([1, 1])
  })

  test('in each project with a matching entry and in no other', async () => {
    const other = await startProject(ctx, { name: 'Second', keywords: ['spreadsheet'], competitors: ['Zeppelin'] })
    await deliver(complaint, postSaying('bbb', 'Zeppelin and a spreadsheet, that is all we have.'))
    const rows = await mentions()
    expect(rows.map((row) => [row.projectId === other, row.phrase])).toEqual([
      [false, 'Pipewise'],
      [true, 'Zeppelin'],
    ])
  })

  test("unless an exclusion or a keyword's communities prevent it", async () => {
    await setCompetitor({ excludeWords: ['plumbing'], subreddit: 'pipewise' })
    await setKeyword('crm', { subredditsIn: ['sales'] })
    await setKeyword('sales pipeline', { subredditsOut: ['agency'] })
    await deliver(
      postSaying('a', 'Pipewise did the plumbing'),
      postSaying('b', 'Any CRM?'),
      postSaying('c', 'A sales pipeline of three'),
      postSaying('d', 'Nobody is named, though it is about them', { subreddit: 'Pipewise' }),
      postSaying('e', 'Any CRM?', { subreddit: 'Sales' }),
    )
    expect((await mentions()).map(({ phrase, subreddit }) => [phrase, subreddit])).toEqual([['crm', 'Sales']])
  })
})

describe('each mention is stored once', () => {
  const deliveries = Array.from({ length: 6 }, (_, d) =>
    Array.from({ length: 20 }, (_, i) =>
      i % 3 === 0
        ? chatter(`c${d}x${i}`)
        : postSaying(`p${d}x${i}`, `Case ${d} ${i}: Pipewise is slow, which CRM is not?`),
    ),
  )

  test('when everything is delivered twice', async () => {
    await deliver(complaint)
    const before = await mentions()
    await deliver(complaint, complaint)
    expect(await mentions()).toEqual(before)
  })

  test('when two workers write the same deliveries, each ingested twice', async () => {
    const own = Array.from({ length: 2 }, (): Ctx => ({ ...ctx, db: openDatabase(world.url, { poolSize: 3 }) }))
    const work = async (as: Ctx) => {
      const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
      for (let turn = 0; turn < 4; turn++) await drain(as, boss)
      await boss.stop({ graceful: false })
    }
    const twice = [...deliveries, ...deliveries.toReversed()]
    await Promise.all([...twice.map((records) => ingest(ctx, 'reddit-api', records)), ...own.map(work)])
    await world.drain()
    for (const { db } of own) await db.close()
    const rows = await mentions()
    expect(rows).toHaveLength(deliveries.flat().filter(({ title }) => title.startsWith('A question')).length)
    expect(new Set(rows.map(({ postId }) => postId)).size).toBe(rows.length)
    expect(rows.every(({ named, sentiment }) => named.length === 2 && sentiment === 'negative')).toBe(true)
  })

  test("when posts arrive live, by a shared import and by a project's import", async () => {
    await importRecords(ctx, [complaint])
    await importRecords(ctx, [postSaying('own', 'Pipewise again')], projectId)
    await deliver(complaint, postSaying('own', 'Pipewise again'))
    await importRecords(ctx, [complaint], projectId)
    await world.drain()
    expect((await mentions()).map(({ phrase }) => phrase)).toEqual(['Pipewise', 'Pipewise'])
  })

  test('when only the mention is left of an earlier match', async () => {
    const fence = postSaying('aaa', 'Pipewise rang while I painted the fence.')
    await deliver(fence)
    await setCompetitor({ status: 'retired' })
    expect((await outcome(ctx)).candidates).toEqual([])
    await importRecords(ctx, [fence], projectId)
    await setCompetitor({ status: 'active' })
    expect(await mentions()).toHaveLength(1)
  })
})

describe('when the watchlist changes', () => {
  test('an added entry is found in earlier posts', async () => {
    await deliver(postSaying('aaa', 'Zeppelin is terrible, really.'))
    expect(await mentions()).toEqual([])
    await editProject(ctx, projectId, { add: 'zeppelin' })
    await world.drain()
    expect(await mentions()).toMatchObject([{ kind: 'industry', phrase: 'zeppelin', sentiment: 'negative' }])
  })

  test.each<[string, () => Promise<void>]>([
    ['paused', () => setCompetitor({ status: 'paused', pausedBy: 'user' })],
    ['removed', () => change((tx) => tx.delete(competitor).where(eq(competitor.projectId, projectId)))],
    ['renamed', () => setCompetitor({ name: 'Zeppelin' })],
  ])('mentions of a competitor that was %s stay', async (_, end) => {
    await deliver(complaint, postSaying('bbb', 'I love Pipewise'))
    const before = await mentions()
    await end()
    expect(await mentions()).toEqual(before)
    await deliver(postSaying('ccc', 'Who likes Pipewise?'))
    expect(await mentions()).toHaveLength(2)
  })

  test('a renamed project keeps its mentions', async () => {
    await deliver(postSaying('aaa', 'I love Ledgerly'))
    const before = await mentions()
    await change((tx) => tx.update(project).set({ name: 'Quillo' }).where(eq(project.id, projectId)))
    expect(await mentions()).toEqual(before)
  })

  test('an exclusion corrects mentions of a false competitor, except handled ones', async () => {
    const plumbing = 'Our plumbing is by Pipewise'
    await deliver(
      postSaying('a', `${plumbing}.`),
      postSaying('b', `${plumbing}, and the CRM is by us.`),
      postSaying('c', `${plumbing}, alas.`),
    )
    await read((tx) =>
      tx.execute(sql`
        update mention m set handled = true, handled_at = now() from post p where p.id = m.post_id
          and p.permalink like '%/c/'`),
    )
    await setCompetitor({ excludeWords: ['plumbing'] })
    expect((await mentions()).map(({ kind, phrase, handled }) => [kind, phrase, handled]).sort()).toEqual([
      ['competitor', 'Pipewise', true],
      ['industry', 'crm', false],
    ])
  })

  test('a corrected mention quotes its remaining entry, even one that is no longer tracked', async () => {
    await deliver(postSaying('aaa', 'Our plumbing is by Pipewise. The CRM is by us.'))
    await editProject(ctx, projectId, { remove: 'crm' })
    await world.drain()
    const both = { kind: 'competitor', sentence: 'Our plumbing is by Pipewise.' }
    expect(await mentions()).toMatchObject([{ ...both, named: [{ phrase: 'Pipewise' }, { phrase: 'crm' }] }])
    await setCompetitor({ excludeWords: ['plumbing'] })
    const [row] = await mentions()
    expect(row).toMatchObject({ kind: 'industry', phrase: 'crm', sentence: 'The CRM is by us.', competitorIds: [] })
    expect(row!.spans.phrases.map(([start, end]) => row!.sentence.slice(start, end))).toEqual(['CRM'])
  })

  test('a keyword of another kind creates mentions of that kind', async () => {
    await deliver(postSaying('aaa', 'A sales pipeline of three'))
    await setKeyword('sales pipeline', { kind: 'brand' })
    expect(await mentions()).toMatchObject([{ kind: 'brand', named: [{ kind: 'brand' }] }])
  })

  test('an archived project keeps its mentions and gets no new ones', async () => {
    await deliver(complaint)
    await editProject(ctx, projectId, { status: 'archived' })
    await deliver(postSaying('bbb', 'Pipewise?'))
    expect(await mentions()).toHaveLength(1)
  })
})

test('forgetting a post blanks its mentions in every project, and no others', async () => {
  await startProject(ctx, { name: 'Second' })
  await deliver({ ...complaint, subreddit: 'u_Mara' }, postSaying('bbb', 'I love Pipewise'))
  const gone = (await mentions()).find(({ sentiment }) => sentiment === 'negative')!.postId
  const forget = () => read((tx) => forgetMentions(ctx, tx, [gone], { areGone: true }))
  expect(await forget()).toHaveLength(2)
  const blank = {
    sentence: '',
    author: null,
    subreddit: 'u_[deleted]',
    spans: { phrases: [], shown: [] },
    kind: 'competitor',
    phrase: 'Pipewise',
  }
  const check = async () => {
    for (const row of await mentions()) {
      if (row.postId === gone) expect(row).toMatchObject(blank)
      else expect(row).toMatchObject({ sentence: 'I love Pipewise', author: 'u_mara' })
    }
    expect(await mentions()).toHaveLength(4)
  }
  await check()
  await editProject(ctx, projectId, { add: 'clients' })
  await deliver(complaint)
  await check()
  expect(await forget()).toEqual([])
  // Releasing a held mention would show an empty one; handled ones stay.
  await read((tx) => tx.execute(sql`update mention set released_at = null where project_id = ${projectId}`))
  await forget()
  expect((await mentions()).map(({ postId }) => postId === gone).toSorted()).toEqual([false, false, true])
})

test('a batch needs as many statements for one mention as for many', async () => {
  const statements = async (records: SourceRecord[]) => {
    await ingest(ctx, 'reddit-api', records)
    let count = 0
    const run: Ctx['db']['run'] = (role, projects, work) =>
      ctx.db.run(role, projects, (tx) => {
        const execute: typeof tx.execute = (query) => {
          count++
          return tx.execute(query)
        }
        return work(new Proxy(tx, { get: (of, key) => (key === 'execute' ? execute : Reflect.get(of, key)) }))
      })
    const boss = await startBoss(world.url, { poolSize: 2, supervise: false, log: ctx.log })
    await drain({ ...ctx, db: { ...ctx.db, run } }, boss)
    await boss.stop({ graceful: false })
    return count
  }
  const items = (of: string, length: number) =>
    Array.from({ length }, (_, i) => postSaying(`${of}${i}`, `Number ${of}${i} is about Pipewise, and has ${i} lines.`))
  await statements(items('first', 2))
  expect(await statements(items('many', 80))).toBe(await statements(items('few', 2)))
  expect(await mentions()).toHaveLength(84)
})
