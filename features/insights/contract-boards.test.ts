import { expect, test } from 'vitest'
import { defaultBoards } from '#engine/insights/default-boards.ts'
import { Boards } from './contract-boards.ts'

test('the ready-made boards are valid, and their IDs are unique', () => {
  const boards = Boards.parse(defaultBoards())
  expect(boards).toEqual(defaultBoards())
  const ids = boards.flatMap(({ id, tiles }) => [id, ...tiles.map((tile) => tile.id)])
  expect(new Set(ids).size).toBe(ids.length)
})
