import { describe, expect, test } from 'vitest'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import { changeOf, drawingOf, isEmpty } from './model.ts'
import { csvCellsOf, rowsOf, textsOf } from './rows.ts'
import { sampleSeries } from './sample.ts'

const query = (given: Partial<SeriesQuery> = {}): SeriesQuery => ({
  ...{
    metric: 'leads',
    groupBy: 'day',
    breakdown: null,
    from: '2026-11-01',
    to: '2026-11-03',
    compare: 'none',
    subreddits: [],
  },
  ...given,
})
const days = ['2026-11-01', '2026-11-02', '2026-11-03'].map((key) => ({ key, label: key }))
const row = (key: string, values: (number | null)[]) => ({
  key,
  label: key,
  values,
  total: values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
})
const series = (given: Partial<InsightSeries> = {}): InsightSeries => ({
  ...{ from: '2026-11-01', to: '2026-11-03', unit: 'count', groups: days, series: [row('all', [1, 0, 3])] },
  ...{ total: 4, before: null, leftOut: 0, countedAt: '2026-11-03T00:00:00.000Z' },
  ...given,
})
const before = { from: '2026-10-29', to: '2026-10-31', series: [row('all', [2, 2, null])], total: 4 }

describe('a chart', () => {
  test('over time has a line for the compared period', () => {
    expect(drawingOf(series({ before }), query({ compare: 'before' }), 'line')).toMatchObject({
      kind: 'time',
      chart: 'line',
      data: {
        days: days.map(({ key }) => key),
        series: [{ values: [1, 0, 3] }, { label: 'Previous period', values: [2, 2, null] }],
      },
    })
  })

  test('with more series than can be told apart draws four, and says how many are left', () => {
    const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => row(key, [1, 1, 1]))
    const drawing = drawingOf(series({ series: many, leftOut: 2 }), query({ breakdown: 'subreddit' }), 'area')
    expect(drawing).toMatchObject({ chart: 'stacked', leftOut: 4 })
    expect(drawing.kind === 'time' && drawing.data.series.map(({ label }) => label)).toEqual(['a', 'b', 'c', 'd'])
  })

  test.each([
    ['bar', null, 'count', 'bars'],
    ['area', null, 'count', 'area'],
    ['bar', 'kind', 'count', 'stackedBars'],
    ['area', 'name', 'percent', 'area'],
  ] as const)('%s, broken down by %s, of %s, is drawn as %s', (chart, breakdown, unit, kind) => {
    const rows = breakdown ? [row('a', [1, 2, 3]), row('b', [1, 2, 3])] : [row('all', [1, 2, 3])]
    expect(drawingOf(series({ series: rows, unit }), query({ breakdown }), chart)).toMatchObject({ chart: kind })
  })

  test('by category has bars with the value before, or with parts', () => {
    const groups = [{ key: 'x', label: 'X' }]
    const shown = series({ groups, series: [row('all', [5])], before: { ...before, series: [row('all', [3])] } })
    expect(drawingOf(shown, query({ groupBy: 'subreddit', compare: 'before' }), 'bar')).toMatchObject({
      categories: [{ label: 'X', value: 5, before: 3 }],
    })
    const parts = series({ groups, series: [row('a', [5]), row('b', [2])] })
    expect(drawingOf(parts, query({ groupBy: 'subreddit', breakdown: 'state' }), 'bar')).toMatchObject({
      categories: [{ value: 7, parts: [{ value: 5 }, { value: 2 }] }],
      legend: ['a', 'b'],
    })
  })

  test.each(['hour', 'weekday'] as const)(
    'of the hours of the week has hours across, grouped by %s first',
    (groupBy) => {
      const asked = query({ groupBy, breakdown: groupBy === 'hour' ? 'weekday' : 'hour' })
      const drawing = drawingOf(sampleSeries(asked), asked, 'heatmap')
      expect(drawing).toMatchObject({ kind: 'hours', best: expect.stringMatching(/^\w+day \d\d:00$/) })
      expect(drawing.kind === 'hours' && [drawing.hours.length, drawing.rows.length]).toEqual([24, 7])
    },
  )

  test('without numbers is empty', () => {
    expect(isEmpty(series({ series: [row('all', [0, null, 0])] }))).toBe(true)
    expect(isEmpty(series())).toBe(false)
  })
})

test.each([
  [12, 10, 'count', '+20%'],
  [5, 10, 'count', '−50%'],
  [4, 4, 'count', 'no change'],
  [4_920, 4_931, 'count', '−11'],
  [19_986, 11, 'count', '+19,975'],
  [3, 0, 'count', '+3'],
  [60, 45.5, 'percent', '+14.5 points'],
  [3600, 7800, 'seconds', '−1 h 10 min'],
  [null, 3, 'count', null],
] as const)('%s after %s, in %s, is a change of %s', (total, earlier, unit, text) => {
  expect(changeOf({ total, unit, before: { ...before, total: earlier } })).toBe(text)
})

test('the table has all values and those before, as text and as plain cells', () => {
  const rows = rowsOf(series({ before }), query({ compare: 'before' }))
  expect(textsOf(rows, 'count').slice(0, 2)).toEqual([
    ['Day', 'Leads', 'Previous period'],
    ['Nov 1, 2026', '1', '2'],
  ])
  expect(csvCellsOf(rows).at(-1)).toEqual(['Nov 3, 2026', 3, ''])
})
