import { expect, test } from 'vitest'
import type { RedditPerson } from '../../contract.ts'
import { aPerson } from '../factories.ts'
import { columnWith, type Pages, peopleOf, withPeople } from './pages.ts'

function pagesOf(...pages: RedditPerson[][]): Pages {
  const pagination = { page: 1, pageSize: 2, pageCount: 1, total: 4 }
  return {
    pages: pages.map((data) => ({ data, meta: { pagination } })),
    pageParams: pages.map((_, index) => index + 1),
  }
}

const due = (day: number) => `2026-11-${day}T09:00:00.000Z`
const ada = aPerson('ada', { nextTaskAt: due(20) })
const ben = aPerson('ben', { nextTaskAt: due(25) })
const cleo = aPerson('cleo', { stageSince: due(15) })
const names = (pages: Pages) => peopleOf(pages).map(({ handle }) => handle)

test('somebody who is on two pages is listed once', () => {
  expect(names(pagesOf([ada, ben], [ben, cleo]))).toEqual(['ada', 'ben', 'cleo'])
})

test('changed people keep their place', () => {
  const pages = withPeople(pagesOf([ada, ben], [cleo]), [{ ...ben, doNotContact: true }])
  expect(names(pages)).toEqual(['ada', 'ben', 'cleo'])
  expect(peopleOf(pages)[1]).toMatchObject({ doNotContact: true })
})

test.each([
  ['before a later next action', { nextTaskAt: due(22) }, ['ada', 'mara', 'ben', 'cleo']],
  ['without one, before those who came earlier', { stageSince: due(26) }, ['ada', 'ben', 'mara', 'cleo']],
  ['without one, after those who came later', { stageSince: due(11) }, ['ada', 'ben', 'cleo', 'mara']],
] as const)('somebody who comes to a column is %s', (_place, more, expected) => {
  expect(names(columnWith(pagesOf([ada, ben], [cleo]), 'new', [aPerson('mara', more)]))).toEqual([...expected])
})

test('somebody comes to an empty column', () => {
  expect(names(columnWith(pagesOf([]), 'new', [ada]))).toEqual(['ada'])
})

test('somebody leaves a column for another stage, and is changed in their place otherwise', () => {
  const pages = pagesOf([ada, ben], [cleo])
  expect(names(columnWith(pages, 'new', [{ ...ben, stage: 'won' }]))).toEqual(['ada', 'cleo'])
  expect(names(columnWith(pages, 'new', [{ ...ben, tags: ['us'] }]))).toEqual(['ada', 'ben', 'cleo'])
  expect(names(columnWith(pages, 'lost', [{ ...ben, stage: 'won' }]))).toEqual(['ada', 'cleo'])
})
