import { expect, test } from 'vitest'
import { defaultPeopleView, type PeopleView, peopleParams, peopleViewText, readPeopleView } from './people-view.ts'

const grace = '01890a5d-ac96-774b-bcce-b302099a8057'

test.each([
  ['', {}],
  ['view=overdue&look=table', { box: 'overdue', look: 'table' }],
  ['view=__proto__&look=cards&sort=age&stage=a+b&owner=me&contact=maybe&at=%2F', {}],
  ['sort=value-desc', { sort: { by: 'value', desc: true } }],
  ['sort=handle', { sort: { by: 'handle', desc: false } }],
  ['sort=handle-asc', {}],
  ['q=+mara%00+', { text: 'mara' }],
  ['stage=won&stage=won&stage=lost', { stages: ['won', 'lost'] }],
  [`owner=nobody&owner=${grace}`, { owners: ['nobody', grace] }],
  ['tag=agency&tag=&contact=refused&at=qualified', { tags: ['agency'], contact: 'refused', at: 'qualified' }],
] as const)('the address %j is read', (params, view) => {
  expect(readPeopleView(new URLSearchParams(params))).toEqual({ ...defaultPeopleView, ...view })
})

test('an address omits defaults, and is read back the same', () => {
  const narrow: PeopleView = {
    ...{ look: 'table', box: 'mine', sort: { by: 'value', desc: true }, at: 'won', text: 'mara' },
    ...{ stages: ['won'], owners: ['nobody'], tags: ['agency', 'two words'], contact: 'allowed' },
  }
  expect(peopleParams(defaultPeopleView, null).toString()).toBe('')
  expect(peopleParams(defaultPeopleView, grace).toString()).toBe(`person=${grace}`)
  expect(readPeopleView(new URLSearchParams(peopleParams(narrow, grace).toString()))).toEqual(narrow)
})

test.each([
  ['', ''],
  ['view=all', ''],
  ['q=mara&view=overdue', 'view=overdue&q=mara'],
  ['view=nonsense', null],
  ['tab=saved', null],
  [`person=${grace}`, null],
  ['tag=agency&tag=agency', null],
])('as a saved view, %j becomes %j', (given, usual) => {
  expect(peopleViewText(given)).toBe(usual)
})
