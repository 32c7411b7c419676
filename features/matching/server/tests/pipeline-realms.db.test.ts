import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { post } from '#features/posts/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { asJob, batchesOf, editProject, importRecords, leadsOf, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { ingest } from '../ingest.ts'
import { findCandidates } from '../match-batches.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

const read = <T>(work: Parameters<typeof transaction<T>>[1]) => transaction(ctx, work)
const ask = (statement: ReturnType<typeof sql>) => read(async (tx) => (await tx.execute(statement)).rows)
const put = (id: string, changes: ReturnType<typeof sql>) => ask(sql`update project set ${changes} where id = ${id}`)
const realmOf = async (id: string) => (await ask(sql`select realm, real_since from project where id = ${id}`))[0]
const switches = () => ask(sql`select project_id as id, actor from audit_entry where action = 'project.seeReal'`)
const question = (what: string) => `Which CRM do you use for ${what}, and what do you recommend?`

async function inSandbox(): Promise<string> {
  const id = await startProject(ctx)
  await put(id, sql`realm = 'sandbox'`)
  await world.drain()
  return id
}

test('the sandbox has a separate ID namespace: the same ID there is another post', async () => {
  await inSandbox()
  await ingest(ctx, 'sandbox', [record('abc', { title: 'The sandbox looks for a CRM' })])
  await world.drain()
  await ingest(ctx, 'reddit-rss', [record('abc', { title: 'Somebody looks for a CRM' })])
  await world.drain()
  const rows = await read((tx) => tx.select().from(post).orderBy(post.source))
  expect(rows.map(({ source, realm, title }) => [source, realm, title])).toEqual([
    [1, 'real', 'Somebody looks for a CRM'],
    [2, 'sandbox', 'The sandbox looks for a CRM'],
  ])
})

test('sandbox posts reach only projects in the sandbox', async () => {
  const real = await startProject(ctx)
  const sandbox = await inSandbox()
  await ingest(ctx, 'sandbox', [record('abc')])
  await world.drain()
  expect(await leadsOf(ctx, real)).toEqual([])
  expect(await leadsOf(ctx, sandbox)).toEqual(['abc'])
  const rows = await ask(sql`
    select p.realm as post, c.realm as candidate, o.realm as lead from post p
    join candidate c on c.post_id = p.id join opportunity o on o.post_id = p.id`)
  expect(rows).toEqual([{ post: 'sandbox', candidate: 'sandbox', lead: 'sandbox' }])
  expect(await switches()).toEqual([])
})

test('the first real match switches a project to the real realm, once, with an audit entry', async () => {
  const id = await inSandbox()
  const other = await startProject(ctx, { name: 'Loafly', summary: '', keywords: ['sourdough'], competitors: [] })
  await put(other, sql`realm = 'sandbox'`)
  await ingest(ctx, 'sandbox', [record('abc')])
  await world.drain()
  await ingest(ctx, 'reddit-api', [record('noise', { title: 'It rains', body: 'Again.' })])
  await world.drain()
  expect(await realmOf(id)).toEqual({ realm: 'sandbox', real_since: null })
  world.clock.advance(60_000)
  await ingest(ctx, 'reddit-api', [
    record('def', { title: question('weddings') }),
    record('ghi', { title: question('law firms') }),
  ])
  await ingest(ctx, 'reddit-rss', [record('def', { title: question('weddings') })])
  await world.drain()
  expect(await realmOf(id)).toEqual({ realm: 'real', real_since: '2026-11-20 12:01:00+00' })
  expect(await realmOf(other)).toEqual({ realm: 'sandbox', real_since: null })
  expect(await switches()).toEqual([{ id, actor: 'job:candidates' }])
})

test('a project in the real realm gets no more sandbox posts', async () => {
  const id = await inSandbox()
  await ingest(ctx, 'reddit-api', [record('def')])
  await world.drain()
  await ingest(ctx, 'sandbox', [record('abc', { title: question('dentists') })])
  await editProject(ctx, id, { add: 'dentists' })
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['def'])
})

test("the first item of a project's own import switches it, too", async () => {
  const id = await inSandbox()
  await importRecords(ctx, [record('noise', { title: 'It rains', body: 'Again.' })], id)
  expect(await realmOf(id)).toMatchObject({ realm: 'real' })
})

test('a locked project row is not waited for: a job switches the realm', async () => {
  const id = await inSandbox()
  await ingest(ctx, 'reddit-api', [record('def')])
  await read(async (tx) => {
    await tx.execute(sql`select from project where id = ${id} for no key update`)
    // Waiting for the row would deadlock, as this transaction waits for the batch.
    for (const key of await batchesOf(ctx)) await findCandidates(ctx, key)
  })
  expect(await leadsOf(ctx, id)).toEqual(['def'])
  expect(await realmOf(id)).toMatchObject({ realm: 'sandbox' })
  await world.drain()
  expect(await realmOf(id)).toMatchObject({ realm: 'real' })
  expect(await switches()).toHaveLength(1)
})

test('switching off a source affects no other, and switching it on triggers a backfill', async () => {
  const id = await startProject(ctx)
  const all = await startProject(ctx)
  await put(id, sql`sources = '{reddit-api,archive}'`)
  await world.drain()
  await ingest(ctx, 'reddit-rss', [record('rss', { title: question('dentists') })])
  await ingest(ctx, 'reddit-api', [record('api', { title: question('weddings') })])
  await importRecords(ctx, [record('old', { title: question('law firms') })])
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['api', 'old'])
  expect(await leadsOf(ctx, all)).toEqual(['api', 'old', 'rss'])
  await put(id, sql`sources = '{reddit-rss,archive}'`)
  await editProject(ctx, id, {})
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['api', 'old', 'rss'])
})

test('a project matches its own imports regardless of its chosen sources', async () => {
  const id = await startProject(ctx)
  await put(id, sql`sources = '{reddit-api}'`)
  await importRecords(ctx, [record('shared', { title: question('weddings') })])
  await importRecords(ctx, [record('own', { title: question('dentists') })], id)
  await world.drain()
  expect(await leadsOf(ctx, id)).toEqual(['own'])
})

test('sandbox posts are never copies of real ones', async () => {
  const id = await inSandbox()
  await ingest(ctx, 'sandbox', [record('abc')])
  await world.drain()
  await ingest(ctx, 'reddit-api', [record('def')])
  await world.drain()
  expect(await ask(sql`select realm, sibling_of from opportunity where project_id = ${id} order by realm`)).toEqual([
    { realm: 'real', sibling_of: null },
    { realm: 'sandbox', sibling_of: null },
  ])
})
