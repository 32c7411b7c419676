import { expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { dismissAfter, noticeMs } from './dismissal.ts'

type Step = number | 'enter' | 'leave' | 'focus' | 'blur' | 'end'

/** Counts how often the notice leaves during these steps; a number advances the clock by that many ms. */
function dismissals(timeout: number, steps: Step[]): number {
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
  ['just before its timeout', noticeMs, [4999], 0],
  ['at its timeout', noticeMs, [5000], 1],
  ['long after its timeout', noticeMs, [60_000], 1],
  ['while the pointer is over it', noticeMs, [4000, 'enter', 60_000], 0],
  ['just before the remaining time is over', noticeMs, [4000, 'enter', 60_000, 'leave', 999], 0],
  ['when the remaining time is over', noticeMs, [4000, 'enter', 60_000, 'leave', 1000], 1],
  ['after two visits of the pointer', noticeMs, [2000, 'enter', 9, 'leave', 2000, 'enter', 9, 'leave', 999], 0],
  ['after losing both the pointer and the focus', noticeMs, [4000, 'enter', 'focus', 9, 'leave', 'blur', 1000], 1],
  ['still focused after losing the pointer', noticeMs, [4000, 'enter', 'focus', 'leave', 60_000], 0],
  ['still under the pointer after losing the focus', noticeMs, [4000, 'enter', 'focus', 'blur', 60_000], 0],
  ['closed', noticeMs, [10, 'end'], 1],
  ['closed before its timeout', noticeMs, [10, 'end', 60_000], 1],
  ['closed twice', noticeMs, ['end', 'end'], 1],
  ['closed before the pointer visits it', noticeMs, ['end', 'enter', 'leave', 60_000], 1],
  ['without a timeout', 0, [3_600_000, 'enter', 'leave', 3_600_000], 0],
  ['without a timeout, closed', 0, ['end'], 1],
])('%s: a notice of %i ms leaves after %j this many times: %i', (_, timeout, steps, expected) => {
  expect(dismissals(timeout, steps)).toBe(expected)
})
