import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { killAtEachMoment } from '#tests/support/faults.ts'
import {
  addMember,
  appOf,
  auditOf,
  call,
  confirmAddress,
  finishBackfill,
  type Person,
  seedOpportunity,
  setUpProject,
  signUp,
} from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { countChanges } from '../rollups/count-changes.ts'
import { sendDueReports } from './send-due.ts'

const dayMs = 24 * 3_600_000
const definition = { metric: 'leads', groupBy: 'subreddit', chart: 'bar', days: 7 }

let world: World
let app: FastifyInstance
let worker: Ctx
let ann: Person
let cleo: Person
let project: string

beforeAll(async () => {
  ;({ world, app, ann } = await testApp('ann'))
  worker = actingAs(world.ctx, { kind: 'job', name: 'reports' })
  cleo = await signUp(app, 'cleo@example.com')
  project = await setUpProject(app, ann, { name: 'Pipewell', keywords: [] })
  await finishBackfill(world.ctx, project)
  await addMember(world.ctx, project, cleo, 'client')
  for (const person of [ann, cleo]) await confirmAddress(world.url, person)
  for (const days of [1, 2, 9]) {
    await seedOpportunity(world.ctx, project, { postedAt: new Date(world.clock.now.getTime() - days * dayMs) })
  }
  await countChanges(actingAs(world.ctx, { kind: 'job', name: 'insights' }))
  await world.drain()
})
beforeEach(async () => {
  world.clock.now = new Date('2026-11-20T12:00:00Z')
  await ask(world.url, 'delete from report')
  world.mails.length = 0
})
afterAll(() => world.close())

const add = async (data: object) =>
  (await call(app, ann, 'POST', 'reports', { project, name: 'Weekly leads', definition, ...data })).json().data
const runAt = async (at: string) => {
  world.clock.now = new Date(at)
  await sendDueReports(worker)
  await world.drain()
  return world.mails.splice(0).toSorted((a, b) => a.to.localeCompare(b.to))
}
const path = (url = '') => new URL(url).pathname

test('a weekly report goes to its recipients on Mondays at 7:00 in the time zone of the project, once for each week', async () => {
  await ask(world.url, `update project set time_zone = 'Europe/Berlin'`)
  const { id, nextOn } = await add({ schedule: 'weekly', recipients: [ann.id, cleo.id] })
  expect(nextOn).toBe('2026-11-23')
  expect(await runAt('2026-11-23T05:59:59Z')).toEqual([])
  const mails = await runAt('2026-11-23T06:00:00Z')
  expect(mails.map(({ to }) => to)).toEqual([ann.email, cleo.email])
  const { subject, text = '', html = '', unsubscribeUrl } = mails[0] ?? {}
  expect(subject).toBe('Pipewell: Weekly leads')
  expect(text).toContain('The report “Weekly leads” of “Pipewell”, November 16, 2026 to November 22, 2026.')
  expect(text).toContain('Leads: 2, up 100% from 1 in the period before.')
  expect(text).toMatch(/Community {2,}Leads {2,}Period before\nr\/Welding {2,}2 {2,}1/)
  expect(html).toContain('<th')
  expect(text).toContain(`http://localhost:3000/app/insights?project=${project}&report=${id}`)
  expect(unsubscribeUrl).toMatch(/^http:\/\/localhost:3000\/unsubscribe\/[\w-]{43}$/)
  expect(await runAt('2026-11-23T06:01:00Z')).toEqual([])
  const { data } = (await call(app, ann, 'GET', `reports/${id}`)).json()
  expect(data).toMatchObject({ nextOn: '2026-11-30', lastSentAt: '2026-11-23T06:00:00.000Z' })

  // One click ends it for one person. Weeks that were missed become one mail.
  const click = { method: 'POST', url: path(unsubscribeUrl), payload: 'List-Unsubscribe=One-Click' } as const
  const answer = await app.inject({ ...click, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  expect(answer.body).toContain("You won't get this report by email anymore.")
  expect((await runAt('2026-12-16T12:00:00Z')).map(({ to }) => to)).toEqual([cleo.email])
  await ask(world.url, `update project set time_zone = 'UTC'`)
})

test('a period is mailed once, whatever crashes and however many workers there are', async () => {
  await add({ schedule: 'daily', recipients: [ann.id] })
  world.clock.now = new Date('2026-11-21T08:00:00Z')
  expect(await killAtEachMoment(worker, sendDueReports)).toBeGreaterThan(10)
  await Promise.all([sendDueReports(worker), sendDueReports(worker)])
  await world.drain()
  expect(world.mails).toHaveLength(1)
  world.clock.now = new Date('2026-11-22T08:00:00Z')
  await Promise.all([sendDueReports(worker), sendDueReports(worker), sendDueReports(worker)])
  await world.drain()
  expect(world.mails).toHaveLength(2)
})

test('nobody gets a report of an archived or unpaid project, and one without numbers says so', async () => {
  const daily = { schedule: 'daily', recipients: [ann.id] }
  await add({ ...daily, name: '=cmd', definition: { ...definition, metric: 'won', groupBy: 'day' } })
  const [empty] = await runAt('2026-11-21T08:00:00Z')
  expect(empty?.text).toContain('Nothing was counted in this period.')
  await ask(world.url, `update project set status = 'archived'`)
  expect(await runAt('2026-11-22T08:00:00Z')).toEqual([])
  await ask(world.url, `update project set status = 'done'`)
  world.clock.now = new Date('2026-11-23T08:00:00Z')
  await sendDueReports({ ...worker, billing: 'paddle' })
  await world.drain()
  expect(await runAt('2026-11-23T09:00:00Z')).toEqual([])
})

test('"Send now" says who got it and who did not', async () => {
  const eve = await signUp(app, 'eve@example.com')
  await addMember(world.ctx, project, eve, 'member')
  await world.drain()
  world.mails.length = 0
  const { id } = await add({ recipients: [ann.id, eve.id] })
  const answer = await call(app, ann, 'POST', `reports/${id}/delivery`)
  expect([answer.statusCode, answer.json().data]).toMatchObject([
    201,
    { sent: [{ email: ann.email }], skipped: [{ user: { email: eve.email }, reason: 'unconfirmed' }] },
  ])
  await world.drain()
  expect(world.mails.map(({ to }) => to)).toEqual([ann.email])
  expect(world.mails[0]?.text).toContain('November 14, 2026 to November 20, 2026')
  expect(await auditOf(world.ctx, project)).toContain(`user:${ann.id} report.send`)
  const nobody = await add({ name: 'For nobody' })
  const refused = await call(app, ann, 'POST', `reports/${nobody.id}/delivery`)
  expect(refused.json().error.message).toBe('This report has no recipients. Choose some first.')
  expect((await call(app, cleo, 'POST', `reports/${id}/delivery`)).statusCode).toBe(403)
})

test('the numbers of a report are a CSV file for everybody who may read reports', async () => {
  const { id } = await add({})
  const file = (by: Person, from = app) => from.inject({ url: `/api/reports/${id}/file`, headers: by.headers })
  expect((await file(cleo)).body).toBe('\ufeffCommunity,Leads\r\nr/Welding,2\r\n')
  const bob = await signUp(app, 'bob@example.com')
  await setUpProject(app, bob)
  expect((await file(bob)).statusCode).toBe(404)
  expect((await app.inject(`/api/reports/${id}/file`)).statusCode).toBe(403)
  const paid = await appOf({ ...world.ctx, billing: 'paddle' })
  expect((await file(ann, paid)).statusCode).toBe(402)
  await paid.close()
})
