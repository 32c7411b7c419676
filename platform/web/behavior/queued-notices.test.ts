import { expect, test } from 'vitest'
import { parseQueuedNotices } from './queued-notices.ts'

const ready = { title: 'Your guide is ready', description: 'Read it here.', color: 'green', timeout: 5000 }

test.each<[string, string | null, unknown[]]>([
  ['nothing', null, []],
  ['a notice', JSON.stringify([ready]), [ready]],
  ['half a notice', '[{"title":"Your gui', []],
  ['no list', '{"title":"Hello"}', []],
  ['a number', '-1e999', []],
  ['a list of lists', '[[null]]', []],
  ['a notice without a title', '[{"description":"Hello"}]', []],
  ['a colour that is none', '[{"title":"Hello","color":"pink"}]', []],
  ['a time before now', '[{"title":"Hello","timeout":-1}]', []],
  ['something else beside it', JSON.stringify([7, null, ready]), [ready]],
  [
    'four',
    JSON.stringify([1, 2, 3, 4].map((each) => ({ title: `${each}` }))),
    [2, 3, 4].map((each) => ({ title: `${each}` })),
  ],
])('parses %s as %s', (_, stored, notices) => {
  expect(parseQueuedNotices(stored)).toEqual(notices)
})
