import { describe, expect, test } from 'vitest'
import { agedLabel, replyDueSpan, replyWindowOf, replyWindowSpan, windowEndOf } from './reply-window.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 6, 1)

describe('the reply window of a post', () => {
  test.each([
    ['just now', 0, 'fresh', 72 * hour],
    ['just under three days old', 72 * hour - 1, 'fresh', 1],
    ['three days old', 72 * hour, 'cooling', 264 * hour],
    ['two weeks old', 336 * hour, 'cold', 1824 * hour],
    ['ninety days old', 2160 * hour, 'evergreen', null],
    ['dated in the future', -hour, 'fresh', 73 * hour],
  ])('%s', (_case, age, window, endsIn) => {
    expect(replyWindowOf(now - age, now)).toBe(window)
    expect(windowEndOf(now - age, now)).toBe(endsIn === null ? null : now + endsIn)
  })

  test('of unknown age is the last and never ends', () => {
    expect(replyWindowOf(null, now)).toBe('evergreen')
    expect(windowEndOf(null, now)).toBeNull()
  })
})

test.each([0, 1, 72 * hour - 1, 72 * hour, 336 * hour, 2160 * hour - 1, 2160 * hour, -hour])(
  'a post of age %i ms is within the span of its window only',
  (age) => {
    const postedAt = now - age
    const isIn = (window: Parameters<typeof replyWindowSpan>[0]) => {
      const { after, until } = replyWindowSpan(window, now)
      return (after === null || postedAt > after) && (until === null || postedAt <= until)
    }
    const windows = ['fresh', 'cooling', 'cold', 'evergreen'] as const
    expect(windows.filter(isIn)).toEqual([replyWindowOf(postedAt, now)])
  },
)

test.each([
  [48 * hour - 1, false],
  [48 * hour, true],
  [336 * hour - 1, true],
  [336 * hour, false],
])('whether a reply to a post of age %i ms is due: %s', (age, expected) => {
  const { after, until } = replyDueSpan(now)
  expect(now - age > after && now - age <= until).toBe(expected)
})

test('age turns "wants it now" into "has the problem", and never lower', () => {
  const labels = [0, 1, 2, 3] as const
  expect(labels.map((label) => agedLabel(label, 'cooling'))).toEqual([0, 1, 2, 3])
  expect(labels.map((label) => agedLabel(label, 'cold'))).toEqual([0, 1, 2, 2])
  expect(labels.map((label) => agedLabel(label, 'evergreen'))).toEqual([0, 1, 2, 2])
})
