import { expect, test } from 'vitest'
import { MissingPart, mayReload, part } from './parts.ts'

const now = 1_700_000_000_000

test.each<[string, string | null, boolean]>([
  ['it never was', null, true],
  ['it was ten seconds ago', String(now - 10_000), true],
  ['it was a moment ago', String(now - 9_999), false],
  ['what is stored is no time', 'soon', true],
  ['the clock was set back', String(now + 60_000), true],
])('where %s, a path is reloaded: %j %s', (_, stored, may) => {
  expect(mayReload(stored, now)).toBe(may)
})

test('a part that is there is given on, one that is not is missed by name', async () => {
  expect(await part(async () => 'screen')).toBe('screen')
  await expect(part(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toBeInstanceOf(MissingPart)
})
