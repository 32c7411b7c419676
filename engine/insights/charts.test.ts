import { describe, expect, test } from 'vitest'
import { breakdownsFor, chartsFor, drawable, groupingsFor, type Shape } from './charts.ts'
import { defaultBoards } from './default-boards.ts'
import { metrics } from './metrics.ts'
import { quoteKinds } from './quote-kinds.ts'

const shape = (given: Partial<Shape>): Shape => ({
  metric: 'leads',
  groupBy: 'day',
  breakdown: null,
  chart: 'line',
  ...given,
})

test.each<[Partial<Shape>, Partial<Shape>]>([
  [{}, {}],
  [{ metric: 'shareOfVoice' }, { breakdown: 'name' }],
  [{ metric: 'funnel' }, { groupBy: 'step', chart: 'funnel' }],
  [
    { metric: 'keywordPrecision', groupBy: 'week' },
    { groupBy: 'keyword', chart: 'bar' },
  ],
  [{ groupBy: 'hour', breakdown: 'weekday' }, { chart: 'heatmap' }],
  [{ groupBy: 'subreddit', chart: 'number' }, { chart: 'bar' }],
  [{ breakdown: 'hour', chart: 'area' }, { breakdown: null }],
  [{ metric: 'pains', chart: 'bar' }, { chart: 'quotes' }],
])('%j is drawn with %j', (given, changed) => {
  expect(drawable(shape(given))).toEqual(shape({ ...given, ...changed }))
})

describe('every metric', () => {
  test.each([...metrics, ...quoteKinds])('%s can be drawn in each way that is offered', (metric) => {
    for (const groupBy of groupingsFor(metric))
      for (const breakdown of breakdownsFor(metric, groupBy))
        for (const chart of chartsFor({ metric, groupBy, breakdown })) {
          const offered = { metric, groupBy, breakdown, chart }
          expect(drawable(offered)).toEqual(offered)
        }
    expect(drawable(shape({ metric })).metric).toBe(metric)
  })
})

test('the ready-made charts can be drawn as they are', () => {
  const shapes = defaultBoards().flatMap(({ tiles }) => tiles.map(({ definition }) => definition))
  expect(shapes.map(drawable)).toEqual(shapes)
})
