import { expect, test } from 'vitest'
import { parseQueuedNotices } from './queued-notices.ts'

const ready = { title: 'Your guide is ready', description: 'Read it here.', color: 'green', timeout: 5000 }

test.each<[string, string | null, unknown[]]>([
  ['nothing', null, []],
  ['a notice', JSON.stringify([ready]), [ready]],
  ['truncated JSON', '[{"title":"Your gui', []],
  ['an object instead of a list', '{"title":"Hello"}', []],
  ['a number', '-1e999', []],
  ['a list of lists', '[[null]]', []],
  ['a notice without a title', '[{"description":"Hello"}]', []],
  ['a notice with an unknown color', '[{"title":"Hello","color":"pink"}]', []],
  ['a notice with a negative timeout', '[{"title":"Hello","timeout":-1}]', []],
  ['a notice among invalid entries', JSON.stringify([7, null, ready]), [ready]],
  [
    'four notices',
    JSON.stringify([1, 2, 3, 4].map((each) => ({ title: `${each}` }))),
    [2, 3, 4].map((each) => ({ title: `${each}` })),
  ],
])('parses %s, stored as %j', (_, stored, notices) => {
  expect(parseQueuedNotices(stored)).toEqual(notices)
})
