import { expect, test } from 'vitest'
import { runSteps, stretches } from './steps.ts'

test('stretches cover all numbers once, and an empty range has none', () => {
  expect([...stretches(1, 8, 3)]).toEqual([
    [1, 4],
    [4, 7],
    [7, 8],
  ])
  expect([...stretches(5, 5, 3)]).toEqual([])
})

test('running all steps at once returns their result', () => {
  const done: number[] = []
  const steps = (function* () {
    for (const [from] of stretches(0, 3, 1)) {
      done.push(from)
      yield
    }
    return 'made'
  })()
  expect(runSteps(steps)).toBe('made')
  expect(done).toEqual([0, 1, 2])
})
