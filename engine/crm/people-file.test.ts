import { describe, expect, test } from 'vitest'
import { decimalOf, readPeopleFile } from './people-file.ts'

const context = {
  stages: [
    { key: 'new', name: 'New' },
    { key: 'inConversation', name: 'In conversation' },
  ],
  members: [{ id: 'user-1', email: 'Bob@Example.com' }],
}
const read = (...rows: string[][]) =>
  readPeopleFile(
    rows.map((cells, index) => ({ line: index + 1, cells })),
    context,
  )
const only = (header: string[], row: string[]) => {
  const file = read(header, row)
  return file?.people[0] ?? file?.refused[0]?.why
}

describe('the header', () => {
  test('is matched by name, in any order and spelling', () => {
    const file = read(['Owner_Email', ' HANDLE ', 'Do not contact', 'Shoe size', 'Stage'], ['', 'mara', '', '', ''])
    expect(file).toMatchObject({ columns: ['owner', 'handle', 'doNotContact', 'stage'], ignored: ['Shoe size'] })
    expect(file?.people).toEqual([{ row: 2, handle: 'mara' }])
  })

  test('needs a column with handles', () => {
    expect(read(['stage', 'value'], ['New', '1'])).toBeNull()
    expect(readPeopleFile([], context)).toBeNull()
  })
})

test.each([
  ['mara', 'mara'],
  ['u/mara', 'mara'],
  ['/u/mara', 'mara'],
  ['https://www.reddit.com/user/mara/', 'mara'],
  [' mara ', 'mara'],
])('the handle %s is read as %s', (typed, handle) => {
  expect(only(['handle'], [typed])).toEqual({ row: 2, handle })
})

test.each<[string, string, unknown]>([
  ['stage', 'In Conversation', { stage: 'inConversation' }],
  ['stage', 'inconversation', { stage: 'inConversation' }],
  ['tags', 'hot; pipes, hot', { tags: ['hot', 'pipes'] }],
  ['owner', 'bob@example.com', { owner: 'user-1' }],
  ['doNotContact', 'Yes', { doNotContact: true }],
  ['doNotContact', 'no', {}],
])('the %s %s is read', (column, cell, expected) => {
  expect(only(['handle', column], ['mara', cell])).toEqual({ row: 2, handle: 'mara', ...(expected as object) })
})

test.each([
  ['1200.50', 'EUR', 120_050],
  ['1200', 'eur', 120_000],
  ['1200', 'JPY', 1200],
  ['1.234', 'KWD', 1234],
  ['0', 'USD', 0],
])('%s %s is %i in the smallest unit', (value, currency, smallest) => {
  const person = only(['handle', 'value', 'currency'], ['mara', value, currency])
  expect(person).toMatchObject({ money: { value: smallest, currency: currency.toUpperCase() } })
  const [written, again] = [decimalOf({ value: smallest, currency: currency.toUpperCase() }), currency]
  expect(only(['handle', 'value', 'currency'], ['mara', written, again])).toEqual(person)
})

test.each<[string, string[], string[], string]>([
  ['no handle', ['handle', 'stage'], ['', 'New'], 'The handle is missing'],
  ['two words', ['handle'], ['mara k'], "The handle isn't the name of a Reddit account"],
  ['a formula', ['handle'], ['=1+1'], "The handle isn't the name of a Reddit account"],
  ['an unknown stage', ['handle', 'stage'], ['mara', 'Friend'], 'The project has no stage "Friend"'],
  ['no currency', ['handle', 'value'], ['mara', '1'], 'The currency must be a code such as EUR'],
  ['words', ['handle', 'value', 'currency'], ['mara', 'much', 'EUR'], 'The value must be a number such as 1200.50'],
  ['a minus', ['handle', 'value', 'currency'], ['mara', '-1', 'EUR'], 'The value must be a number such as 1200.50'],
  ['cents of yen', ['handle', 'value', 'currency'], ['mara', '1.5', 'JPY'], 'The value has more than 0 decimal places'],
  ['too much', ['handle', 'value', 'currency'], ['mara', '9999999999999', 'EUR'], 'The value is too large'],
  ['a stranger', ['handle', 'owner'], ['mara', 'eve@example.com'], "The owner isn't a member of the project's team"],
  ['a long tag', ['handle', 'tags'], ['mara', 'x'.repeat(51)], 'A tag has more than 50 characters'],
  ['perhaps', ['handle', 'doNotContact'], ['mara', 'perhaps'], 'Do not contact must be yes or no'],
])('a row with %s is refused', (_what, header, row, why) => {
  expect(only(header, row)).toBe(why)
})

test('a second row about the same person is refused, and empty rows are skipped', () => {
  const file = read(['handle', 'stage'], ['mara', ''], ['', ' '], ['MARA', 'New'], ['nils', ''])
  expect(file?.people.map(({ row, handle }) => [row, handle])).toEqual([
    [2, 'mara'],
    [5, 'nils'],
  ])
  expect(file?.refused).toEqual([{ row: 4, handle: 'MARA', why: 'Line 2 is about the same person' }])
})
