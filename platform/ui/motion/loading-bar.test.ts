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
  const position = state.progress === 0 ? 'at the start' : state.progress === 1 ? 'at the end' : 'in progress'
  return `${state.isShown ? 'shown' : 'hidden'} ${position}`
}

describe('the bar', () => {
  test.each<[string, Step[], string]>([
    ['during the first 200 ms', ['start', 199], 'hidden at the start'],
    ['from 200 ms on', ['start', 200], 'shown in progress'],
    ['while loading continues', ['start', 60_000], 'shown in progress'],
    ['if loading takes less than 200 ms', ['start', 150, 'finish', 10_000], 'hidden at the start'],
    ['when loading finishes', ['start', 800, 'finish'], 'shown at the end'],
    ['for 500 ms after that', ['start', 800, 'finish', 499], 'shown at the end'],
    ['500 ms after loading finishes', ['start', 800, 'finish', 500], 'hidden at the end'],
    ['just before it is reset', ['start', 800, 'finish', 899], 'hidden at the end'],
    ['when it is reset', ['start', 800, 'finish', 900], 'hidden at the start'],
    ['restarted right after it finished', ['start', 800, 'finish', 100, 'start', 10_000], 'shown in progress'],
    ['started twice', ['start', 100, 'start', 199], 'hidden at the start'],
    ['finished without a start', ['finish', 1000], 'hidden at the start'],
  ])('%s: %j, %s', (_, steps, state) => {
    expect(seen(steps)).toBe(state)
  })
})
