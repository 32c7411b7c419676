import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { actingAs } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import {
  appOf,
  call,
  create,
  finishBackfill,
  type Person,
  seedOpportunity,
  setUpProject,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { countChanges } from './rollups/count-changes.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let project: string
const [overview, voice] = defaultBoards()
const definition = { metric: 'leads', groupBy: 'day', chart: 'line', days: 30 }

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
  project = await setUpProject(app, ann, { name: 'Pipewell', keywords: [] })
  await finishBackfill(world.ctx, project)
  await seedOpportunity(world.ctx, project)
  await countChanges(actingAs(world.ctx, { kind: 'job', name: 'insights' }))
})
afterAll(() => world.close())

const share = async (data: object) => {
  const link = { project, name: 'For Ms. Doe', days: 7, expiresInDays: 30, ...data }
  const { id, address } = (await call(app, ann, 'POST', 'insight-shares', link)).json().data
  return { id, token: new URL(address).pathname.replace('/share/', '') }
}
const shown = (token: string, from = app) => from.inject(`/api/shared-insights?token=${token}`)
const series = (id: string | undefined, token: string) => app.inject(`/api/shared-insights/${id}/series?token=${token}`)

test('a link shows exactly one board, with its numbers, to anyone who has it', async () => {
  const { token } = await share({ board: overview?.id })
  const answer = await shown(token)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json().data).toMatchObject({
    ...{ name: 'For Ms. Doe', project: { name: 'Pipewell', timeZone: 'UTC' }, tiles: overview?.tiles },
    ...{ from: '2026-11-14', to: '2026-11-20', expiresAt: '2026-12-20T12:00:00.000Z' },
  })
  expect(Object.keys(answer.json().data.project)).toEqual(['name', 'timeZone'])
  expect((await series(overview?.tiles[0]?.id, token)).json().data).toMatchObject({ total: 1, from: '2026-11-14' })
  const quotes = (id: string | undefined) => app.inject(`/api/shared-insights/${id}/quotes?token=${token}`)
  expect((await quotes(overview?.tiles[0]?.id)).statusCode).toBe(404)
  // Charts of other boards, and other questions, are out of reach.
  expect((await series(voice?.tiles[0]?.id, token)).statusCode).toBe(404)
  const asked = `/api/shared-insights/${overview?.tiles[0]?.id}/series?token=${token}&metric=won`
  expect((await app.inject(asked)).statusCode).toBe(400)
  expect(await ask(world.url, 'select opened_at is null as unopened from insight_share')).toEqual([{ unopened: false }])
  expect(JSON.stringify(await ask(world.url, 'select * from insight_share'))).not.toContain(token)
  expect(world.logged.join('\n')).not.toContain(token)
})

test('a report is shared like a board, and is gone with it', async () => {
  const { id: report } = await create(app, ann, 'reports', { project, name: 'Leads', definition })
  const { token } = await share({ report })
  expect((await shown(token)).json().data.tiles).toMatchObject([{ id: report, title: 'Leads' }])
  expect((await series(report, token)).json().data.groups).toHaveLength(7)
  await call(app, ann, 'DELETE', `reports/${report}`)
  expect((await shown(token)).statusCode).toBe(404)
})

test('quotes on a link are read live, so what is deleted on Reddit is gone from it', async () => {
  const board = defaultBoards().find(({ tiles }) => tiles.some(({ definition }) => definition.metric === 'requests'))
  const tile = board?.tiles.find(({ definition }) => definition.metric === 'requests')
  const { token } = await share({ board: board?.id })
  const read = async () => (await app.inject(`/api/shared-insights/${tile?.id}/quotes?token=${token}`)).json().data
  expect(JSON.stringify(await read())).toContain('looking for a pipe welder')
  await ask(world.url, `update post set body = '', title = '', author = null`)
  expect(JSON.stringify(await read())).not.toContain('welder')
  expect((await series(tile?.id, token)).statusCode).toBe(404)
})

test('a link names one board or one report of the same project', async () => {
  const bobs = await setUpProject(app, bob)
  const { id: foreign } = await create(app, bob, 'reports', { project: bobs, name: 'Leads', definition })
  const link = { project, name: 'For Ms. Doe', days: 7, expiresInDays: 30 }
  for (const what of [{}, { board: voice?.id, report: foreign }, { report: foreign }, { board: world.ctx.id() }]) {
    expect((await call(app, ann, 'POST', 'insight-shares', { ...link, ...what })).statusCode).toBe(400)
  }
})

test('an unknown, revoked, or expired link, and one of a closed project, get the same answer', async () => {
  const [kept, revoked] = [await share({ board: voice?.id }), await share({ board: voice?.id })]
  await call(app, ann, 'DELETE', `insight-shares/${revoked.id}`)
  const unknown = await shown('x'.repeat(43))
  const bodies = [unknown, await shown(revoked.token), await shown(''), await shown('x')].map(({ json }) => json())
  const paid = await appOf({ ...world.ctx, billing: 'paddle' })
  bodies.push((await shown(kept.token, paid)).json())
  await paid.close()
  await ask(world.url, `update project set status = 'archived'`)
  bodies.push((await shown(kept.token)).json())
  await ask(world.url, `update project set status = 'done'`)
  expect((await shown(kept.token)).statusCode).toBe(200)
  world.clock.advance(30 * 24 * 3_600_000)
  bodies.push((await shown(kept.token)).json())
  expect(unknown.statusCode).toBe(404)
  expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
})
