import { expect, test } from 'vitest'
import { rateLeast, replyCheckRetryAt, survivalPercent } from './reply-checks.ts'

test('a failed check is repeated after delays that double up to an hour, for about half a day', () => {
  const delays: number[] = []
  for (let failures = 1, now = 0; ; failures++) {
    const at = replyCheckRetryAt(failures, now)
    if (at === null) break
    delays.push((at - now) / 60_000)
    now = at
  }
  expect(delays.slice(0, 7)).toEqual([1, 2, 4, 8, 16, 32, 60])
  expect(Math.max(...delays)).toBe(60)
  const hours = delays.reduce((sum, minutes) => sum + minutes, 0) / 60
  expect([hours > 10, hours < 14]).toEqual([true, true])
})

test.each([
  [0, 0, null],
  [rateLeast - 1, 0, null],
  [rateLeast, 0, 100],
  [0, rateLeast, 0],
  [2, 4, 33],
  [4, 2, 67],
])('%i live and %i removed replies survive by %s percent', (live, removed, percent) => {
  expect(survivalPercent({ live, removed })).toBe(percent)
})
