import { describe, expect, test } from 'vitest'
import { defaultView, type View } from '#engine/rules/lead-view.ts'
import type { Opportunity } from '../contract.ts'
import { leadCommands, viewCommands } from './commands.ts'
import type { Decision } from './decisions.ts'
import { newLead } from './factories.ts'

const lead = newLead('l')

/** Returns the commands for a lead, and what they did. */
function offered(shown: Opportunity | undefined, chosen: readonly Opportunity[] = []) {
  const done: (Decision | string)[] = []
  const commands = leadCommands(shown, chosen, {
    me: 'ann',
    move: (step) => done.push(`move ${step}`),
    decide: (decision) => done.push(decision),
    reject: () => done.push('reject'),
    undo: () => done.push('undo'),
    choose: (id) => done.push(`choose ${id}`),
    chooseAll: () => done.push('choose all'),
    clearChoice: () => done.push('clear choice'),
  })
  return { commands, done, run: (id: string) => commands.find((command) => command.id === id)?.run?.() }
}

describe('the keys of the list', () => {
  test.each([
    ['j', 'move 1'],
    ['k', 'move -1'],
    ['x', 'reject'],
    ['u', 'undo'],
    ['v', 'choose l'],
    ['V', 'choose all'],
    ['r', { kind: 'reply', on: true }],
    ['s', { kind: 'save', on: true }],
    ['c', { kind: 'claim' }],
  ])('%s does %j', (keys, what) => {
    const { commands, done } = offered(lead)
    commands.find((command) => command.keys === keys)?.run?.()
    expect(done).toEqual([what])
  })

  test('are the same for any lead, so that users learn them once', () => {
    const keys = (shown: Opportunity | undefined) => offered(shown).commands.flatMap((command) => command.keys ?? [])
    expect(keys(lead)).toEqual(['j', 'k', 'Enter', 'r', 'x', 's', 'c', 'o', 'v', 'V', 'Escape', 'u'])
    expect(keys(undefined)).toEqual(keys(lead))
  })

  test('repeat while held only for moving through the list', () => {
    const { commands } = offered(lead)
    expect(commands.flatMap(({ keys, repeats }) => (repeats ? keys : []))).toEqual(['j', 'k'])
  })
})

test("a user's own claim is ended, and another's is not", () => {
  const at = '2026-01-01T00:00:00.000Z'
  const claimedBy = (user: string) => offered({ ...lead, claim: { user, by: user, at } })
  for (const [user, decisions] of [
    ['ann', [{ kind: 'assignment', to: null }]],
    ['bob', []],
  ] as const) {
    const { run, done } = claimedBy(user)
    run('lead claim')
    expect(done).toEqual(decisions)
  }
})

test('a decided lead can only be moved back to new', () => {
  const { run, done } = offered({ ...lead, state: 'rejected' })
  run('lead reply')
  run('lead reject tooOld')
  expect(done).toEqual([])
  run('lead restore')
  expect(done).toEqual([{ kind: 'rejection', on: false }])
})

test('a rejection with its reason is a single command', () => {
  const { run, done } = offered(lead)
  run('lead reject tooOld')
  expect(done).toEqual([{ kind: 'rejection', on: true, reason: 'tooOld' }])
})

test('with leads chosen, commands decide about them', () => {
  const { run, done } = offered({ ...lead, saved: true, state: 'replied' }, [newLead('m'), newLead('n')])
  run('lead reply')
  run('lead save')
  run('lead clear choice')
  expect(done).toEqual([{ kind: 'reply', on: true }, { kind: 'save', on: true }, 'clear choice'])
})

test('the palette offers the other tabs and the other orders', () => {
  const seen: unknown[] = []
  const onView = ({ tab, sort }: View) => seen.push(`${tab} ${sort}`)
  for (const { run } of viewCommands({ ...defaultView, tab: 'saved' }, { onView, search: () => {}, close: null }))
    run?.()
  expect(seen).toEqual([
    'new now',
    'replied now',
    'rejected now',
    'all now',
    'saved chance',
    'saved newest',
    'saved active',
  ])
})

test('filters can be cleared once there are any', () => {
  const clear = (view: View) => {
    const seen: View[] = []
    const commands = viewCommands(view, { onView: (next) => seen.push(next), search: () => {}, close: null })
    commands.find(({ id }) => id === 'view clear')?.run?.()
    return seen
  }
  expect(clear(defaultView)).toEqual([])
  expect(clear({ ...defaultView, sort: 'newest', text: 'crm' })).toEqual([{ ...defaultView, sort: 'newest' }])
})
