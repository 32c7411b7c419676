import { expect, test } from 'vitest'
import { queriesMost, questionsMost, questionsOf, searchesOf } from './queries.ts'

const paperfinch = {
  name: 'Paperfinch',
  keywords: ['invoicing app', '"late payments"', 'paperfinch', 'invoice NEAR/3 app', 'subreddit:smallbusiness'],
  competitors: ['Ledgerly', 'FreshBooks'],
}

test('searches are the plain keywords and alternatives to competitors in turns, and reviews of the product', () => {
  expect(searchesOf(paperfinch)).toEqual([
    'invoicing app',
    'Ledgerly alternative',
    'Paperfinch reviews',
    'late payments',
    'FreshBooks alternative',
  ])
})

test('questions name no product but the competitors', () => {
  expect(questionsOf(paperfinch)).toEqual([
    'What do people recommend for invoicing app?',
    'What is a good alternative to Ledgerly?',
    'What do people recommend for late payments?',
  ])
})

test('a long watchlist is cut, and an empty one asks nothing but reviews', () => {
  const keywords = Array.from({ length: 60 }, (_, at) => `keyword ${at}`)
  expect(searchesOf({ ...paperfinch, keywords })).toHaveLength(queriesMost)
  expect(questionsOf({ ...paperfinch, keywords })).toHaveLength(questionsMost)
  expect(searchesOf({ name: 'Paperfinch', keywords: [], competitors: [] })).toEqual(['Paperfinch reviews'])
  expect(searchesOf({ name: ' ', keywords: ['""', 'app', 'App'], competitors: [] })).toEqual(['App'])
  expect(questionsOf({ name: 'Paperfinch', keywords: [], competitors: [] })).toEqual([])
})
