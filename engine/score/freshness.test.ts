import { describe, expect, test } from 'vitest'
import type { Component } from './component.ts'
import { freshnessOf, refresh, rounded, totalOf } from './freshness.ts'

const hour = 3_600_000
const now = Date.UTC(2026, 6, 1)

describe('freshness falls in four steps (DESIGN 4)', () => {
  test.each([
    ['just now', 0, 'Posted today', 24 * hour],
    ['just under a day', 24 * hour - 1, 'Posted today', 1],
    ['a day', 24 * hour, 'Posted in the last 3 days', 48 * hour],
    ['three days', 72 * hour, 'Posted in the last 2 weeks', 264 * hour],
    ['two weeks', 336 * hour, 'Older than 2 weeks', null],
    ['years', 20_000 * hour, 'Older than 2 weeks', null],
    ['in the future', -hour, 'Posted today', 25 * hour],
  ])('%s', (_name, age, text, dueIn) => {
    const freshness = freshnessOf(now - age, now)
    expect(freshness.text).toBe(text)
    expect(freshness.dueAt).toBe(dueIn === null ? null : now + dueIn)
  })

  test('each step is worth less than the one before, and the last is worth nothing', () => {
    const points = [0, 24, 72, 336].map((hours) => freshnessOf(now - hours * hour, now).points)
    expect(points).toEqual(points.toSorted((a, b) => b - a))
    expect(new Set(points).size).toBe(4)
    expect(points.at(-1)).toBe(0)
  })

  test('an unknown age counts as the oldest and never changes', () => {
    expect(freshnessOf(null, now)).toEqual({ points: 0, text: 'Age unknown', dueAt: null })
  })
})

test('a refresh changes only freshness and the total', () => {
  const fit: Component = { name: 'fit', points: 40.1, reasons: [] }
  const fresh: Component = { name: 'freshness', points: 4, reasons: [{ text: 'Posted today', points: 4, spans: [] }] }
  const later = refresh([fit, fresh], now, now + 400 * hour)
  expect(later.components[0]).toEqual(fit)
  expect(later.components[1]).toEqual({ name: 'freshness', points: 0, reasons: [] })
  expect(later.score).toBe(40.1)
  expect(later.dueAt).toBeNull()
})

test('points are rounded to one decimal, and never to minus zero', () => {
  expect(rounded(0.149)).toBe(0.1)
  expect(Object.is(rounded(-0.01), 0)).toBe(true)
  expect(totalOf([0.1, 0.2].map((points) => ({ name: 'fit', points, reasons: [] })))).toBe(0.3)
})
