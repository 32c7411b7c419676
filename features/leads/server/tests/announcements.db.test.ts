import { asc, eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Change } from '#platform/contract/events.ts'
import { event } from '#platform/server/database/tables.ts'
import { testApp } from '#tests/support/app.ts'
import { call, create, jobTransaction, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'

let world: World
let app: FastifyInstance
let ann: Person
let project: string
let lead: string
let keyword: string
let competitor: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
})

afterAll(() => world.close())

beforeEach(async () => {
  project = await setUpProject(app, ann)
  lead = await seedOpportunity(world.ctx, project)
  keyword = (await create(app, ann, 'keywords', { project, query: 'orbital welding' })).id
  competitor = (await create(app, ann, 'competitors', { project, name: 'Weldco' })).id
  await jobTransaction(world.ctx, (tx) => tx.delete(event))
})

/** Returns what was announced to the project's open screens, in order. */
async function announced(): Promise<Change[]> {
  const rows = await jobTransaction(world.ctx, (tx) =>
    tx.select().from(event).where(eq(event.projectId, project)).orderBy(asc(event.id)),
  )
  return rows.map(({ kind, subjectId }) => ({ kind, id: subjectId }))
}

const decisions = [
  ['PUT', 'reply', undefined],
  ['PUT', 'rejection', { reason: 'tooOld' }],
  ['PUT', 'save', undefined],
] as const

test.each(decisions)(
  'a decision (%s %s) and its undo announce the lead, but a repetition does not',
  async (_put, noun, data) => {
    const path = `opportunities/${lead}/${noun}`
    expect((await call(app, ann, 'PUT', path, data)).statusCode).toBe(200)
    expect(await announced()).toEqual([{ kind: 'opportunities', id: lead }])
    await call(app, ann, 'PUT', path, data)
    expect(await announced()).toHaveLength(1)
    await call(app, ann, 'DELETE', path)
    expect(await announced()).toHaveLength(2)
  },
)

test('a refused decision is not announced', async () => {
  await call(app, ann, 'PUT', `opportunities/${lead}/reply`)
  expect((await call(app, ann, 'PUT', `opportunities/${lead}/rejection`, { reason: 'tooOld' })).statusCode).toBe(409)
  expect(await announced()).toHaveLength(1)
})

const listening = () =>
  [
    ['POST', 'keywords', { project, query: 'tig welding' }],
    ['PUT', `keywords/${keyword}`, { status: 'paused' }],
    ['DELETE', `keywords/${keyword}`, undefined],
    ['POST', 'competitors', { project, name: 'Brewco' }],
    ['PUT', `competitors/${competitor}`, { status: 'paused' }],
    ['DELETE', `competitors/${competitor}`, undefined],
    ['PUT', `projects/${project}`, { summary: 'Welds pipes' }],
  ] as const

test.each([0, 1, 2, 3, 4, 5, 6])(
  'change %i of the watchlist announces the watchlist and the project',
  async (index) => {
    const [method, path, data] = listening()[index]!
    expect((await call(app, ann, method, path, data)).statusCode).toBeLessThan(300)
    const kinds = (await announced()).map(({ kind }) => kind)
    expect(kinds).toContain('watchlist')
    expect(kinds).toContain('project')
  },
)

test('a setting that does not affect matching announces only the project, and repeating it nothing', async () => {
  for (const _time of ['first', 'second'])
    await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'Europe/Rome' })
  expect(await announced()).toEqual([{ kind: 'project', id: null }])
})
