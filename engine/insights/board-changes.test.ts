import { describe, expect, test } from 'vitest'
import { moved, tileChanges, withMovedTile } from './board-changes.ts'

const tile = (id: string, title = id) => ({ id, title, definition: { metric: 'leads' } })
const board = (id: string, ...ids: string[]) => ({ id, name: id, tiles: ids.map((each) => tile(each)) })

describe('the changes of boards', () => {
  const before = [board('one', 'a', 'b', 'c'), board('two', 'd')]
  test.each([
    ['nothing', before, {}],
    ['a new chart', [board('one', 'a', 'x', 'b', 'c'), board('two', 'd')], { x: 'added' }],
    ['a missing chart', [board('one', 'a', 'c'), board('two', 'd')], { b: 'removed' }],
    ['another order', [board('one', 'c', 'a', 'b'), board('two', 'd')], { c: 'moved' }],
    ['another board', [board('one', 'a', 'b'), board('two', 'd', 'c')], { c: 'moved' }],
    [
      'another title',
      [{ ...board('one'), tiles: [tile('a', 'A'), tile('b'), tile('c')] }, board('two', 'd')],
      { a: 'changed' },
    ],
    ['a missing board', [board('one', 'a', 'b', 'c')], { d: 'removed' }],
  ])('%s', (_, after, expected) => {
    expect(Object.fromEntries(tileChanges(before, after))).toEqual(expected)
  })
})

test.each([
  [0, 1, ['b', 'a', 'c']],
  [2, -1, ['a', 'c', 'b']],
  [0, -1, ['a', 'b', 'c']],
  [2, 1, ['a', 'b', 'c']],
] as const)('moving the item %d by %d', (at, by, expected) => {
  expect(moved(['a', 'b', 'c'], at, by)).toEqual(expected)
})

test('a chart moves within its board only', () => {
  expect(withMovedTile([board('one', 'a', 'b'), board('two', 'c', 'd')], 'd', -1)).toEqual([
    board('one', 'a', 'b'),
    board('two', 'd', 'c'),
  ])
})
