import { describe, expect, test } from 'vitest'
import { type Sample, speedOf, withSample } from './speed.ts'

const at = (seconds: number, items: number, bytes: number): Sample => ({ at: seconds * 1000, items, bytes })
const all = (...samples: Sample[]) => samples.reduce<readonly Sample[]>(withSample, [])

test('the speed and remaining time are based on the last seconds', () => {
  const samples = all(at(0, 0, 0), at(30, 1000, 100), at(35, 2000, 200), at(40, 3000, 300))
  expect(speedOf(samples, 500)).toEqual({ itemsPerSecond: 200, secondsLeft: 10 })
})

describe('no speed is shown', () => {
  test.each<[string, readonly Sample[]]>([
    ['without samples', []],
    ['for a single sample', all(at(0, 10, 10))],
    ['for two samples too close together', all(at(0, 0, 0), at(1, 10, 10))],
    ['for two samples from the same moment', all(at(5, 10, 10), at(5, 20, 20))],
    ['after the counts decreased', all(at(0, 100, 100), at(5, 0, 0))],
  ])('%s', (_, samples) => {
    expect(speedOf(samples, 500)).toBeNull()
  })
})

test('without progress, the remaining time is unknown', () => {
  expect(speedOf(all(at(0, 10, 10), at(5, 10, 10)), 500)).toEqual({ itemsPerSecond: 0, secondsLeft: null })
})
