import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CandidateFinder } from '#engine/candidates/candidates.ts'
import { buildFinder } from '#engine/candidates/candidates.ts'
import { pseudoRandom } from '#engine/pseudo-random.ts'
import { isActive, readActiveProjects } from '#features/watchlist/server/active-projects.ts'
import { shareWatchlist } from '#features/watchlist/server/project-watchlist.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { openDatabase, transaction } from '#platform/server/database/database.ts'
import { asJob, editProject, record, startProject } from '#tests/support/leads.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { currentFinder, prepareFinder } from '../finder.ts'

let world: World
let ctx: Ctx

beforeEach(async () => {
  world = await testWorld()
  ctx = asJob(world.ctx)
})

afterEach(() => world.close())

async function finder(as = ctx): Promise<CandidateFinder> {
  await prepareFinder(as)
  return transaction(as, async (tx) => {
    await shareWatchlist(tx)
    return currentFinder(as, tx)
  })
}

async function newFinder(): Promise<CandidateFinder> {
  return buildFinder(await transaction(ctx, (tx) => readActiveProjects(tx, isActive)))
}

const words = ['kiln', 'saddle', 'zeppelin', 'sourdough', 'crm', 'beehive']
const items = words.map((word) => record('a', { title: `Any ${word} you like?`, body: '' }))
const matches = (by: CandidateFinder) => items.map((item) => by.find(item))
const bare = { summary: '', competitors: [] }

test('after any edits, the finder matches what a new one would', async () => {
  const random = pseudoRandom(11)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!
  const ids: string[] = []
  for (let name = 0; name < 6; name++)
    ids.push(await startProject(ctx, { ...bare, name: `P${name}`, keywords: [pick(words)] }))
  const other: Ctx = { ...ctx, db: openDatabase(world.url, { poolSize: 2 }) }
  await finder()
  for (let edit = 0; edit < 25; edit++) {
    const kind = random()
    if (kind < 0.2) ids.push(await startProject(ctx, { ...bare, name: `N${edit}`, keywords: [pick(words)] }))
    else if (kind < 0.3) await editProject(ctx, pick(ids), { status: 'archived' })
    else if (kind < 0.6) await editProject(ctx, pick(ids), { remove: pick(words) })
    else await editProject(ctx, pick(ids), { add: `${pick(words)} ${edit}` })
    const expected = matches(await newFinder())
    expect(matches(await finder())).toEqual(expected)
    // Another process gives the same result, whether it starts now or updates after every fifth edit.
    if (edit % 5 === 0) expect(matches(await finder(other))).toEqual(expected)
  }
  await other.db.close()
})

test('the finder is cached while nothing changes, and concurrent calls update it', async () => {
  const id = await startProject(ctx, { ...bare, keywords: ['kiln'] })
  const before = await finder()
  expect(await finder()).toBe(before)
  await editProject(ctx, id, { add: 'saddle' })
  const after = await Promise.all(Array.from({ length: 5 }, () => finder()))
  const expected = matches(await newFinder())
  for (const each of after) expect(matches(each)).toEqual(expected)
})

test('many changes cause a new base to be built in the background', async () => {
  await startProject(ctx, { ...bare, name: 'First', keywords: ['kiln'] })
  await finder()
  const summary = Array.from({ length: 300 }, (_, i) => `wordnumber${i}`).join(' ')
  await transaction(ctx, async (tx) => {
    await tx.execute(sql`
      insert into project (id, name, summary, status, created_at, updated_at)
      select gen_random_uuid(), 'P' || n, ${summary} || ' saddle' || n, 'done', now(), now() from generate_series(1, 100) n`)
    await tx.execute(sql`update phrase_version set version = version + 1`)
    await tx.execute(
      sql`update project set phrase_version = (select version from phrase_version) where name <> 'First'`,
    )
  })
  const heavy = await finder()
  await expect.poll(async () => (await finder()) !== heavy, { timeout: 10_000, interval: 20 }).toBe(true)
  expect(matches(await finder())).toEqual(matches(await newFinder()))
  expect(matches(await finder())).toEqual(matches(heavy))
})
