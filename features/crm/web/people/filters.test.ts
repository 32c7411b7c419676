import { expect, test } from 'vitest'
import { defaultPeopleView, type PeopleView } from '#engine/crm/people-view.ts'
import { aStage } from '../factories.ts'
import { filtersOf, isFiltered, sortQuery } from './filters.ts'

const now = new Date(2026, 10, 25, 12).getTime()
const reader = { projectId: 'p', me: 'grace', now }
const stages = [aStage('new'), aStage('won', { kind: 'won' }), aStage('lost', { kind: 'lost' })]
const today = new Date(2026, 10, 25).toISOString()
const tomorrow = new Date(2026, 10, 26).toISOString()

test.each<[Partial<PeopleView>, string | null, object[] | undefined]>([
  [{}, null, undefined],
  [{}, 'new', [{ stage: { $eq: 'new' } }]],
  [{ box: 'mine' }, null, [{ owner: { id: { $eq: 'grace' } } }]],
  [{ box: 'overdue' }, null, [{ nextTaskAt: { $lt: today } }]],
  [{ box: 'today' }, null, [{ nextTaskAt: { $gte: today, $lt: tomorrow } }]],
  [{ box: 'none' }, null, [{ nextTaskAt: { $null: true } }, { stage: { $notIn: ['won', 'lost'] } }]],
  [{ text: 'u/mara' }, null, [{ handle: { $containsi: 'mara' } }]],
  [{ owners: ['nobody'] }, null, [{ owner: { id: { $null: true } } }]],
  [
    { owners: ['nobody', 'ada'], tags: ['agency'] },
    null,
    [{ $or: [{ owner: { id: { $in: ['ada'] } } }, { owner: { id: { $null: true } } }] }, { tags: { $in: ['agency'] } }],
  ],
  [{ stages: ['won'], contact: 'refused' }, null, [{ stage: { $in: ['won'] } }, { doNotContact: { $eq: true } }]],
])('%j in stage %j lists people with %j', (view, stage, conditions) => {
  expect(filtersOf(reader, { ...defaultPeopleView, ...view }, stages, stage)).toEqual({
    project: { id: { $eq: 'p' } },
    ...(conditions && { $and: conditions }),
  })
})

test.each([
  [{ by: 'nextTaskAt', desc: false }, ['nextTaskAt:asc', 'stageSince:desc']],
  [{ by: 'stage', desc: true }, ['stagePosition:desc', 'stageSince:desc']],
  [{ by: 'stageSince', desc: false }, ['stageSince:asc']],
] as const)('%j is asked as %j', (sort, query) => {
  expect(sortQuery(sort)).toEqual(query)
})

test('a box, a look, or an order is no filter', () => {
  const sorted = { box: 'mine', look: 'table', at: 'won', sort: { by: 'value', desc: true } } as const
  expect(isFiltered({ ...defaultPeopleView, ...sorted })).toBe(false)
  expect(isFiltered({ ...defaultPeopleView, tags: ['agency'] })).toBe(true)
})
