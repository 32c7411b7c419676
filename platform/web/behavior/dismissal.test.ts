import { expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { dismissAfter, noticeMs } from './dismissal.ts'

type Step = number | 'enter' | 'leave' | 'focus' | 'blur' | 'end'

/** Counts how often the notice leaves during these steps; a number advances the clock by that many ms. */
function leavings(timeout: number, steps: Step[]): number {
  const timers = testTimers()
  let left = 0
  const notice = dismissAfter(timers, timeout, () => {
    left += 1
  })
  for (const step of steps) {
    if (typeof step === 'number') timers.advance(step)
    else act(notice, step)
  }
  return left
}

function act(notice: ReturnType<typeof dismissAfter>, step: Exclude<Step, number>): void {
  if (step === 'end') notice.end()
  else if (step === 'enter' || step === 'focus') notice.pause(step === 'enter' ? 'pointer' : 'focus')
  else notice.resume(step === 'leave' ? 'pointer' : 'focus')
}

test.each<[string, number, Step[], number]>([
  ['a moment before its time', noticeMs, [4999], 0],
  ['at its time', noticeMs, [5000], 1],
  ['long after it', noticeMs, [60_000], 1],
  ['while somebody points at it', noticeMs, [4000, 'enter', 60_000], 0],
  ['a moment before what was left', noticeMs, [4000, 'enter', 60_000, 'leave', 999], 0],
  ['after what was left', noticeMs, [4000, 'enter', 60_000, 'leave', 1000], 1],
  ['pointed at twice', noticeMs, [2000, 'enter', 9, 'leave', 2000, 'enter', 9, 'leave', 999], 0],
  ['pointed at and focused', noticeMs, [4000, 'enter', 'focus', 9, 'leave', 'blur', 1000], 1],
  ['focused still, and no longer pointed at', noticeMs, [4000, 'enter', 'focus', 'leave', 60_000], 0],
  ['pointed at still, and no longer focused', noticeMs, [4000, 'enter', 'focus', 'blur', 60_000], 0],
  ['closed', noticeMs, [10, 'end'], 1],
  ['closed, and its time over', noticeMs, [10, 'end', 60_000], 1],
  ['closed twice', noticeMs, ['end', 'end'], 1],
  ['closed and pointed at', noticeMs, ['end', 'enter', 'leave', 60_000], 1],
  ['without a time', 0, [3_600_000, 'enter', 'leave', 3_600_000], 0],
  ['without a time, closed', 0, ['end'], 1],
])('%s: a notice of %i ms leaves after %j this many times: %i', (_, timeout, steps, expected) => {
  expect(leavings(timeout, steps)).toBe(expected)
})
