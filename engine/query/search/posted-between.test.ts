import { expect, test } from 'vitest'
import { parseQuery } from '../parse.ts'
import { postedBetween } from './posted-between.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each<[query: string, from: string | null, to: string | null]>([
  ['crm', null, null],
  ['crm after:2026-11-01', '2026-11-01T00:00:00.000Z', null],
  ['crm after:2d before:1d', '2026-11-18T12:00:00.000Z', '2026-11-19T12:00:00.000Z'],
  ['crm after:2026-11-01 after:2026-11-05', '2026-11-05T00:00:00.000Z', null],
  ['before:2020-01-01', null, '2020-01-01T00:00:00.000Z'],
  // Some matches are older.
  ['crm OR after:2d', null, null],
  ['crm -after:2d', null, null],
])('a match of %s was posted from %s to before %s', (text, from, to) => {
  const parsed = parseQuery(text, 'search')
  if (parsed.state === 'faulty') throw new Error(parsed.fault.cause)
  const range = postedBetween(parsed.query, now)
  const written = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  expect([written(range.from), written(range.to)]).toEqual([from, to])
})
