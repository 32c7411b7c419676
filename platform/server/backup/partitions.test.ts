import { expect, test } from 'vitest'
import { boundOf } from './partitions.ts'

const partition = (bound: string) => ({ schema: 'public', name: 'part', bound, rowSecurity: false })

test.each([
  'DEFAULT',
  `FOR VALUES FROM ('2026-11-20') TO ('2026-11-21')`,
  `FOR VALUES FROM ('2026-11-20 00:00:00+00', 5) TO (MAXVALUE, MINVALUE)`,
  `FOR VALUES FROM ('infinity') TO (MAXVALUE)`,
  `FOR VALUES FROM (-1.5) TO (10)`,
  `FOR VALUES IN ('it''s', NULL, true)`,
  'FOR VALUES WITH (modulus 4, remainder 0)',
])('%s is accepted', (bound) => {
  expect(boundOf(partition(bound))).toBe(bound)
})

test.each([
  '',
  'DEFAULT; drop table post',
  `FOR VALUES IN ('a'); drop table post`,
  `FOR VALUES IN ('a' || version())`,
  `FOR VALUES IN ('a\\'); drop table post --')`,
  'FOR VALUES FROM (now()) TO (MAXVALUE)',
  'FOR VALUES IN ()',
  ' DEFAULT',
  'DEFAULT\n;',
])('%j is refused', (bound) => {
  expect(() => boundOf(partition(bound))).toThrow('invalid bound')
})
