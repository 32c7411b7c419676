import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hit } from '#engine/candidates/candidates.ts'
import { testApp } from '#tests/support/app.ts'
import { chatter, importRecords, record } from '#tests/support/leads.ts'
import { call, create, jobTransaction, type Person, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { type Keyword, KeywordHealth } from '../../contract.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  project = await setUpProject(app, ann, {
    name: 'Ledgerly',
    summary: 'A simple CRM for small agencies: clients, follow-ups and the sales pipeline in one place.',
    keywords: ['crm', 'follow-ups', 'never found'],
    competitors: ['Pipewise'],
  })
  await importRecords(world.ctx, [
    ...Array.from({ length: 12 }, (_, n) =>
      record(`lead${n}`, { title: `What is the best CRM for the ${n} clients?` }),
    ),
    ...Array.from({ length: 30 }, (_, n) => chatter(`chat${n}`)),
    record('long', { body: `${'The client and the deal. '.repeat(90)}The CRM, the follow-ups, and Pipewise.` }),
    record('words', { title: 'The clients, the deals, the pipeline and the reminders', body: 'The leads go cold.' }),
  ])
  await world.drain()
})

afterAll(() => world.close())

/** Returns everything that the project found and shows, without the hits and the figures of one keyword. */
async function without(noisy: string) {
  const { candidates, leads } = await jobTransaction(world.ctx, async (tx) => ({
    candidates: await tx.execute<{ id: string; hits: Hit[] }>(sql`
      select p.outside_id as id, c.hits, c.score, c.label
      from candidate c join post p on p.id = c.post_id where c.project_id = ${project} order by 1`),
    leads: await tx.execute(sql`
      select p.outside_id as id, o.score, o.label, o.components, o.state, o.sibling_of is null as "isPrimary"
      from opportunity o join post p on p.id = o.post_id where o.project_id = ${project} order by 1`),
  }))
  const rows: Keyword[] = (await call(app, ann, 'GET', `keywords?filters[project][id]=${project}`)).json().data
  const health = await readHealth()
  return {
    candidates: candidates.rows.map((row) => ({ ...row, hits: row.hits.filter(({ phrase }) => phrase !== noisy) })),
    leads: leads.rows,
    figures: rows
      .filter(({ query }) => query !== noisy)
      .map(({ query, hitsPerDay, leadShare, lastHitAt }) => ({ query, hitsPerDay, leadShare, lastHitAt })),
    health: health.phrases.filter(({ phrase }) => phrase !== noisy),
  }
}

async function readHealth(): Promise<KeywordHealth> {
  return KeywordHealth.parse((await call(app, ann, 'GET', `projects/${project}/keyword-health`)).json().data)
}

test('a keyword that is too common changes no hit, lead, score or figure of the others, and is reported', async () => {
  const before = await without('the')
  expect(before.leads.length).toBeGreaterThan(11)
  expect(before.figures.find(({ query }) => query === 'crm')?.hitsPerDay).toBeGreaterThan(0)
  expect((await readHealth()).tooCommon).toEqual([])

  const { id } = await create(app, ann, 'keywords', { project, query: 'the' })
  await world.drain()
  expect(await without('the')).toEqual(before)

  const { tooCommon, phrases } = await readHealth()
  expect(tooCommon).toEqual(['the'])
  expect(phrases.find(({ phrase }) => phrase === 'the')?.hits).toBe(before.candidates.length)
  const { rows } = await jobTransaction(world.ctx, (tx) =>
    tx.execute<{ hits: Hit[] }>(sql`select hits from candidate where project_id = ${project}`),
  )
  expect(rows.map(({ hits }) => hits.filter(({ phrase }) => phrase === 'the').length)).toEqual(rows.map(() => 1))

  await call(app, ann, 'DELETE', `keywords/${id}`)
  await world.drain()
  expect(await without('the')).toEqual(before)
})

test('the preview of such a keyword says that it is too common', async () => {
  const isTooCommon = async (data: Record<string, unknown>) =>
    (await call(app, ann, 'POST', `projects/${project}/keyword-previews`, data)).json().data.tooCommon
  expect(await isTooCommon({ query: 'the' })).toBe(true)
  expect(await isTooCommon({ query: 'the', subredditsIn: ['agency'] })).toBe(false)
  expect(await isTooCommon({ query: 'crm' })).toBe(false)
})
