import { expect, test } from 'vitest'
import type { Component } from '../score/component.ts'
import { distinguishing } from './distinguishing.ts'

const lead = (points: Record<string, number>): Component[] => [
  {
    name: 'fit',
    points: 0,
    reasons: Object.entries(points).map(([kind, each]) => ({ kind, text: kind, points: each, spans: [] })),
  },
]
const usual = [lead({ topic: 30, words: 20 }), lead({ topic: 31, words: 22, own: -5 }), lead({ topic: 29, words: 21 })]

test.each<[string, Record<string, number>, Component[][], string[]]>([
  ['what others have as well says nothing', { topic: 31, words: 21.5 }, usual, []],
  ['what only this one has comes first', { topic: 40, competitor: 15 }, usual, ['competitor', 'topic']],
  ['a reason against it counts too', { topic: 30, learn: -9, competitor: 4 }, usual, ['learn', 'competitor']],
  ['fewer points than usual are no reason for it', { topic: 3, competitor: 4 }, usual, ['competitor']],
  ['at most three', { a: 5, b: 9, c: -7, d: 8 }, usual, ['b', 'd', 'c']],
  ['without other leads, the weightiest', { a: 5, b: 9, c: -7, d: 0.4 }, [], ['b', 'c', 'a']],
  ['small ones together set nothing apart', { rest: 12 }, usual, []],
])('%s', (_name, points, others, kinds) => {
  expect(distinguishing(lead(points), others).map(({ kind }) => kind)).toEqual(kinds)
})

test('stored reasons without a kind are left out', () => {
  const [component] = lead({ a: 9 })
  const old = [{ ...component!, reasons: [{ text: 'Old', points: 9, spans: [] }] }]
  expect(distinguishing(old, usual)).toEqual([])
})
