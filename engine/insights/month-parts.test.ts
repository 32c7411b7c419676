import { expect, test } from 'vitest'
import { monthParts } from './month-parts.ts'

const cases: [from: string, to: string, parts: string][] = [
  ['2026-10-01', '2026-10-31', 'month 2026-10-01 2026-10-31'],
  ['2025-11-01', '2026-10-31', 'month 2025-11-01 2026-10-31'],
  ['2026-01-31', '2026-03-01', 'day 2026-01-31 2026-01-31, month 2026-02-01 2026-02-28, day 2026-03-01 2026-03-01'],
  ['2025-12-02', '2026-01-31', 'day 2025-12-02 2025-12-31, month 2026-01-01 2026-01-31'],
  ['2026-10-01', '2026-10-30', 'day 2026-10-01 2026-10-30'],
  ['2026-09-02', '2026-10-30', 'day 2026-09-02 2026-10-30'],
  ['2026-10-15', '2026-10-15', 'day 2026-10-15 2026-10-15'],
]

test.each(cases)('%s to %s is %s', (from, to, parts) => {
  expect(
    monthParts(from, to)
      .map(({ unit, first, last }) => `${unit} ${first} ${last}`)
      .join(', '),
  ).toBe(parts)
})
