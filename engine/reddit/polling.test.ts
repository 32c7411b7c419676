import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type FeedPace,
  groupsOf,
  type Pace,
  paceAfter,
  perMinuteOf,
  pollBounds,
  pollingOf,
  unknownPace,
  waitAfter,
} from './polling.ts'

const minute = 60_000
const poll = (items: number, minutes: number, isWhole = true) => ({ items, overMs: minutes * minute, isWhole })
const pollAfter = (...polls: ReturnType<typeof poll>[]) => perMinuteOf(polls.reduce<Pace>(paceAfter, unknownPace))
const times = <T>(count: number, each: T) => Array.from({ length: count }, () => each)

describe('the pace of a feed', () => {
  test.each<[string, number, [least: number, most: number]]>([
    ['is assumed to be low before the first poll', perMinuteOf(unknownPace), [1, 1]],
    ['is known after an hour', pollAfter(...times(12, poll(50, 5))), [9, 11]],
    ['is close to zero for a silent feed', pollAfter(...times(12, poll(0, 5))), [0.001, 0.05]],
    ['rises immediately with a burst', pollAfter(...times(30, poll(1, 10)), poll(80, 8)), [8, 11]],
    [
      'rises with a page that did not reach the cursor',
      pollAfter(...times(9, poll(1, 10)), poll(100, 2, false)),
      [30, 51],
    ],
    [
      'rises with such a page even if it is only slightly busier',
      pollAfter(...times(60, poll(10, 1)), poll(60, 4, false)),
      [12, 13],
    ],
    ['hardly falls after one quiet minute', pollAfter(...times(60, poll(10, 1)), poll(0, 1)), [8.5, 10]],
    ['falls within hours of silence', pollAfter(...times(60, poll(10, 1)), ...times(12, poll(0, 10))), [0.01, 0.5]],
    ['ignores a clock that was set back', pollAfter(...times(12, poll(50, 5)), poll(0, -60)), [9, 11]],
  ])('%s', (_what, rate, [least, most]) => {
    expect(rate).toBeGreaterThanOrEqual(least)
    expect(rate).toBeLessThanOrEqual(most)
  })
})

/** A few busy feeds among many quiet ones. */
const pace = fc.oneof(
  { arbitrary: fc.integer({ min: 1, max: 1000 }).map((part) => (part / 1000) ** 3 * 3), weight: 9 },
  { arbitrary: fc.integer({ min: 1, max: 900 }), weight: 1 },
)
const upTo200 = { minLength: 1, maxLength: 200, size: 'max' } as const
const someFeeds = fc.array(pace, upTo200).map((paces) => paces.map((perMinute, at) => ({ feed: `p${at}`, perMinute })))

const intervals = (paces: number[], budget: number) => {
  const { intervalMs, isShort } = pollingOf(
    paces.map((perMinute, at) => ({ feed: `p${at}`, perMinute })),
    budget,
  )
  return { seconds: [...intervalMs.values()].map((ms) => Math.round(ms / 1000)), isShort }
}

describe('sharing polls among feeds', () => {
  test.each<[string, number[], number, number[], boolean]>([
    ['no feeds need no polls', [], 60, [], false],
    ['a single feed is polled at the maximum rate', [5], 60, [5], false],
    ['a feed that is four times as busy is polled twice as often', [4, 1], 3, [30, 60], false],
    ['a busy feed is polled before its page is full', [160, 0.01], 2.1001, [30, 600], false],
    ['a silent feed is polled occasionally', [0, 10], 60, [600, 5], false],
    ['a budget that is too small stretches all intervals equally', [160, 0.01], 1.05, [60, 1200], true],
    ['a dozen quiet feeds share about one poll a minute', times(12, 0.5), 1.2, times(12, 600), false],
  ])('%s', (_what, paces, budget, seconds, isShort) => {
    expect(intervals(paces, budget)).toEqual({ seconds, isShort })
  })

  test('for any feeds, stays within the budget, polls before pages are full and starves none', () => {
    let shorts = 0
    const budgets = fc.nat(1000).map((part) => 0.5 + (part / 1000) ** 2 * 300)
    fc.assert(
      fc.property(someFeeds, budgets, (feeds, budget) => {
        const { intervalMs, isShort } = pollingOf(feeds, budget)
        const polls = feeds.map(({ feed }) => minute / intervalMs.get(feed)!)
        const total = polls.reduce((all, each) => all + each, 0)
        expect(total).toBeLessThanOrEqual(budget * 1.000001)
        const ordered = feeds.toSorted((a, b) => a.perMinute - b.perMinute)
        const waits = ordered.map(({ feed }) => intervalMs.get(feed)!)
        expect(waits).toEqual(waits.toSorted((a, b) => b - a))
        if (isShort) {
          shorts++
          // Each feed still gets its share of what it needs.
          const needed = feeds.map(({ perMinute }) => Math.max(perMinute / 80, minute / pollBounds.mostMs))
          const parts = polls.map((each, at) => each / needed[at]!)
          expect(Math.max(...parts) / Math.min(...parts)).toBeLessThan(1.001)
          expect(total).toBeGreaterThan(budget * 0.999)
          return
        }
        for (const { feed, perMinute } of feeds) {
          expect((perMinute * intervalMs.get(feed)!) / minute).toBeLessThan(100)
          expect(intervalMs.get(feed)).toBeLessThanOrEqual(pollBounds.mostMs)
        }
        // No polls are left over while a feed could be polled more often.
        const isIdle = waits.every((ms) => ms <= pollBounds.leastMs)
        expect(isIdle || total > budget * 0.98).toBe(true)
      }),
      { seed: 7, numRuns: 300 },
    )
    expect(shorts).toBeGreaterThan(20)
    expect(shorts).toBeLessThan(280)
  })

  test('a feed with a rising pace is never polled less often', () => {
    fc.assert(
      fc.property(someFeeds, (feeds) => {
        const [first, ...others] = feeds
        const wait = (perMinute: number) => pollingOf([{ ...first!, perMinute }, ...others], 400).intervalMs.get('p0')!
        expect(wait(first!.perMinute * 2)).toBeLessThanOrEqual(wait(first!.perMinute))
      }),
      { seed: 11, numRuns: 100 },
    )
  })
})

test('the wait doubles with each failure, up to ten minutes', () => {
  expect([1, 2, 3, 6, 7, 2000].map((failures) => waitAfter(failures) / 1000)).toEqual([15, 30, 60, 480, 600, 600])
})

describe('quiet feeds are grouped', () => {
  test.each<[string, [string, number][], string[][]]>([
    ['into nothing if there are none', [], []],
    [
      'in order of their names',
      [
        ['c', 1],
        ['a', 1],
        ['b', 1],
      ],
      [['a', 'b', 'c']],
    ],
    [
      'apart from busy ones',
      [
        ['c', 1],
        ['a', 8],
        ['b', 1],
      ],
      [['a'], ['b', 'c']],
    ],
    [
      'up to what fits on a page',
      [
        ['a', 5],
        ['b', 2],
        ['c', 2],
        ['d', 5],
      ],
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'up to a hundred',
      times(150, 0).map((pace, at) => [`p${100 + at}`, pace]),
      [times(100, 0).map((_, at) => `p${100 + at}`), times(50, 0).map((_, at) => `p${200 + at}`)],
    ],
  ])('%s', (_what, feeds, groups) => {
    expect(groupsOf(feeds.map(([feed, perMinute]) => ({ feed, perMinute })))).toEqual(groups)
  })

  test('each once, within the length of an address, and never as two neighboring groups that would fit in one', () => {
    const longNames = fc
      .array(fc.tuple(pace, fc.nat(19)), upTo200)
      .map((rows) => rows.map(([perMinute, length], at) => ({ feed: `p${at}${'ä_'.repeat(length)}`, perMinute })))
    const shuffled = (feeds: FeedPace[]) =>
      fc.shuffledSubarray(feeds, { minLength: feeds.length, maxLength: feeds.length })
    fc.assert(
      fc.property(
        longNames.chain((feeds) => fc.tuple(fc.constant(feeds), shuffled(feeds))),
        ([feeds, shuffled]) => {
          const paceOf = new Map(feeds.map(({ feed, perMinute }) => [feed, perMinute]))
          const groups = groupsOf(feeds)
          expect(groups.flat().toSorted()).toEqual([...paceOf.keys()].toSorted())
          for (const group of groups) {
            const pace = group.reduce((all, feed) => all + paceOf.get(feed)!, 0)
            expect(group.length === 1 || pace <= 8).toBe(true)
            expect(group.map(encodeURIComponent).join('+').length).toBeLessThanOrEqual(1_500)
          }
          expect(groupsOf(shuffled)).toEqual(groups)
        },
      ),
      { seed: 3, numRuns: 100 },
    )
  })
})
