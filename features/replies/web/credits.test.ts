import { expect, test } from 'vitest'
import { creditsLeft, renewalCheckMs } from './credits.ts'

test.each([
  [0, 100, 100],
  [100, 100, 0],
  [110, 100, 0],
  [7, null, null],
])('of %i used with a limit of %s, %s are left', (used, limit, left) => {
  expect(creditsLeft({ used, limit })).toBe(left)
})

test.each([
  ['that is near is checked when it is due', '2026-11-26T12:30:00Z', 1_800_000],
  ['that is far off is checked once a day', '2026-12-20T00:00:00Z', 86_400_000],
  ["that is due by the browser's clock alone is checked every minute", '2026-11-26T11:59:00Z', 60_000],
  ['that never comes is not checked', null, false],
])('a renewal %s', (_name, renewsAt, ms) => {
  expect(renewalCheckMs({ renewsAt }, Date.parse('2026-11-26T12:00:00Z'))).toBe(ms)
})
