import { expect, test } from 'vitest'
import { withSearch } from './history.ts'
import { emptyView } from './view.ts'

test('a repeated search moves to the start of the history', () => {
  const history = ['q=crm', 'q=tea&lens=price']
  expect(withSearch(history, { ...emptyView, query: 'tea', lens: 'price' })).toEqual(['q=tea&lens=price', 'q=crm'])
})

test('the history keeps the newest 20 searches', () => {
  const history = Array.from({ length: 20 }, (_, at) => `q=${at}`)
  const next = withSearch(history, { ...emptyView, query: 'new' })
  expect(next).toHaveLength(20)
  expect([next[0], next.at(-1)]).toEqual(['q=new', 'q=18'])
})
