import { describe, expect, test } from 'vitest'
import { chanceOf, labelOf, pointsOf } from './chance.ts'

describe('the chance of points', () => {
  const curve = { intercept: -6, slope: 0.1 }

  test.each([
    [60, 50],
    [82, 90],
    [38, 10],
    [-100, 0],
    [500, 100],
  ])('%d points are %d percent', (points, chance) => {
    expect(Math.round(chanceOf(points, curve))).toBe(chance)
  })

  test('grows with the points, and can be read backwards', () => {
    const chances = [20, 60, 90, 120].map((points) => chanceOf(points))
    expect(chances).toEqual(chances.toSorted((a, b) => a - b))
    expect(pointsOf(chanceOf(90))).toBeCloseTo(90, 0)
  })
})

test.each([
  [65, true, 3],
  [64.9, true, 2],
  [35, false, 2],
  [34.9, true, 1],
  [34.9, false, 0],
] as const)('a chance of %d percent (on topic: %s) has the label %i', (chance, isOnTopic, label) => {
  expect(labelOf(chance, isOnTopic)).toBe(label)
})
