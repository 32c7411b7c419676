import { expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { autofocus } from './autofocus.ts'

/** Creates a field that requests the focus and records when it gets it. */
function field(isElsewhere = () => false) {
  const timers = testTimers()
  const focused: number[] = []
  const giveUp = autofocus(timers.after, isElsewhere, () => focused.push(timers.now()))
  return { timers, focused, giveUp }
}

test('focuses the field after exactly 100 ms, once', () => {
  const { timers, focused } = field()
  timers.advance(99)
  expect(focused).toEqual([])
  timers.advance(1)
  expect(focused).toEqual([100])
  timers.advance(1000)
  expect(focused).toEqual([100])
})

test('does nothing if the user has moved the focus elsewhere', () => {
  let isElsewhere = false
  const { timers, focused } = field(() => isElsewhere)
  timers.advance(50)
  isElsewhere = true
  timers.advance(1000)
  expect(focused).toEqual([])
})

test('does nothing if the field is gone', () => {
  const { timers, focused, giveUp } = field()
  timers.advance(50)
  giveUp()
  timers.advance(100)
  expect(focused).toEqual([])
})
