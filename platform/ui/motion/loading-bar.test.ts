import { describe, expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { barPx, loadingBar, progressAt } from './loading-bar.ts'

test('is three pixels high', () => expect(barPx).toBe(3))

test.each([
  [0, 0],
  [200, 0.126],
  [1000, 0.5],
  [2000, 0.705],
  [20_000, 0.968],
  [600_000, 0.999],
])('after %i ms the progress is %d', (ms, progress) => {
  expect(progressAt(ms)).toBeCloseTo(progress, 2)
  expect(progressAt(ms)).toBeLessThan(1)
})

type Step = number | 'start' | 'finish'

/** Returns the state of the bar after these steps; a number advances the clock by that many ms. */
function seen(steps: Step[]): string {
  const timers = testTimers()
  let state = { isShown: false, progress: 0 }
  const bar = loadingBar(timers, (next) => {
    state = next
  })
  for (const step of steps) {
    if (typeof step === 'number') timers.advance(step)
    else bar[step]()
  }
  const position = state.progress === 0 ? 'at its begin' : state.progress === 1 ? 'at its end' : 'on its way'
  return `${state.isShown ? 'shown' : 'hidden'} ${position}`
}

describe('the bar', () => {
  test.each<[string, Step[], string]>([
    ['during the first 200 ms', ['start', 199], 'hidden at its begin'],
    ['from 200 ms on', ['start', 200], 'shown on its way'],
    ['while loading continues', ['start', 60_000], 'shown on its way'],
    ['if loading takes less than 200 ms', ['start', 150, 'finish', 10_000], 'hidden at its begin'],
    ['when loading finishes', ['start', 800, 'finish'], 'shown at its end'],
    ['for 500 ms after that', ['start', 800, 'finish', 499], 'shown at its end'],
    ['500 ms after loading finishes', ['start', 800, 'finish', 500], 'hidden at its end'],
    ['just before it is reset', ['start', 800, 'finish', 899], 'hidden at its end'],
    ['when it is reset', ['start', 800, 'finish', 900], 'hidden at its begin'],
    ['restarted right after it finished', ['start', 800, 'finish', 100, 'start', 10_000], 'shown on its way'],
    ['started twice', ['start', 100, 'start', 199], 'hidden at its begin'],
    ['finished without a start', ['finish', 1000], 'hidden at its begin'],
  ])('%s: %j, %s', (_, steps, state) => {
    expect(seen(steps)).toBe(state)
  })
})
