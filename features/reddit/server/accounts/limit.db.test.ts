import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { testWorld, type World } from '#tests/support/world.ts'
import { sharedGovernor } from './limit.ts'

let world: World
let another: Ctx
let app = 0

beforeAll(async () => {
  world = await testWorld()
  // Another process, with its own connections.
  another = { ...actingAs(world.ctx, { kind: 'job', name: 'listen' }), db: openDatabase(world.url, { poolSize: 3 }) }
})

beforeEach(() => {
  app++
})

afterAll(async () => {
  await another.db.close()
  await world.close()
})

const said = { used: 0, remaining: 1000, resetSeconds: 500 }
const governors = () => [sharedGovernor(world.ctx, `app-${app}`), sharedGovernor(another, `app-${app}`)] as const

/** Returns how many of this many concurrent calls are allowed, half of them from each process. */
async function going(calls: number, purpose: 'listen' | 'recheck' | 'action' = 'listen'): Promise<number> {
  const each = governors()
  const leaves = await Promise.all(Array.from({ length: calls }, (_, index) => each[index % 2]!.take(purpose)))
  return leaves.filter(({ state }) => state === 'go').length
}

test('two processes that start at once share the few first calls', async () => {
  expect(await going(20)).toBe(5)
})

test("two processes share Reddit's rate limit to the last call", async () => {
  await governors()[0].recordRate(said)
  expect(await going(100)).toBe(67)
  await governors()[1].recordRate({ ...said, used: 990, remaining: 10 })
  expect(await going(40, 'action')).toBe(10)
})

test('a delayed call gets a time, and is allowed then', async () => {
  const [own, others] = governors()
  await own.recordRate(said)
  await going(100)
  const leave = await others.take('listen')
  if (leave.state !== 'later') throw new Error('there should be nothing left')
  world.clock.advance(leave.at - world.ctx.now().getTime())
  expect(await own.take('listen')).toEqual({ state: 'go' })
  expect(await others.take('listen')).toMatchObject({ state: 'later', because: 'governed' })
})

test('a pause recorded by one process applies to all', async () => {
  const [own, others] = governors()
  await own.recordRate(said)
  const until = world.ctx.now().getTime() + 9_000
  await own.pause(until)
  expect(await others.take('action')).toEqual({ state: 'later', because: 'governed', at: until })
})

test('late and reordered responses never raise the limit', async () => {
  const [own, others] = governors()
  await own.recordRate({ used: 995, remaining: 5, resetSeconds: 500 })
  await Promise.all([
    own.recordRate(said),
    others.recordRate({ ...said, used: 3, remaining: 997 }),
    own.recordRate({ ...said, remaining: 9 }),
  ])
  expect(await going(20, 'action')).toBeLessThanOrEqual(5)
})

test('another app has its own limit', async () => {
  expect(await going(5)).toBe(5)
  app++
  expect(await going(5)).toBe(5)
})
