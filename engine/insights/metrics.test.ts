import { expect, test } from 'vitest'
import { canGroup, type Grouping, type Metric } from './metrics.ts'

const cases: [Metric, Grouping, Grouping | null, boolean][] = [
  ['leads', 'day', null, true],
  ['leads', 'day', 'keyword', true],
  ['leads', 'subreddit', 'week', true],
  ['leads', 'subreddit', 'keyword', true],
  ['leads', 'hour', 'weekday', true],
  ['leads', 'day', 'week', false],
  ['leads', 'day', 'day', false],
  ['leads', 'keyword', 'band', false],
  ['leads', 'hour', 'keyword', false],
  ['leads', 'day', 'name', false],
  ['leads', 'step', null, false],
  ['funnel', 'step', null, true],
  ['funnel', 'day', null, false],
  ['keywordPrecision', 'keyword', null, true],
  ['shareOfVoice', 'name', null, true],
  ['shareOfVoice', 'day', 'name', true],
  ['shareOfVoice', 'day', null, false],
  ['sentiment', 'week', 'name', true],
]

test.each(cases)('%s by %s and %s can be counted: %s', (metric, groupBy, breakdown, expected) => {
  expect(canGroup(metric, groupBy, breakdown)).toBe(expected)
})
