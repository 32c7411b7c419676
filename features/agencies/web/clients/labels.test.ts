import { expect, test } from 'vitest'
import { planOptions, tightestUsage } from './labels.ts'

const keywords = { what: 'keywords', used: 18, limit: 20 } as const
const competitors = { what: 'competitors', used: 1, limit: 3 } as const

test.each([
  [
    'the limit of which most is used',
    [competitors, keywords],
    { percent: 90, text: '18 of 20 keywords', isTight: true },
  ],
  ['a limit with room', [competitors], { percent: 33, text: '1 of 3 competitors', isTight: false }],
  ['less than 100 % until all is used', [{ ...keywords, used: 1999, limit: 2000 }], { percent: 99 }],
  ['nothing without limits', [{ ...keywords, limit: null }], null],
  ['nothing for what a plan lacks', [{ what: 'dailyDMs', used: 0, limit: 0 } as const], null],
])('the usage of a client project shows %s', (_, usage, shown) => {
  const found = tightestUsage(usage)
  if (shown === null) expect(found).toBeNull()
  else expect(found).toMatchObject(shown)
})

test('plans that are no longer sold are offered only to projects that have them', () => {
  const plans = (current: Parameters<typeof planOptions>[0]) => planOptions(current).map(({ value }) => value)
  expect(plans(null)).toEqual(['startup', 'growth', 'professional', 'pro'])
  expect(plans('starter')).toContain('starter')
  expect(planOptions('growth')[1]?.detail).toBe('40 keywords, 6 competitors, 300 reply suggestions')
})
