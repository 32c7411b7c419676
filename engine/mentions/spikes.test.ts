import { expect, test } from 'vitest'
import { spikesOf, spikeWindow } from './spikes.ts'

const quiet = (days: number) => Array.from({ length: days }, () => 0)
const usual = (days: number, count: number) => Array.from({ length: days }, () => count)

test.each<[string, number[], [index: number, count: number, usual: number][]]>([
  ['no days', [], []],
  ['five mentions after a quiet week', [...quiet(7), 5], [[7, 5, 0]]],
  ['four mentions, which are too few', [...quiet(7), 4], []],
  ['many mentions on one of the first days, when nothing is usual yet', [...quiet(6), 50], []],
  ['three times the usual number', [...usual(10, 4), 12], [[10, 12, 4]]],
  ['a bit less than that', [...usual(10, 4), 11], []],
  ['a busy project whose days vary', [30, 34, 28, 41, 33, 29, 36, 38, 45], []],
  ['an even number of days before, whose median lies between two', [2, 2, 2, 2, 3, 3, 3, 3, 8], [[8, 8, 2.5]]],
  [
    'an earlier spike, which does not raise the median',
    [...usual(7, 2), 40, 2, 2, 9],
    [
      [7, 40, 2],
      [10, 9, 2],
    ],
  ],
  ['consecutive days, of which the highest counts', [...quiet(8), 6, 9, 9, 7, 0], [[9, 9, 0]]],
  [
    'high days long ago, which the median forgets',
    [...usual(20, 30), ...usual(spikeWindow, 1), 6],
    [[20 + spikeWindow, 6, 1]],
  ],
])('spikes in %s', (_, counts, expected) => {
  expect(spikesOf(counts).map(({ index, count, usual }) => [index, count, usual])).toEqual(expected)
})
