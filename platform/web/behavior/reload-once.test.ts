import { expect, test } from 'vitest'
import { mayReload } from './reload-once.ts'

const now = 1_700_000_000_000

test.each<[string, string | null, boolean]>([
  ['the page was never reloaded', null, true],
  ['the last reload was ten seconds ago', String(now - 10_000), true],
  ['the last reload was less than ten seconds ago', String(now - 9_999), false],
  ['the stored value is not a time', 'soon', true],
  ['the clock was set back', String(now + 60_000), true],
])('when %s, the stored value %j allows a reload: %s', (_, stored, may) => {
  expect(mayReload(stored, now)).toBe(may)
})
