import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { scoreOf } from '#engine/score/chance.ts'
import type { Component } from '#engine/score/component.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import type { StandIn } from '#sandbox/behaviour.ts'
import { embeddingModel, embeddings } from '#sandbox/embeddings.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import { asJob, copyLeads, editProject, importRecords, outcome, record, startProject } from '#tests/support/leads.ts'
import { openStandIn } from '#tests/support/stand-in.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { embedLeads } from './embed.ts'
import { embeddingAt, embeddingBounds } from './embedding.ts'
import { sweepWindows } from './windows.ts'

let world: World
/** The context without an endpoint, and with one. */
let plain: Ctx
let ctx: Ctx
let endpoint: StandIn
let projectId: string
const closing: (() => unknown)[] = []

beforeEach(async () => {
  world = await testWorld()
  plain = asJob(world.ctx)
  endpoint = embeddings()
  const { url, close } = await openStandIn(endpoint)
  closing.push(close)
  ctx = {
    ...plain,
    embedding: embeddingAt({ url, model: embeddingModel, apiKey: null }, { ...embeddingBounds, ms: 300 }),
  }
  world.ctx.embedding = ctx.embedding
  projectId = await startProject(ctx, { summary })
  await importRecords(ctx, [near, far])
  await world.drain()
})

afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await world.close()
})

const summary =
  'A simple CRM for small agencies that win clients by proposals: briefs, campaigns, retainers, invoices and follow-ups.'

const near = record('near', {
  title: 'Which simple CRM for a small agency?',
  body: 'Clients, proposals, follow-ups, briefs for campaigns and the sales pipeline: looking for recommendations.',
})

const far = record('far', {
  title: 'Which CRM would you recommend for a horse groom?',
  body: 'I trim hooves in three stables, in rain and snow, with a bad knee, two dogs, and a van full of rasps, nails, boots and a forge. Happy to pay for a simple CRM.',
})

interface Row {
  score: number
  components: Component[]
}

/** Returns leads by their name at the source. */
async function leads(of = projectId): Promise<Map<string, Row>> {
  const { rows } = await query<Row & { name: string }>(
    `select split_part(p.permalink, '/', 5) as name, o.score, o.components
     from opportunity o join post p on p.id = o.post_id where o.project_id = '${of}' order by 1`,
  )
  return new Map(rows.map(({ name, ...row }) => [name, row]))
}

function query<T>(statement: string) {
  return transaction(plain, (tx) => tx.execute<T & Record<string, unknown>>(sql.raw(statement)))
}

const similarity = (row: Row | undefined) => row?.components.find(({ name }) => name === 'similarity')
const nameOf = ({ name }: Component) => name

/** Returns the texts of every request, except those that measure the model. */
const asked = () =>
  endpoint.asked.map(({ body }) => (body as { input: string[] }).input).filter((input) => input.length < 16)

const countOf = async (table: string) => (await query(`select from ${table}`)).rows.length

describe('leads are compared with the description of their project', () => {
  test('each gets points and a sentence that users can check, with few requests and vectors no user reads', async () => {
    const before = await leads()
    expect([...before.keys()]).toEqual(['far', 'near'])
    await embedLeads(ctx)
    const after = await leads()
    expect(similarity(after.get('near'))!.reasons[0]!.text).toMatch(
      /^Similar in meaning to your description \(0\.\d\d\)$/,
    )
    expect(similarity(after.get('far'))!.reasons[0]!.text).toMatch(
      /^Different in meaning from your description \(0\.\d\d\)$/,
    )
    for (const [name, row] of after) {
      expect(row.score).toBeCloseTo(scoreOf(row.components), 1)
      expect(row.components.filter(({ name: part }) => part !== 'similarity')).toEqual(before.get(name)!.components)
    }
    expect(await countOf('similarity_due')).toBe(0)
    // In few requests, and no text twice.
    expect(asked()).toMatchObject(
      [[/^A simple CRM/], [/./, /./]].map((texts) => texts.map((text) => expect.stringMatching(text))),
    )
    const requests = endpoint.asked.length
    await embedLeads(ctx)
    expect(endpoint.asked.length).toBe(requests)
    // Nor because of a change that leaves the description as it is.
    await query(`update project set version = version + 1`)
    await embedLeads(ctx)
    expect(endpoint.asked.length).toBe(requests)
    expect(
      (
        await query<{ same: boolean }>(
          `select v.project_version = p.version as same from project_vector v join project p on p.id = v.project_id`,
        )
      ).rows,
    ).toEqual([{ same: true }])
    const asAnn: Ctx['actor'] = {
      kind: 'user',
      userId: ctx.id(),
      sessionId: ctx.id(),
      memberships: [{ projectId, role: 'owner' }],
    }
    for (const table of ['project_vector', 'post_vector', 'similarity_due']) {
      await expect(
        transaction({ ...ctx, actor: asAnn }, (tx) => tx.execute(sql`select from ${sql.identifier(table)}`)),
      ).rejects.toThrow()
    }
  })

  test('with the same result for concurrent and consecutive runs', async () => {
    await Promise.all([embedLeads(ctx), embedLeads(ctx)])
    const once = await outcome(ctx)
    await embedLeads(ctx)
    expect(await outcome(ctx)).toEqual(once)
    for (const { components } of (await leads()).values()) {
      expect(components.filter(({ name }) => name === 'similarity')).toHaveLength(1)
    }
  })

  test('with a limited number of requests per run, and the next run continues', async () => {
    await copyLeads(ctx, 920)
    await query(`insert into similarity_due (project_id, post_id) select project_id, post_id from opportunity`)
    expect((await leads()).size).toBe(922)
    await embedLeads(ctx)
    expect(endpoint.asked.length).toBe(30)
    expect(Math.max(...asked().map((texts) => texts.length))).toBeLessThanOrEqual(32)
    expect(await countOf('post_vector')).toBe(28 * 32)
    await embedLeads(ctx)
    expect(await countOf('similarity_due')).toBe(0)
    expect(await countOf('post_vector')).toBe((await leads()).size)
  })
})

describe('an endpoint that fails', () => {
  const health = async () =>
    (
      await query<{ error: string | null; next: Date | null; success: Date | null }>(
        `select error, next_try_at as next, last_success_at as success from source_health where source = 'embedding'`,
      )
    ).rows[0]

  test.each([
    ['fail', 'The endpoint responded with a server error', 60],
    ['busy', "The endpoint's rate limit was reached", 120],
    ['nonsense', 'The endpoint sent an unexpected response', 60],
    ['stall', 'The endpoint took too long to respond', 60],
    ['refuse', 'The endpoint rejected the request', 60],
  ] as const)('(%s) leaves leads unchanged and reports the error', async (behavior, error, seconds) => {
    const before = await outcome(ctx)
    endpoint.tell(behavior)
    await embedLeads(ctx)
    expect(await outcome(ctx)).toEqual(before)
    expect(await health()).toMatchObject({ error, success: null })
    expect(new Date((await health())!.next!).getTime() - world.clock.now.getTime()).toBe(seconds * 1000)
    const requests = endpoint.asked.length
    await embedLeads(ctx)
    expect(endpoint.asked.length).toBe(requests)
    endpoint.tell('well')
    world.clock.advance(seconds * 1000)
    await embedLeads(ctx)
    expect(await health()).toMatchObject({ error: null, next: null })
    expect(similarity((await leads()).get('near'))!.points).toBeGreaterThan(0)
  })

  test('is retried at growing intervals', async () => {
    endpoint.tell('fail')
    const waits: number[] = []
    for (let each = 0; each < 9; each++) {
      await embedLeads(ctx)
      const next = new Date((await health())!.next!).getTime()
      waits.push((next - world.clock.now.getTime()) / 60_000)
      world.clock.now = new Date(next)
    }
    expect(waits).toEqual([1, 1, 2, 4, 8, 16, 30, 30, 30])
  })

  test('for long texts is retried with shorter ones', async () => {
    await embedLeads(ctx)
    await importRecords(ctx, [record('long', { body: 'Which CRM for follow-ups? '.repeat(100) })])
    await world.drain()
    endpoint.tell('refuse', 1)
    await embedLeads(ctx)
    expect(
      asked()
        .slice(-2)
        .map(([text]) => text!.length),
    ).toEqual([2000, 500])
    expect(similarity((await leads()).get('long'))).toBeDefined()
  })

  test('leaves no texts in the log', async () => {
    endpoint.tell('nonsense')
    await embedLeads(ctx)
    expect(world.logged.join('\n')).toContain('embeddings request failed')
    expect(world.logged.join('\n')).not.toMatch(/simple CRM|Welcome/)
  })
})

describe('the similarity in a score survives', () => {
  test('a crash of the worker at any moment', async () => {
    const before = await ask(world.url, 'select id, score, components from opportunity')
    await embedLeads(ctx)
    const after = await outcome(ctx)
    expect(similarity((await leads()).get('near'))!.points).toBeGreaterThan(0)
    for (const table of ['post_vector', 'project_vector', 'embedding_scale']) await query(`delete from ${table}`)
    for (const { id, score, components } of before) {
      const values = [id, score, JSON.stringify(components)]
      await ask(world.url, 'update opportunity set score = $2, components = $3 where id = $1', values)
    }
    expect(await killAtEachMoment(ctx, embedLeads)).toBeGreaterThan(20)
    expect(await outcome(ctx)).toEqual(after)
  })

  test('scoring the leads again', async () => {
    await embedLeads(ctx)
    const before = await outcome(ctx)
    await transaction(ctx, async (tx) => {
      const { rows } = await tx.execute<BatchKey & Record<string, unknown>>(
        sql`update recent set position = 0, finished_at = null returning arrived_on::text as "arrivedOn", id as "batchId"`,
      )
      await tx.execute(sql`update candidate set project_version = 0`)
      await ctx.queue.send(tx, 'candidates', rows[0]!)
    })
    await world.drain()
    expect(await outcome(ctx)).toEqual(before)
    const requests = endpoint.asked.length
    await embedLeads(ctx)
    expect(await outcome(ctx)).toEqual(before)
    expect(endpoint.asked.length).toBe(requests)
  })

  test('aging', async () => {
    await embedLeads(ctx)
    const before = await leads()
    world.clock.advance(24 * 3_600_000)
    await sweepWindows(ctx)
    await world.drain()
    const after = (await leads()).get('near')!
    expect(similarity(after)).toEqual(similarity(before.get('near')))
    expect(after.components.map(nameOf).at(-1)).toBe('similarity')
    expect(after.score).toBeCloseTo(scoreOf(after.components), 1)
    expect(after.score).toBe(before.get('near')!.score)
    await query(`insert into similarity_due (project_id, post_id) select project_id, post_id from opportunity`)
    await embedLeads(ctx)
    expect((await leads()).get('near')).toEqual(after)
  })
})

describe('when a description changes', () => {
  test('its leads are compared again, but no lead is sent again', async () => {
    await embedLeads(ctx)
    const before = await leads()
    await query(`update project set summary = 'Grooming for horses: stables, hooves, weather, knees and dogs.'`)
    await editProject(ctx, projectId, { add: 'horses' })
    await world.drain()
    const requests = asked().length
    await embedLeads(ctx)
    expect(asked().slice(requests)).toEqual([[expect.stringMatching(/^Grooming.*\ncrm.*horses/)]])
    expect(similarity((await leads()).get('far'))!.points).toBeGreaterThan(similarity(before.get('far'))!.points + 5)
  })

  test('leads of other projects stay unchanged', async () => {
    const other = await startProject(ctx, { name: 'Other', summary })
    await world.drain()
    await embedLeads(ctx)
    const before = await leads(other)
    expect(similarity(before.get('near'))).toBeDefined()
    await query(`update project set summary = 'Grooming for horses.' where id = '${projectId}'`)
    await editProject(ctx, projectId, { add: 'horses' })
    await world.drain()
    await embedLeads(ctx)
    expect(await leads(other)).toEqual(before)
  })
})

test('with another model, everything is embedded again', async () => {
  await embedLeads(ctx)
  const before = await leads()
  const model = { model: 'another', embed: (texts: readonly string[]) => ctx.embedding!.embed(texts) }
  await embedLeads({ ...ctx, embedding: model })
  expect(await leads()).toEqual(before)
  expect((await query<{ model: string }>(`select distinct model from post_vector`)).rows).toEqual([
    { model: 'another' },
  ])
})

test('a model that rates all texts alike is not used, and the error says so', async () => {
  const blunt = { model: 'blunt', embed: async (texts: readonly string[]) => texts.map(() => [1, 1]) }
  await embedLeads({ ...ctx, embedding: blunt })
  expect((await query(`select error from source_health`)).rows).toEqual([
    { error: "The model doesn't distinguish between texts" },
  ])
  expect(similarity((await leads()).get('near'))).toBeUndefined()
})

describe('a post whose text is gone', () => {
  test('loses its vector, and its lead loses the similarity', async () => {
    await embedLeads(ctx)
    expect(await countOf('post_vector')).toBe(2)
    await query(`update post set score = 99`)
    expect(await countOf('post_vector')).toBe(2)
    await query(`update post set title = '', body = '' where permalink like '%near%'`)
    expect(await countOf('post_vector')).toBe(1)
    await embedLeads(ctx)
    expect(await countOf('post_vector')).toBe(1)
    const [lead] = [...(await leads()).values()].filter((row) => !similarity(row))
    expect(lead!.score).toBeCloseTo(scoreOf(lead!.components), 1)
    await query(`delete from candidate`)
    await query(`delete from opportunity`)
    await query(`delete from post`)
    expect(await countOf('post_vector')).toBe(0)
  })

  test('gets no vector from an earlier request', async () => {
    const embed = async (texts: readonly string[]) => {
      const vectors = await ctx.embedding!.embed(texts)
      if (texts.length === 2) await query(`update post set title = '', body = ''`)
      return vectors
    }
    await embedLeads({ ...ctx, embedding: { model: embeddingModel, embed } })
    expect(await countOf('post_vector')).toBe(0)
  })
})

test('without an endpoint, nothing is stored or queued', async () => {
  await importRecords(plain, [record('later')])
  world.ctx.embedding = null
  await query(`delete from similarity_due`)
  await world.drain()
  await embedLeads(plain)
  expect(endpoint.asked).toEqual([])
  const tables = ['project_vector', 'post_vector', 'embedding_scale', 'similarity_due', 'source_health']
  expect(await Promise.all(tables.map(countOf))).toEqual([0, 0, 0, 0, 0])
  expect((await leads()).get('later')!.components.map(nameOf)).toEqual(['fit', 'intent'])
})
