import { expect, test } from 'vitest'
import { joinLabels, placeLabels } from './mark-labels.ts'

test.each([
  [['2'], '2'],
  [['1', '2'], '1, 2'],
  [['4', '2', '5', '3', '1'], '1–5'],
  [['9', '10', '11', '3'], '3, 9–11'],
])('the labels %j become %j', (labels, text) => {
  expect(joinLabels(labels)).toBe(text)
})

test('labels that would touch are joined between their lines, and others stay above their own', () => {
  const marks = [
    { x: 10, labels: ['1'] },
    { x: 100, labels: ['2'] },
    { x: 106, labels: ['3', '4'] },
    { x: 130, labels: ['5'] },
  ]
  const widthOf = (text: string) => text.length * 6
  expect(placeLabels(marks, widthOf, 4)).toEqual([
    { x: 10, text: '1' },
    { x: 103, text: '2–4' },
    { x: 130, text: '5' },
  ])
  expect(placeLabels(marks, widthOf, 20)).toEqual([
    { x: 10, text: '1' },
    { x: 115, text: '2–5' },
  ])
})
