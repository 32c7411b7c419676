import { expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { buildIdIn, watchBuild } from './stale-build.ts'

const hour = 3_600_000

test.each<[unknown, string | null]>([
  [{ id: 'b2', timestamp: 1 }, 'b2'],
  [{ id: '' }, null],
  [{ id: 7 }, null],
  [{}, null],
  [null, null],
  ['b2', null],
])('in the file %j the latest build is %j', (file, id) => {
  expect(buildIdIn(file)).toBe(id)
})

/** Creates a page of build b1 and a controllable server. */
function testPage(own: string | null = 'b1') {
  const timers = testTimers()
  const page = { latest: 'b1' as string | null, checks: 0, dirty: false, reloads: 0 }
  const watch = watchBuild({
    after: timers.after,
    own,
    latest: async () => {
      page.checks += 1
      return page.latest
    },
    isDirty: () => page.dirty,
    reload: () => {
      page.reloads += 1
    },
  })
  const advance = async (ms: number) => {
    timers.advance(ms)
    await new Promise<void>((done) => setImmediate(done))
  }
  return Object.assign(page, { watch, advance })
}

test('a page checks for a new build once an hour', async () => {
  const page = testPage()
  await page.advance(hour - 1)
  expect(page.checks).toBe(0)
  await page.advance(1)
  await page.advance(hour)
  expect([page.checks, page.reloads]).toEqual([2, 0])
})

test('it checks when the user returns to the tab', async () => {
  const page = testPage()
  await page.watch.returned()
  expect(page.checks).toBe(1)
})

test.each<[string, string | null, boolean, number, boolean]>([
  ['the same build', 'b1', false, 0, false],
  ['a newer build', 'b2', false, 1, true],
  ['a newer build with unsaved input', 'b2', true, 0, true],
  ['no readable build', null, false, 0, false],
])('finding %s (%j, dirty %s), it reloads %i times', async (_, latest, dirty, reloads, isStale) => {
  const page = Object.assign(testPage(), { latest, dirty })
  await page.watch.returned()
  expect([page.reloads, page.watch.isStale()]).toEqual([reloads, isStale])
})

test('an outdated page stays outdated and reloads once nothing would be lost', async () => {
  const page = Object.assign(testPage(), { latest: 'b2', dirty: true })
  await page.watch.returned()
  Object.assign(page, { latest: null, dirty: false })
  await page.advance(hour)
  expect(page.reloads).toBe(1)
})

test('a page without a build id never checks', async () => {
  const page = testPage(null)
  await page.advance(3 * hour)
  expect(page.checks).toBe(0)
})
