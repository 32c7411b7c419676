import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printVisits } from '#app/cli/visits.ts'
import { testApp } from '#tests/support/app.ts'
import { ask } from '#tests/support/databases.ts'
import { addMember, jobTransaction, type Person, seedOpportunity, setUpProject } from '#tests/support/seed-data.ts'
import type { World } from '#tests/support/world.ts'
import { readFirstLeads } from './first-leads.ts'

let world: World
let app: FastifyInstance
let ann: Person
let bob: Person

beforeAll(async () => {
  ;({ world, app, ann, bob } = await testApp('ann', 'bob'))
})
afterAll(() => world.close())

const figures = () => jobTransaction(world.ctx, readFirstLeads)

/** Adds a lead that is released this many minutes after sign-up, or held. */
async function addLead(project: string, minutes: number | null, seenBy?: 'api' | 'feed' | 'import', isSample = false) {
  const [{ since } = { since: '' }] = await ask<{ since: string }>(
    world.url,
    'select created_at::text as since from "user" order by created_at limit 1',
  )
  const releasedAt = new Date(Date.parse(since) + (minutes ?? 0) * 60_000)
  const id = await seedOpportunity(world.ctx, project, { releasedAt })
  if (minutes === null) await ask(world.url, 'update opportunity set released_at = null where id = $1', [id])
  if (isSample) await ask(world.url, `update opportunity set realm = 'sandbox' where id = $1`, [id])
  if (seenBy)
    await ask(
      world.url,
      `insert into post_check (post_id, realm, seen_by) select post_id, 'real', $2 from opportunity where id = $1`,
      [id, seenBy],
    )
}

test('the wait for the first real lead is known by source, from the first project of each user', async () => {
  expect(await figures()).toEqual([])
  const first = await setUpProject(app, ann)
  const bobs = await setUpProject(app, bob)
  await addMember(world.ctx, first, bob, 'admin')
  await addLead(first, 1, 'api', true)
  await addLead(first, null, 'api')
  expect(await figures()).toEqual([])
  await addLead(first, 6, 'feed')
  await addLead(first, 4, 'feed')
  await addLead(bobs, 10, 'feed')
  await addLead(bobs, 180, 'api')
  await addLead(bobs, 2)
  world.clock.advance(1000)
  await addLead(await setUpProject(app, ann, { name: 'Second' }), 0, 'import')
  expect(await figures()).toEqual([
    { source: 'archive', users: 1, median: 2, longest: 2 },
    { source: 'reddit-api', users: 1, median: 180, longest: 180 },
    { source: 'reddit-rss', users: 2, median: 7, longest: 10 },
  ])
  const lines: string[] = []
  await printVisits(world.ctx, 1, (line) => void lines.push(line))
  expect(lines.slice(-4).map((line) => line.split(/\s{2,}/))).toEqual([
    ['source', 'users', 'median', 'longest'],
    ['archive', '1', '2 min', '2 min'],
    ['reddit-api', '1', '3 h', '3 h'],
    ['reddit-rss', '2', '7 min', '10 min'],
  ])
})
