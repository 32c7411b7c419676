import { expect, test } from 'vitest'
import { aPerson } from '../factories.ts'
import { type Change, changed, concerned, reversals, totalsAfter } from './change.ts'

const now = '2026-11-26T12:00:00.000Z'
const grace = { id: 'grace', documentId: 'grace', email: 'grace@example.com' }
const mara = aPerson('mara', { stage: 'contacted', tags: ['agency'], owner: grace })
const ivo = aPerson('ivo', { doNotContact: true })

test('a move begins the time in the stage again, and other changes keep it', () => {
  expect(changed(mara, { stage: 'won' }, now)).toMatchObject({ stage: 'won', stageSince: now, tags: ['agency'] })
  expect(changed(mara, { owner: null, addTags: ['agency', 'us'], removeTags: ['agency'] }, now)).toEqual({
    ...mara,
    owner: null,
    tags: ['us'],
  })
})

test.each<[Change, string[]]>([
  [{ stage: 'new' }, ['mara']],
  [{ stage: 'won' }, ['mara', 'ivo']],
  [{ owner: null }, ['mara']],
  [{ owner: { id: 'grace', name: '' } }, ['ivo']],
  [{ addTags: ['agency'] }, ['ivo']],
  [{ removeTags: ['agency'] }, ['mara']],
  [{ doNotContact: true }, ['mara']],
  [{}, []],
])('%j concerns %j', (change, names) => {
  expect(concerned([mara, ivo], change).map(({ handle }) => handle)).toEqual(names)
})

test.each<[Change]>([
  [{ stage: 'won' }],
  [{ owner: null }],
  [{ addTags: ['agency', 'us'] }],
  [{ removeTags: ['agency'] }],
  [{ doNotContact: true }],
])('after %j, the reversals bring everybody back', (change) => {
  const back = reversals([mara, ivo], change).flatMap(({ change: reversal, people }) =>
    people.map((person) => changed(changed(person, change, now), reversal, person.stageSince)),
  )
  expect(back.map(({ stageSince: _, ...rest }) => rest)).toEqual([mara, ivo].map(({ stageSince: _, ...rest }) => rest))
})

test('people who were alike come back with one change', () => {
  expect(reversals([mara, ivo, aPerson('udo')], { stage: 'won' }).map(({ people }) => people.length)).toEqual([1, 2])
})

test('totals follow people who move, with their values', () => {
  const before = [aPerson('mara', { value: 500, currency: 'USD' }), aPerson('ivo', { value: 20, currency: 'EUR' })]
  const totals = [
    {
      stage: 'new',
      people: 3,
      values: [
        { currency: 'USD', sum: 700 },
        { currency: 'EUR', sum: 20 },
      ],
    },
    { stage: 'lost', people: 1, values: [] },
  ]
  const after = before.map((person) => ({ ...person, stage: 'won' }))
  expect(totalsAfter(totals, before, after)).toEqual([
    { stage: 'new', people: 1, values: [{ currency: 'USD', sum: 200 }] },
    { stage: 'lost', people: 1, values: [] },
    {
      stage: 'won',
      people: 2,
      values: [
        { currency: 'EUR', sum: 20 },
        { currency: 'USD', sum: 500 },
      ],
    },
  ])
})
