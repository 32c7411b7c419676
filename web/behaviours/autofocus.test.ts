import { expect, test } from 'vitest'
import { autofocus, type FocusPlace } from './autofocus.ts'
import { testTimers } from './testing-timers.ts'

test('a field has the focus after a tenth of a second, and not before', () => {
  const timers = testTimers()
  const focused: number[] = []
  autofocus(
    timers.after,
    () => 'nowhere',
    () => focused.push(timers.now()),
  )
  timers.advance(99)
  expect(focused).toEqual([])
  timers.advance(1)
  expect(focused).toEqual([100])
  timers.advance(1000)
  expect(focused).toEqual([100])
})

test.each<[FocusPlace, number]>([
  ['nowhere', 1],
  ['sameDialog', 1],
  ['elsewhere', 0],
])('where the focus is %s by then, the field takes it %i times', (place, times) => {
  const timers = testTimers()
  let taken = 0
  autofocus(
    timers.after,
    () => place,
    () => taken++,
  )
  timers.advance(100)
  expect(taken).toBe(times)
})

test('a field that is gone by then takes nothing', () => {
  const timers = testTimers()
  let taken = 0
  const giveUp = autofocus(
    timers.after,
    () => 'nowhere',
    () => taken++,
  )
  timers.advance(50)
  giveUp()
  timers.advance(100)
  expect(taken).toBe(0)
})
