import { expect, test } from 'vitest'
import { testTimers } from '#tests/support/timers.ts'
import { autofocus } from './autofocus.ts'

/** A field that asks for the focus, and when it got it. */
function field(isElsewhere = () => false) {
  const timers = testTimers()
  const focused: number[] = []
  const giveUp = autofocus(timers.after, isElsewhere, () => focused.push(timers.now()))
  return { timers, focused, giveUp }
}

test('a field has the focus after a tenth of a second, and not before', () => {
  const { timers, focused } = field()
  timers.advance(99)
  expect(focused).toEqual([])
  timers.advance(1)
  expect(focused).toEqual([100])
  timers.advance(1000)
  expect(focused).toEqual([100])
})

test('where somebody has put the focus elsewhere by then, the field takes nothing', () => {
  let isElsewhere = false
  const { timers, focused } = field(() => isElsewhere)
  timers.advance(50)
  isElsewhere = true
  timers.advance(1000)
  expect(focused).toEqual([])
})

test('a field that is gone by then takes nothing', () => {
  const { timers, focused, giveUp } = field()
  timers.advance(50)
  giveUp()
  timers.advance(100)
  expect(focused).toEqual([])
})
