import { expect, test } from 'vitest'
import { importStates } from '../contract.ts'
import { countsText, countText, durationText, stateOf } from './labels.ts'

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [90, '2 min'],
  [7500, '2 h 5 min'],
])('%s seconds are shown as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('counts are formatted with a singular or plural', () => {
  expect([countText(1, 'item'), countText(43_714, 'item')]).toEqual(['1 item', '43,714 items'])
})

test.each([
  [0, 0, 0, null],
  [10, 0, 0, '10 new items'],
  [1, 1200, 3, '1 new item · 1,200 already stored · 3 broken lines'],
  [0, 0, 1, '0 new items · 1 broken line'],
])('counts of %s new, %s known and %s broken lines are listed', (itemsNew, itemsKnown, linesBroken, text) => {
  expect(countsText({ itemsNew, itemsKnown, linesBroken })).toBe(text)
})

const some = { fault: null, itemsNew: 1, itemsKnown: 0 }

test('a file without any item is shown as empty, not done', () => {
  expect(stateOf({ ...some, state: 'done', itemsNew: 0 }, false)).toEqual({ text: 'Empty', look: 'warn' })
  expect(stateOf({ ...some, state: 'done', itemsNew: 0, itemsKnown: 1 }, false).look).toBe('good')
})

test('every state has a distinct label', () => {
  const words = importStates.map((state) => stateOf({ ...some, state }, true).text)
  expect(new Set(words).size).toBe(importStates.length)
})

test('an upload from another page is paused, and a stop by a fault is highlighted', () => {
  expect(stateOf({ ...some, state: 'uploading' }, false)).toEqual({ text: 'Upload paused', look: 'warn' })
  expect(stateOf({ ...some, state: 'stopped', fault: 'a fault' }, false).look).toBe('danger')
  expect(stateOf({ ...some, state: 'stopped' }, false).look).toBe('gray')
})

test('an import that waits with a fault is paused', () => {
  const waiting = { ...some, state: 'waiting' } as const
  expect(stateOf(waiting, false).text).toBe('Queued')
  expect(stateOf({ ...waiting, fault: 'The disk is almost full' }, false)).toEqual({ text: 'Paused', look: 'warn' })
})
