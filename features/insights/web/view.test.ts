import { expect, test } from 'vitest'
import { defaultView, rangeOf, readView, type View, viewParams } from './view.ts'

const id = '6f1d29c0-0000-4000-8000-000001000000'

test.each<[string, Partial<View>]>([
  ['', {}],
  [`board=${id}`, { board: id }],
  ['page=reports', { page: 'reports' }],
  ['report=new', { page: 'reports', report: 'new' }],
  ['community=%40Hacker_News', { communities: ['@Hacker_News'] }],
  [`report=${id}&days=90`, { page: 'reports', report: id, period: 90 }],
  ['from=2026-01-01&to=2026-02-01', { period: { from: '2026-01-01', to: '2026-02-01' } }],
  [
    'days=365&compare=none&community=sales&community=CRM',
    { period: 365, compare: 'none', communities: ['sales', 'CRM'] },
  ],
])('an address is read and written alike: %s', (address, view) => {
  expect(readView(new URLSearchParams(address))).toEqual({ ...defaultView, ...view })
  expect(viewParams({ ...defaultView, ...view }).toString()).toBe(address)
})

test.each([
  'board=1',
  'report=x',
  'days=8',
  'from=2026-02-01&to=2026-01-01',
  'from=2020-01-01&to=2026-01-01',
  'compare=x',
  'community=a%2Fb',
])('an invalid address shows the defaults: %s', (address) => {
  expect(readView(new URLSearchParams(address))).toEqual(defaultView)
})

test('a span ends today, and counts today', () => {
  expect(rangeOf(7, '2026-11-26')).toEqual({ from: '2026-11-20', to: '2026-11-26' })
})
