import { describe, expect, test } from 'vitest'
import type { MentionSpike, MentionTrends, NameTrend } from '../../contract.ts'
import { defaultView, type View } from '../view.ts'
import { chartedNames, chartOf, filtersText, labelsOf, listOf, measureOf, namesIn, shareWindow } from './names.ts'

const none = { positive: 0, neutral: 0, negative: 0, unknown: 0 }
const name = (id: string, kind: NameTrend['kind'], counts: number[]): NameTrend => ({
  ...{ id, kind, phrase: id.toUpperCase(), ...none, counts },
  neutral: counts.reduce((sum, count) => sum + count, 0),
})
/** Six names over three days, most mentions first. */
const trends: MentionTrends = {
  unit: 'day',
  periods: ['2026-11-18', '2026-11-19', '2026-11-20'],
  names: [
    name('w', 'competitor', [4, 4, 4]),
    name('crm', 'industry', [5, 0, 4]),
    name('x', 'competitor', [1, 2, 1]),
    name('own', 'brand', [1, 0, 1]),
    name('y', 'competitor', [1, 0, 0]),
    name('z', 'competitor', [0, 1, 0]),
  ],
  spikes: [],
  capped: false,
}
const ids = (names: NameTrend[]) => names.map(({ id }) => id)

describe('the names of a view', () => {
  test.each([
    ['brand', [], ['own', 'w', 'x', 'y', 'z']],
    ['competitor', [], ['w', 'x', 'y', 'z']],
    ['industry', [], ['crm']],
    ['all', [], ['w', 'crm', 'x', 'own', 'y', 'z']],
    ['brand', ['x', 'crm'], ['crm', 'x']],
    ['competitor', ['x'], ['w', 'x', 'y', 'z']],
    ['competitor', ['x', 'gone'], ['w', 'x', 'y', 'z']],
  ] as const)('in the tab %s, comparing %j, are %j', (tab, compared, expected) => {
    expect(ids(namesIn(trends, { tab, compared, names: [] }))).toEqual(expected)
  })

  test.each([
    ['competitor', [], ['y', 'w'], ['w', 'y']],
    ['brand', [], ['y'], ['own', 'y']],
    // Another name of the brand.
    ['brand', [], ['keyword'], ['own', 'w', 'x', 'y', 'z']],
    ['competitor', ['w', 'x'], ['y'], ['w', 'x']],
  ] as const)('in the tab %s, comparing %j, in a list of %j, are %j', (tab, compared, wanted, expected) => {
    expect(ids(namesIn(trends, { tab, compared, names: wanted }))).toEqual(expected)
  })

  test('in a chart are at most four', () => {
    expect(ids(chartedNames(trends, defaultView))).toEqual(['own', 'w', 'x', 'y'])
  })

  test('of the same wording are told apart by kind', () => {
    const same = { phrase: 'crm' }
    expect(
      labelsOf([
        { ...same, kind: 'industry' },
        { ...same, kind: 'competitor' },
        { phrase: 'x', kind: 'brand' },
      ]),
    ).toEqual(['crm (industry)', 'crm (competitor)', 'x'])
  })
})

describe('the list behind a number', () => {
  const view: View = { ...defaultView, communities: ['crm'], range: { from: '2026-11-01', to: '2026-11-20' } }

  test('has the name and the sentiment, handled or not, under the same filters', () => {
    const { range, communities } = view
    expect(listOf(view, { id: 'w', kind: 'competitor' }, 'negative')).toEqual({
      ...{ ...defaultView, tab: 'competitor', status: 'all', names: ['w'], feelings: ['negative'], range, communities },
    })
  })

  test('of the brand is its tab', () => {
    expect(listOf(view, { id: 'own', kind: 'brand' }, null)).toMatchObject({ tab: 'brand', names: [], feelings: [] })
  })
})

test.each<[Partial<View>, string | null]>([
  [{ status: 'handled' }, null],
  [
    { communities: ['sales'], feelings: ['negative', 'unknown'], text: 'slow' },
    'r/sales, negative, not judged, “slow”',
  ],
  [{ names: ['w', 'keyword'] }, 'W'],
  [{ names: ['w'], compared: ['x', 'y'] }, null],
  [{ communities: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'r/a, r/b, r/c, r/d and 2 more'],
])('of the filters %j, the charts use: %s', (filters, expected) => {
  expect(filtersText(trends, { ...defaultView, ...filters })).toBe(expected)
})

describe('the chart', () => {
  const spike = (day: string, phrase: string): MentionSpike => ({
    ...{ id: 'w', kind: 'competitor', phrase, day, mentions: 9, usual: 1 },
    thread: { mention: 'm', title: 'T', subreddit: 's', mentions: 3 },
  })
  const names = namesIn(trends, { ...defaultView, compared: ['w', 'x'] })

  test('has the shares of each day in percent, or the counts', () => {
    expect(chartOf(trends, names, [], 'share')).toMatchObject({
      unit: 'percent',
      series: [
        { label: 'W', values: [80, 67, 80] },
        { label: 'X', values: [20, 33, 20] },
      ],
    })
    expect(chartOf(trends, names, [], 'mentions').series.map(({ values }) => values)).toEqual([
      [4, 4, 4],
      [1, 2, 1],
    ])
  })

  test('numbers spikes as the list does, and places those of a week on its Monday', () => {
    const spikes = [spike('2026-11-20', 'W'), spike('2026-11-18', 'X')]
    expect(chartOf(trends, names, spikes, 'share').marks).toEqual([
      { index: 2, label: '1', text: 'W, 9 mentions' },
      { index: 0, label: '2', text: 'X, 9 mentions' },
    ])
    const weekly: MentionTrends = { ...trends, unit: 'week', periods: ['2026-11-02', '2026-11-09', '2026-11-16'] }
    expect(chartOf(weekly, names, spikes, 'share').marks?.map(({ index }) => index)).toEqual([2, 2])
  })

  test('has no days if no name was mentioned', () => {
    expect(chartOf(trends, [name('own', 'brand', [0, 0, 0])], [], 'share').days).toEqual([])
  })
})

test.each([
  ['two names', [name('x', 'competitor', [1]), name('own', 'brand', [2])], 'share'],
  ['one name', [name('own', 'brand', [2])], 'mentions'],
  ['two names, one of them never mentioned', [name('x', 'competitor', [1]), name('own', 'brand', [0])], 'mentions'],
] as const)('the share of %s is charted if it says something', (_, names, expected) => {
  expect(measureOf(names, 'share')).toBe(expected)
  expect(measureOf(names, 'mentions')).toBe('mentions')
})

test.each([
  ['day', 7, 1],
  ['day', 8, 7],
  ['week', 20, 1],
] as const)('by %s, the share over %i periods covers %i', (unit, length, expected) => {
  expect(shareWindow({ unit, periods: Array.from({ length }, () => '2026-11-20') })).toBe(expected)
})
