import { describe, expect, test } from 'vitest'
import {
  allSurvivalText,
  busiestText,
  gateText,
  hoursBasisText,
  ownSurvivalText,
  rateText,
  shadeOf,
  standingText,
  termText,
} from './playbook-text.ts'

const quoted = { rule: 'Rule', words: 'Words.' }
const account = { name: 'wilma', ageDays: 10, karma: 120 }

test.each([
  ['age', 30, 'Account at least 30 days old', 'Not met', 'u/wilma is 10 days old.'],
  ['age', 1, 'Account at least 1 day old', 'Met', 'u/wilma is 10 days old.'],
  ['karma', 100, 'At least 100 karma', 'Met', 'u/wilma has 120 karma.'],
  ['karma', null, 'Some karma', 'No number given', 'u/wilma has 120 karma.'],
] as const)('a gate of %s %s is %j: %s. %s', (kind, limit, text, word, rest) => {
  const gate = { kind, limit, ...quoted }
  expect(gateText(gate)).toBe(text)
  expect(standingText(gate, account)).toMatchObject({ word, rest })
  expect(standingText(gate, null).word).toBe('Unknown')
  expect(standingText(gate, { name: 'wilma', ageDays: null, karma: null }).word).toBe('Unknown')
})

test.each([
  ['day', [6], 'Day named: Saturday'],
  ['day', [1, 3, 5], 'Days named: Monday, Wednesday and Friday'],
  ['thread', [], 'In a certain thread'],
  ['share', [], 'Up to a share of your posts'],
] as const)('a term of the kind %s for %j is %j', (kind, days, text) => {
  expect(termText({ kind, days: [...days], ...quoted })).toBe(text)
})

describe('a rate', () => {
  test.each([
    [{ live: 0, removed: 0, open: 0, unknown: 0 }, 'Too few', 'No reply has been checked after 24 hours yet.'],
    [
      { live: 1, removed: 2, open: 1, unknown: 1 },
      'Too few',
      "1 of 3 replies was still visible after 24 hours. A rate needs 5. 1 is still being checked. 1 couldn't be checked, or was deleted by the author.",
    ],
    [{ live: 9, removed: 3, open: 0, unknown: 0 }, '75%', '9 of 12 replies were still visible after 24 hours.'],
  ])('of %j is %s: %s', (own, rate, basis) => {
    expect([rateText(own), ownSurvivalText(own)]).toEqual([rate, basis])
  })

  test('of all projects says how many replies and customers it rests on, or why there is none', () => {
    expect(allSurvivalText({ live: 1_000, removed: 500, customers: 12 })).toBe(
      '1,000 of 1,500 replies by 12 customers were still visible after 24 hours.',
    )
    expect(allSurvivalText(null)).toContain('at least 5 other customers')
  })
})

describe('the hours', () => {
  const hoursOf = (found: Record<string, number>, more: object = {}) => {
    const counts = Array.from({ length: 7 }, (_, day) =>
      Array.from({ length: 24 }, (_, hour) => found[`${day} ${hour}`] ?? 0),
    )
    const posts = counts.flat().reduce((sum, count) => sum + count, 0)
    return { timeZone: 'Europe/Berlin', days: 90, posts, capped: false, counts, ...more }
  }

  test('are named from a hundred posts on, the busiest first', () => {
    expect(busiestText(hoursOf({ '0 9': 50, '1 14': 60, '6 23': 40, '3 3': 1 }))).toBe(
      'Tue 14:00, Mon 09:00, Sun 23:00',
    )
    expect(busiestText(hoursOf({ '0 9': 50 }))).toBe('Too few posts to name the busiest hours')
  })

  test('say what they rest on', () => {
    expect(hoursBasisText(hoursOf({}))).toBe('Earshot stored no posts from this community in the last 90 days.')
    expect(hoursBasisText(hoursOf({ '0 9': 50 }))).toBe(
      'From 50 posts and comments of the last 90 days that Earshot stored: those that match a watchlist or were imported, not all. Times in Europe/Berlin.',
    )
    expect(hoursBasisText(hoursOf({ '0 9': 50 }, { capped: true }))).toContain('the newest 50')
  })

  test.each([
    [0, 8, 0],
    [1, 8, 1],
    [4, 8, 2],
    [8, 8, 4],
    [1, 1, 4],
  ])('%i of at most %i has the shade %i', (found, most, shade) => {
    expect(shadeOf(found, most)).toBe(shade)
  })
})
