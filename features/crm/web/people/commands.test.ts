import { expect, test } from 'vitest'
import { defaultPeopleView } from '#engine/crm/people-view.ts'
import { aPerson } from '../factories.ts'
import { personCommands, viewCommands } from './commands.ts'

const nothing = () => {}
const actions = { move: nothing, openStages: nothing, claim: nothing, undo: nothing, across: nothing }
const keysOf = (commands: ReturnType<typeof personCommands>) =>
  commands.flatMap(({ keys, run }) => (keys && run ? [keys] : []))

test('a person in the middle of the board moves both ways', () => {
  const shift = { 1: nothing, [-1]: nothing }
  expect(keysOf(personCommands(aPerson('mara'), { ...actions, shift }, true))).toEqual([
    'j',
    'k',
    'l',
    'h',
    'o',
    'L',
    'H',
    'm',
    'c',
    'u',
  ])
})

test('a person in the last stage has no next one', () => {
  const shift = { 1: null, [-1]: nothing }
  expect(keysOf(personCommands(aPerson('mara'), { ...actions, shift }, true))).not.toContain('L')
})

test('in a table there are no columns to go to, and without the right nothing to change', () => {
  const shift = { 1: nothing, [-1]: nothing }
  expect(keysOf(personCommands(aPerson('mara'), { ...actions, across: null, shift }, false))).toEqual(['j', 'k', 'o'])
})

test('without a person, only moves are possible', () => {
  const shift = { 1: nothing, [-1]: nothing }
  expect(keysOf(personCommands(undefined, { ...actions, shift }, true))).toEqual(['j', 'k', 'l', 'h', 'u'])
})

test('the present view is not offered, and the other look is', () => {
  const run = { onView: nothing, onLook: nothing, search: nothing, add: null, stages: nothing, import: null }
  const offered = viewCommands({ ...defaultPeopleView, box: 'mine' }, 'board', run).filter((command) => command.run)
  expect(offered.map(({ label }) => label)).toEqual([
    'Search people',
    'Show as table',
    'Edit stages',
    'Show people: all',
    'Show people: overdue',
    'Show people: due today',
    'Show people: no next action',
  ])
})
