import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SourceRecord } from '#engine/records/record.ts'
import { unpackItems } from '#features/matching/server/batches.ts'
import { ingest } from '#features/matching/server/ingest.ts'
import { sampleShared } from '#features/matching/server/posts/sample-shared.ts'
import { recent } from '#features/matching/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob } from '#tests/support/leads.ts'
import { type TestReddit, testReddit } from '#tests/support/reddit.ts'
import { appOf, call, create, jobTransaction, type Person, setUpProject, signUp } from '#tests/support/seed-data.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { redditApi } from '../../accounts/open.ts'
import { newPosts } from '../../api/listings.ts'
import { recheckPosts } from '../recheck-posts.ts'
import { settleForgotten } from '../settle-forgotten.ts'

/** A word that appears only in this post, and its author. */
const mark = 'zyxolith'
const author = 'ada_oaks'
const title = `Looking for a ${mark} CRM for client follow-ups, what do you recommend?`
const body = `We are a team of four, and our sales pipeline lives in a ${mark} that loses everything. Happy to pay.`

const hour = 3_600_000
let world: World
let reddit: TestReddit
let app: FastifyInstance
let ctx: Ctx
let ann: Person
let project: string

beforeEach(async () => {
  world = await testWorld()
  reddit = await testReddit(world.clock, { days: 1 })
  world.ctx.reddit = reddit.service
  ctx = asJob(world.ctx)
  app = await appOf(world.ctx)
  ann = await signUp(app, 'ann@example.com')
  project = await setUpProject(app, ann, {
    name: 'Ledgerly',
    summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
    keywords: ['crm', 'client follow-ups', 'sales pipeline'],
  })
  await ask(world.url, `update project set realm = 'sandbox'`)
})

afterEach(async () => {
  await app.close()
  reddit.close()
  await world.close()
  await rm(world.ctx.dataDir, { recursive: true, force: true })
})

/** Posts on Reddit; returns the post's full name and its record. */
async function posted(words: { title: string; body: string; author?: string }) {
  const { name } = await reddit.tell('posts', { subreddit: 'kettles', author, ...words })
  const api = redditApi(ctx)
  const outcome = api && (await newPosts(api, ['kettles'], { limit: 100 }))
  if (outcome?.state !== 'ok') throw new Error(JSON.stringify(outcome))
  const record = outcome.value.records.find(({ id }) => `t3_${id}` === name)
  if (!record) throw new Error('the post is not listed')
  return { name: String(name), record }
}

async function ingestRecords(records: readonly SourceRecord[]): Promise<void> {
  await ingest(ctx, 'sandbox', records)
  await world.drain()
}

async function leadOf({ id }: SourceRecord): Promise<string> {
  const [row] = await ask<{ id: string }>(
    world.url,
    `select o.id from opportunity o join post p on p.id = o.post_id where p.permalink like '%/' || $1 || '/%'`,
    [id],
  )
  if (!row) throw new Error('the post is no lead')
  return row.id
}

/** Advances the clock until all shown posts are due, and checks them. */
async function recheck(): Promise<void> {
  world.clock.advance(4 * hour)
  await recheckPosts(ctx)
  await world.drain()
}

async function settle(): Promise<void> {
  world.clock.advance(hour / 2)
  await settleForgotten(ctx)
  await world.drain()
}

async function tracesLeft(): Promise<string[]> {
  const batches = await jobTransaction(world.ctx, (tx) => tx.select().from(recent))
  const packed = batches.flatMap(({ items }) => (items ? unpackItems(items) : []))
  const inBatches = packed.map((draft) => JSON.stringify(draft)).filter((text) => text.includes(mark))
  return [...(await tracesOf({ url: world.url, dataDir: world.ctx.dataDir }, [mark, author])), ...inBatches]
}

const checks = () =>
  ask<{ standing: string; by: string | null; due: Date | null }>(
    world.url,
    'select standing, checked_by as by, due_at as due from post_check order by post_id',
  )

describe('a post that its author deletes', () => {
  /** Puts it everywhere a project may keep it. */
  async function planted() {
    const { name, record } = await posted({ title, body })
    await ingestRecords([record])
    const lead = await leadOf(record)
    await call(app, ann, 'PUT', `opportunities/${lead}/save`)
    await call(app, ann, 'PUT', `opportunities/${lead}/reply`, {
      text: `You wrote “${body}”, ${author}. Ours does not.`,
    })
    const own = { project, opportunity: lead }
    await create(app, ann, 'notes', { ...own, text: `Call on Monday. She wrote “${body}”, says u/${author}` })
    await create(app, ann, 'reminders', { ...own, text: `Ask ${author}`, dueAt: '2026-12-01T09:00:00Z' })
    const person = (await create(app, ann, 'people', { project, handle: author, tags: ['agency'] })).id
    const conversation = (await create(app, ann, 'conversations', { ...own, person })).id
    const drafts = [
      `Hello ${author}, you ask: ${title} We make one.`,
      `You say yours lives in a ${mark} that loses everything. Ours does not.`,
    ]
    for (const text of drafts) await create(app, ann, 'messages', { project, conversation, text })
    await ask(world.url, `update message set state = 'queued' where text like 'You say%'`)
    await create(app, ann, 'lead-runs', { project })
    await ask(world.url, `insert into post_vector select id, 'm', '${mark}'::bytea, now() from post`)
    await ask(
      world.url,
      `insert into mention (project_id, id, post_id, kind, phrase, sentence, author, subreddit, realm, released_at, created_at, updated_at)
       select '${project}', gen_random_uuid(), id, 'industry', 'kettle', body, author, subreddit, realm, now(), now(), now()
       from post on conflict (project_id, post_id) do update set sentence = excluded.sentence, author = excluded.author`,
    )
    await jobTransaction(world.ctx, async (tx) => {
      const text = `A new lead: ${title} https://www.reddit.com${record.permalink}`
      const mail = { to: 'ann@example.com', userId: ann.id, subject: title, text, html: `<p>${text}</p>` }
      await sendMail(ctx, tx, mail)
    })
    await ask(world.url, `delete from pgboss.job where name = 'mail'`)
    const exported = (await call(app, ann, 'POST', 'exports', { kind: 'project', project })).json().data.id
    await world.drain()
    return { name, record, lead, person, exported }
  }

  /** Returns the API's responses about a project, and the export. */
  async function answers(exported: string): Promise<string> {
    const lists = [
      'opportunities?populate=post',
      'lead-run-results?populate=post',
      'mentions?populate=post',
      'notes',
      'reminders',
      'people',
    ]
    const more = ['conversations?populate=*', 'messages', 'forgettings', 'audit-entries', `exports/${exported}/file`]
    const said = await Promise.all([...lists, ...more].map((path) => call(app, ann, 'GET', path)))
    expect(said.map(({ statusCode }) => statusCode)).toEqual(said.map(() => 200))
    return said.map((answer) => answer.body).join('\n')
  }

  /** Returns the results of a search for its word or its author, and of a keyword preview. */
  async function finds() {
    const found: string[] = []
    for (const words of [mark, `author:${author}`]) {
      const answer = await call(app, ann, 'GET', `projects/${project}/posts?query=${encodeURIComponent(words)}`)
      found.push(...answer.json().data.map((match: { post: { title: string } }) => match.post.title))
    }
    const answer = await call(app, ann, 'POST', `projects/${project}/keyword-previews`, { query: mark })
    return { found, previewed: answer.json().data.found, sampled: answer.body.includes('Looking for') }
  }

  test('is not found any more, even before the second pass, and gone from all tables, files and responses', async () => {
    const { name, lead, exported } = await planted()
    expect(await finds()).toEqual({ found: [title, title], previewed: 1, sampled: true })
    const before = await tracesLeft()
    const kept = ['post', 'opportunity', 'note', 'reminder', 'message', 'mention', 'person', 'mail', 'post_vector']
    for (const table of kept)
      expect(before.join('\n')).toContain(table === 'opportunity' ? 'public.post.' : `public.${table}.`)
    expect(before.filter((trace) => trace.startsWith('file'))).toEqual([expect.stringContaining(`file ${exported}.`)])
    expect(before.some((trace) => trace.startsWith('{'))).toBe(true)
    expect(await answers(exported)).toContain(mark)

    await reddit.tell(`things/${name}`, { action: 'delete' })
    await recheck()
    const nothing = { found: [], previewed: 0, sampled: false }
    expect(await finds()).toEqual(nothing)
    await settle()
    expect(await finds()).toEqual(nothing)

    expect(await tracesLeft()).toEqual([])
    const said = await answers(exported)
    expect([said.includes(mark), said.includes(author)]).toEqual([false, false])
    const { data } = (await call(app, ann, 'GET', `opportunities/${lead}?populate=post`)).json()
    expect(data).toMatchObject({ saved: true, components: [], sentence: null, score: 0, snippet: { text: '' } })
    expect(data.post).toMatchObject({ title: '', body: '', author: null, standing: 'deleted' })
    expect(data.post.checkedAt).not.toBeNull()
  })

  test("leaves users' own texts, and the loss is reported", async () => {
    const { name, lead, person } = await planted()
    const seen = (await checks())[0]
    expect(seen).toMatchObject({ standing: 'there', by: 'api' })
    await reddit.tell(`things/${name}`, { action: 'delete' })
    await recheck()
    const texts = async (path: string) =>
      (await call(app, ann, 'GET', path)).json().data.map(({ text }: { text: string }) => text)
    expect(await texts('notes')).toEqual(['Call on Monday. She wrote “[deleted on Reddit].”, says [deleted]'])
    expect(await texts('reminders')).toEqual(['Ask [deleted]'])
    const { reply } = (await call(app, ann, 'GET', `opportunities/${lead}`)).json().data
    expect(reply.text).toBe('You wrote “[deleted on Reddit].”, [deleted]. Ours does not.')
    expect((await texts('messages')).toSorted()).toEqual([
      'Hello [deleted], you ask: [deleted on Reddit]? We make one.',
      'You say yours [deleted on Reddit]. Ours does not.',
    ])
    const states = await ask<{ state: string }>(world.url, 'select distinct state from message')
    expect(states).toEqual([{ state: 'draft' }])
    const { handle, tags } = (await call(app, ann, 'GET', `people/${person}`)).json().data
    expect([handle, tags]).toEqual([expect.stringMatching(/^deleted-[0-9a-f]{12}$/), ['agency']])
    expect(world.mails.filter(({ text }) => text.includes(mark))).toEqual([])
    const losses = (await call(app, ann, 'GET', 'forgettings')).json().data
    expect(losses).toMatchObject([{ opportunityId: lead, standing: 'deleted', texts: 5, people: 1 }])
    expect(Date.parse(losses[0].createdAt) - Date.parse(losses[0].lastSeenAt)).toBeLessThan(24 * hour)
  })

  test('never comes back with a delivery, import or backfill', async () => {
    const { name, record } = await planted()
    await reddit.tell(`things/${name}`, { action: 'delete' })
    await recheck()
    const again = async () => {
      await ingest(ctx, 'sandbox', [record])
      await call(app, ann, 'POST', 'keywords', { project, query: `crm ${world.clock.now.getTime()}` })
      await world.drain()
    }
    await again()
    // The rest of the post and of its leads may be deleted by then.
    await ask(world.url, 'delete from opportunity')
    await ask(world.url, 'delete from mention')
    await ask(world.url, 'delete from post')
    await again()
    expect(await ask(world.url, 'select id from post')).toEqual([])
    const shown = await jobTransaction(world.ctx, (tx) => sampleShared(tx, ['sandbox'], 100))
    expect(JSON.stringify(shown)).not.toContain(mark)
    await settle()
    await settle()
    expect(await tracesLeft()).toEqual([])
  })

  test('is removed again in the second pass if a concurrent job wrote it back', async () => {
    const { name, lead } = await planted()
    await reddit.tell(`things/${name}`, { action: 'delete' })
    await recheck()
    await ask(world.url, `update post set title = $1, author = $2`, [title, author])
    const component = { name: 'fit', points: 9, reasons: [{ text: `Mentions “${mark}”`, points: 9, spans: [] }] }
    await ask(world.url, `update opportunity set components = $1`, [JSON.stringify([component])])
    await call(app, ann, 'POST', 'notes', { project, opportunity: lead, text: 'Mine' })
    await settle()
    expect(await tracesLeft()).toEqual([])
    expect((await call(app, ann, 'GET', `opportunities/${lead}`)).json().data).toMatchObject({ score: 0, saved: true })
  })

  test('is forgotten even if the process dies at any moment', async () => {
    const { name } = await planted()
    await reddit.tell(`things/${name}`, { action: 'delete' })
    world.clock.advance(4 * hour)
    const later = () => world.clock.advance(6 * 60_000)
    expect(await killAtEachMoment(ctx, recheckPosts, later)).toBeGreaterThan(30)
    world.clock.advance(hour / 2)
    expect(await killAtEachMoment(ctx, settleForgotten)).toBeGreaterThan(30)
    await world.drain()
    expect(await tracesLeft()).toEqual([])
    expect(await ask(world.url, 'select id from forgetting where texts > 0')).toHaveLength(1)
  })

  test('is forgotten once by two concurrent workers', async () => {
    const { name } = await planted()
    await reddit.tell(`things/${name}`, { action: 'delete' })
    world.clock.advance(4 * hour)
    await Promise.all([recheckPosts(ctx), recheckPosts(ctx)])
    expect(reddit.asked()).toBe(1)
    expect(await ask(world.url, 'select id from forgetting')).toHaveLength(1)
  })
})
