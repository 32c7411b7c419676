import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultPeopleView, type PeopleBox } from '#engine/crm/people-view.ts'
import { queueViews } from '#engine/dashboard/queue-views.ts'
import { readView } from '#engine/rules/lead-view.ts'
import { viewQuery } from '#engine/rules/lead-view-query.ts'
import { filtersOf } from '#features/crm/web/people/filters.ts'
import { archiveQuery, readArchiveView } from '#features/leads/web/archive/view.ts'
import { queryString } from '#platform/web/api/query-string.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, call, create, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import type { Dashboard } from '../contract.ts'
import { leadsAddress, repliesAddress } from '../web/links.ts'

/** The project's days begin at 05:00 UTC. */
let world: World
let app: FastifyInstance
let ann: Person
let bob: Person
let cleo: Person
let eve: Person
let project: string

const now = Date.parse('2026-11-20T12:00:00Z')
const hour = 3_600_000
const at = (hoursAgo: number) => new Date(now - hoursAgo * hour)
const range = { from: '2026-11-14', to: '2026-11-20' }

beforeAll(async () => {
  ;({ world, app, ann, bob, cleo, eve } = await testApp('ann', 'bob', 'cleo', 'eve'))
  world.clock.now = new Date(now)
  project = await setUpProject(app, ann, { name: 'Pipewell' })
  await call(app, ann, 'PUT', `projects/${project}`, { timeZone: 'America/New_York' })
  await addMember(world.ctx, project, bob, 'member')
  await addMember(world.ctx, project, cleo, 'client')
})
afterAll(() => world.close())

async function dashboard(person = ann, query = 'from=2026-11-14&to=2026-11-20&zone=Etc/UTC'): Promise<Dashboard> {
  const answer = await call(app, person, 'GET', `projects/${project}/dashboard?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const lead = (postedAgo: number, values: Parameters<typeof seedOpportunity>[2] = {}) =>
  seedOpportunity(world.ctx, project, { postedAt: at(postedAgo), releasedAt: at(postedAgo - 1), ...values })

/** A lead that was released so long before it was replied to, with what its last check found. */
async function replied(decidedAgo: number, waited: number, check?: string): Promise<void> {
  const times = { decidedAt: at(decidedAgo), releasedAt: at(decidedAgo + waited) }
  const id = await lead(decidedAgo + waited + 1, { state: 'replied', ...times })
  if (check === undefined) return
  await ask(
    world.url,
    `insert into reply_check (project_id, opportunity_id, step, realm, comment_id, due_at, next_at, state, checked_at, created_at)
     values ($1, $2, 'tenMinutes', 'real', 'c', $3, null, 'live', $3, $3), ($1, $2, 'hour', 'real', 'c', $4, null, $5, $4, $3),
       ($1, $2, 'day', 'real', 'c', $6, $6, 'waiting', null, $3)`,
    [project, id, at(decidedAgo), at(decidedAgo - 1), check, at(decidedAgo - 24)],
  )
}

const totalIn = async (list: string, query: object, person = ann): Promise<number> =>
  (await call(app, person, 'GET', `${list}?${queryString({ ...query })}`)).json().meta.pagination.total

/** Returns how many rows the list behind a link shows. */
function shown(address: string, person = ann): Promise<number> {
  const { pathname, searchParams } = new URL(address, 'http://x')
  const place = { id: project, timeZone: 'America/New_York' }
  if (pathname === '/app/opportunities')
    return totalIn('opportunities', viewQuery(project, readView(searchParams), now), person)
  return totalIn('opportunities', archiveQuery(place, 'replied', readArchiveView(searchParams), now), person)
}

test('an empty project has no data, and says what its setup lacks', async () => {
  const { hasData, setup, queue, replies } = await dashboard()
  expect(hasData).toBe(false)
  expect(queue).toMatchObject({ newLeads: { count: 0, capped: false }, dueReplies: { count: 0 }, overdueTasks: 0 })
  expect(replies).toMatchObject({ sent: { count: 0 }, medianSeconds: null })
  expect(setup?.flatMap(({ part, done }) => (done ? [part] : []))).toEqual(['keywords', 'source', 'alerts', 'team'])
})

test('every number equals what its list shows, for each role', async () => {
  await lead(2, { label: 3 })
  await lead(60, { saved: true })
  await lead(24, { saved: true })
  await lead(15 * 24, { saved: true })
  await lead(60, { saved: true, state: 'rejected', decidedAt: at(1) })
  await call(app, bob, 'PUT', `opportunities/${await lead(80, { saved: true })}/claim`)
  const later = await lead(3)
  await create(app, ann, 'reminders', { project, opportunity: later, text: 'Ask', dueAt: at(-48).toISOString() })
  await create(app, ann, 'reminders', { project, opportunity: await lead(3), text: 'Ask', dueAt: at(1).toISOString() })
  await replied(2, 4, 'live')
  await replied(3, 1, 'removed')
  await replied(30, 9, 'deleted')
  await replied(40, 2)
  // On the last day of the period before, and the first of this one, in New York.
  await replied(6 * 24 + 8, 7)
  await replied(6 * 24 + 6, 3)
  const stages = (await call(app, ann, 'GET', `person-stages?filters[project]=${project}&sort=position`)).json().data
  for (const [handle, dueAgo] of [
    ['ada', 30],
    ['bea', 11],
    ['cai', -20],
  ] as const) {
    const person = (await create(app, ann, 'people', { project, handle })).id
    await create(app, ann, 'tasks', { project, person, text: 'Write', dueAt: at(dueAgo).toISOString() })
    if (handle === 'bea') await call(app, ann, 'PUT', `people/${person}`, { stage: stages[1].key })
    await create(app, ann, 'conversations', { project, person })
  }
  await ask(
    world.url,
    `update conversation set unread = true where project_id = $1 and person_id in
    (select id from person where handle in ('ada', 'bea'))`,
    [project],
  )

  const { hasData, queue, replies, ...rest } = await dashboard()
  expect(hasData).toBe(true)
  expect(queue).toEqual({
    newLeads: { count: 7, capped: false },
    hotLeads: { count: 1, capped: false },
    dueReplies: { count: 2, capped: false },
    overdueTasks: 1,
    todaysTasks: 1,
    unreadMessages: 2,
    unreadMail: 0,
  })
  const exact = (count: number) => ({ count, capped: false })
  expect(replies).toEqual({
    ...{ sent: exact(5), live: exact(1), removed: exact(2), unchecked: exact(2), medianSeconds: 3 * 3600 },
    before: { sent: 1, medianSeconds: 7 * 3600 },
  })
  const bobs = (await dashboard(bob)).queue
  expect(bobs.dueReplies).toEqual({ count: 2, capped: false })
  for (const [name, view] of Object.entries(queueViews) as [
    keyof typeof queueViews,
    (typeof queueViews)['newLeads'],
  ][]) {
    expect(await shown(leadsAddress(view)), name).toBe(queue[name]?.count)
    expect(await shown(leadsAddress(view), bob), name).toBe(bobs[name]?.count)
  }
  expect(await shown(repliesAddress(range))).toBe(replies.sent.count)
  for (const state of ['live', 'removed', 'unchecked'] as const) {
    expect(await shown(repliesAddress(range, state)), state).toBe(replies[state].count)
  }
  const people = (box: PeopleBox, stage: string | null) => {
    const filters = filtersOf({ projectId: project, me: ann.id, now }, { ...defaultPeopleView, box }, stages, stage)
    return totalIn('people', { filters })
  }
  expect(await people('overdue', null)).toBe(queue.overdueTasks)
  expect(await people('today', null)).toBe(queue.todaysTasks)
  expect(rest.stages?.map(({ people }) => people).slice(0, 2)).toEqual([2, 1])
  for (const { key, people: count } of rest.stages ?? []) expect(await people('all', key), key).toBe(count)
  const inbox = (await call(app, ann, 'GET', `projects/${project}/inbox-counts?channel=reddit`)).json().data
  expect(inbox.unread).toBe(queue.unreadMessages)

  const clients = await dashboard(cleo)
  const hidden = { dueReplies: null, overdueTasks: null, todaysTasks: null, unreadMessages: null, unreadMail: null }
  expect(clients).toEqual({
    ...{ hasData, replies, stages: null, setup: null },
    queue: { ...hidden, newLeads: queue.newLeads, hotLeads: queue.hotLeads },
  })
})

test('the dashboard of others stays theirs, and days must be in order', async () => {
  const path = `projects/${project}/dashboard`
  expect((await call(app, eve, 'GET', `${path}?from=2026-11-14&to=2026-11-20`)).statusCode).toBe(404)
  expect((await call(app, ann, 'GET', `${path}?from=2026-11-20&to=2026-11-14`)).json().error.message).toBe(
    'from must not be after to',
  )
  expect((await call(app, ann, 'GET', `${path}?from=2026-11-31&to=2026-11-14`)).statusCode).toBe(400)
  expect((await app.inject(`/api/${path}?from=2026-11-14&to=2026-11-20`)).statusCode).toBe(403)
})
