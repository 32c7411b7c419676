import { expect, test } from 'vitest'
import { aStage } from '../factories.ts'
import { reordered } from './reordered.ts'

const stages = ['new', 'contacted', 'won'].map((key, index) => aStage(key, { position: index + 1 }))

test.each([
  ['new', 3, ['contacted', 'won', 'new']],
  ['won', 1, ['won', 'new', 'contacted']],
  ['contacted', 1, ['contacted', 'new', 'won']],
  ['contacted', 2, null],
  ['new', 0, null],
  ['won', 4, null],
  ['gone', 1, null],
])('%s at position %i gives %j', (id, position, keys) => {
  const next = reordered(stages, id, position)
  expect(next?.map(({ key }) => key) ?? null).toEqual(keys)
  if (next) expect(next.map((stage) => stage.position)).toEqual([1, 2, 3])
})
