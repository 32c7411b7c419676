import { expect, test } from 'vitest'
import type { Span } from '#engine/spans.ts'
import { marksIn } from './labels.ts'

const span = (field: Span['field'], start: number, end: number): Span => ({ field, start, end })

test('marks are in reading order, and overlapping ones are joined', () => {
  const spans = [span('body', 8, 12), span('body', 0, 3), span('title', 1, 2), span('body', 10, 15)]
  expect(marksIn(spans, 'body').map(({ start, end }) => [start, end])).toEqual([
    [0, 3],
    [8, 15],
  ])
})
