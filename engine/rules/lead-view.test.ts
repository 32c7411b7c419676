import { expect, test } from 'vitest'
import { narrowView } from './factories.ts'
import { defaultView, readView, viewParams, viewText } from './lead-view.ts'

test.each([
  ['', {}],
  ['tab=saved&sort=newest', { tab: 'saved', sort: 'newest' }],
  ['tab=nonsense&sort=__proto__&age=young&label=7&claimed=x&unread=2&since=yesterday', {}],
  ['tab=rejected', { tab: 'rejected' }],
  ['tab=all&look=table', { tab: 'all', look: 'table' }],
  ['look=rows', {}],
  ['weights=1-0.5-2', { weights: { fit: 1, intent: 0.5, window: 2 } }],
  ['weights=1-0.5', {}],
  ['weights=1-2.1-1', {}],
  ['weights=1--1-1', {}],
  ['weights=1-1-', {}],
  ['weights=1-1-1-1', {}],
  ['weights=12-1-1', {}],
  ['weights=x1-1-1', {}],
  ['weights=1.25-1-1', {}],
  ['hour=23&weekday=7', { hour: 23, weekday: 7 }],
  ['hour=24&weekday=0', {}],
  ['hour=07&weekday=1.5', {}],
  ['since=2026-01-30T07%3A00%3A00Z', { since: '2026-01-30T07:00:00.000Z' }],
  ['since=1969-12-31T23%3A59%3A59Z', {}],
  ['since=%2B010000-01-01T00%3A00%3A00Z', {}],
  ['q=+simple+crm%00+', { text: 'simple crm' }],
  ['age=cold&age=fresh&label=2&label=3&label=2', { windows: ['fresh', 'cold'], labels: [3, 2] }],
  ['community=sales&community=sales&community=&claimed=me', { communities: ['sales'], claimed: 'me' }],
] as const)('the address %j is read', (params, view) => {
  expect(readView(new URLSearchParams(params))).toEqual({ ...defaultView, ...view })
})

test('an address omits defaults, and is read back the same', () => {
  expect(viewParams(defaultView, null).toString()).toBe('')
  expect(viewParams({ ...defaultView, tab: 'replied', sort: 'newest' }, 'l1').toString()).toBe(
    'tab=replied&sort=newest&lead=l1',
  )
  expect(readView(new URLSearchParams(viewParams(narrowView, 'l1').toString()))).toEqual(narrowView)
})

const many = (count: number) => Array.from({ length: count }, (_, index) => `community=c${index}`).join('&')

test.each([
  ['', ''],
  ['?tab=saved', 'tab=saved'],
  ['sort=newest&tab=saved', 'tab=saved&sort=newest'],
  ['tab=new&sort=now', ''],
  ['q=a%20crm&label=2&label=3', 'q=a+crm&label=3&label=2'],
  [many(50), many(50)],
  [many(51), null],
  ['tab=nonsense', null],
  ['label=7', null],
  ['weights=3-1-1', null],
  ['since=yesterday', null],
  ['tab=saved&lead=1', null],
  ['community=sales&community=sales', null],
  ['tab=saved&tab=rejected', null],
])('as a saved view, %j becomes %j', (given, usual) => {
  expect(viewText(given)).toBe(usual)
})
