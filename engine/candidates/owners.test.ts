import { expect, test } from 'vitest'
import { compileQuery } from '../query/compile.ts'
import { Owners, OwnersBySpelling } from './owners.ts'
import type { WatchedPhrase } from './watchlist.ts'

const query = compileQuery({ kind: 'term', text: 'crm', prefix: true, field: null })
const phrase = (number: number): WatchedPhrase => ({
  phrase: `phrase ${number % 7}`,
  kind: (['keyword', 'competitor', 'brand', 'profile'] as const)[number % 4]!,
  spellings: [],
  weight: number / 3,
  capital: number % 2 === 0,
  query: number % 5 === 0 ? query : null,
})

test('returns owners as they were added, before and after trimming', () => {
  const owners = new Owners()
  for (let number = 0; number < 100; number++) expect(owners.add(number * 2, phrase(number))).toBe(number)
  const all = () =>
    Array.from({ length: 100 }, (_, owner) => ({
      project: owners.projects[owner]! / 2,
      phrase: owners.phrase(owner),
      kind: owners.kind(owner),
      weight: owners.weights[owner],
      capital: owners.needsCapital(owner),
      query: owners.query(owner),
    }))
  const added = Array.from({ length: 100 }, (_, number) => {
    const { spellings: _none, ...rest } = phrase(number)
    return { project: number, ...rest }
  })
  expect(all()).toEqual(added)
  owners.trim()
  expect(all()).toEqual(added)
  expect(owners.projects).toHaveLength(100)
})

test('lists the owners of each spelling in the order in which they were added', () => {
  const pairs = new OwnersBySpelling()
  for (let owner = 0; owner < 50; owner++) pairs.add(owner % 4, owner)
  const { from, list } = pairs.lists(6)
  const ownersOf = (spelling: number) => [...list.slice(from[spelling], from[spelling + 1])]
  expect(ownersOf(1)).toEqual(Array.from({ length: 13 }, (_, n) => n * 4 + 1))
  expect(ownersOf(4)).toEqual([])
  expect([0, 1, 2, 3, 4, 5].flatMap(ownersOf)).toHaveLength(50)
})
