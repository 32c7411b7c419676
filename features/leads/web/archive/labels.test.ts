import { expect, test } from 'vitest'
import { missRate } from '#engine/rules/miss-rate.ts'
import { missRateText, restoredText, reviewedText } from './labels.ts'

test.each([
  [1, 'Moved back to new'],
  [12, '12 leads moved back to new'],
])('%i restored leads are reported', (leads, text) => {
  expect(restoredText(leads)).toBe(text)
})

test.each([
  [3, 60, '3 of 60 reviewed were leads', '5%', 'between 1% and 14%'],
  [1, 1, '1 of 1 reviewed was a lead', '100%', 'between 20% and 100%'],
  [0, 50, '0 of 50 reviewed were leads', '0%', 'between 0% and 8%'],
])('%i leads among %i reviewed posts are reported with their share and its interval', (...figures) => {
  const [leads, reviewed, text, rate, interval] = figures
  const measured = missRate(leads, reviewed)
  expect([reviewedText(measured), missRateText(measured)]).toEqual([text, { rate, interval }])
})

test('without reviews there is no share to report', () => {
  const none = missRate(0, 0)
  expect([reviewedText(none), missRateText(none)]).toEqual(['No posts reviewed yet', null])
})
