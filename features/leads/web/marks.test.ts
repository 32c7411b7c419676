import { expect, test } from 'vitest'
import type { Component } from '#engine/score/component.ts'
import { quoteMark, segmentsOf } from '#platform/web/post/marks.ts'
import { marksOf } from './marks.ts'

const text = 'looking for a simple crm that is cheap'
const span = (words: string, field: 'title' | 'body' = 'body') => ({
  field,
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
})
const components: Component[] = [
  { name: 'fit', points: 12, reasons: [{ text: 'Mentions “simple crm”', points: 12, spans: [span('simple crm')] }] },
  {
    name: 'intent',
    points: 20,
    reasons: [
      { text: 'Looks for one', points: 25, spans: [span('looking for a simple'), span('crm', 'title')] },
      { text: 'Talks about prices', points: -5, spans: [span('cheap')] },
    ],
  },
]

test('overlapping spans are split into marks that know all their reasons', () => {
  const marks = marksOf(components, 'body')
  expect(marks.map((mark) => [text.slice(mark.start, mark.end), mark.reasons, mark.earned])).toEqual([
    ['looking for a ', [1], true],
    ['simple', [0, 1], true],
    [' crm', [0], true],
    ['cheap', [2], false],
  ])
})

test('the words that the sentence of a lead quotes are marked too, and do not count as earned', () => {
  const marks = marksOf(components, 'body', span('crm that is'))
  expect(marks.map((mark) => [text.slice(mark.start, mark.end), mark.reasons, mark.earned])).toEqual([
    ['looking for a ', [1], true],
    ['simple', [0, 1], true],
    [' ', [0], true],
    ['crm', [quoteMark, 0], true],
    [' that is', [quoteMark], false],
    ['cheap', [2], false],
  ])
})

test('each field has its own marks', () => {
  expect(marksOf(components, 'title').map((mark) => text.slice(mark.start, mark.end))).toEqual(['crm'])
  expect(marksOf(components, 'flair')).toEqual([])
})

test('splitting a text at its marks loses no character and keeps the order', () => {
  const cut = segmentsOf(text, marksOf(components, 'body'))
  expect(cut.map((piece) => piece.text).join('')).toBe(text)
  expect(cut.filter((piece) => piece.mark).map((piece) => piece.text)).toEqual([
    'looking for a ',
    'simple',
    ' crm',
    'cheap',
  ])
})

test('a part of a text gets the marks that fall into it', () => {
  const start = text.indexOf('simple')
  const part = text.slice(start, start + 9)
  expect(
    segmentsOf(part, marksOf(components, 'body'), start).map((piece) => [piece.text, piece.mark !== null]),
  ).toEqual([
    ['simple', true],
    [' cr', true],
  ])
})

test('marks that are empty, reversed or beyond the text change nothing', () => {
  const wild = (start: number, end: number): Component[] => [
    { name: 'fit', points: 1, reasons: [{ text: '', points: 1, spans: [{ field: 'body', start, end }] }] },
  ]
  for (const [start, end] of [
    [100, 200],
    [3, 3],
    [5, 2],
    [-4, 0],
  ] as const) {
    expect(segmentsOf('short', marksOf(wild(start, end), 'body'))).toEqual([{ text: 'short', mark: null }])
  }
})

test.each([
  [3, true],
  [2.9, false],
  [-4, false],
])('words whose reason has %d points are always marked: %s', (points, earned) => {
  const [mark] = marksOf([{ name: 'fit', points, reasons: [{ text: '', points, spans: [span('simple')] }] }], 'body')
  expect(mark?.earned).toBe(earned)
})
