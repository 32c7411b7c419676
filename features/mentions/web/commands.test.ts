import { describe, expect, test } from 'vitest'
import type { Mention } from '../contract.ts'
import { canMute, mentionCommands, readerCommands, viewCommands } from './commands.ts'
import { mentionOf } from './factories.ts'
import { defaultView, type View } from './view.ts'

/** Returns the commands for a mention, and what they did. */
function offered(
  mention: Mention | undefined,
  { open = true, chosen = [] }: { open?: boolean; chosen?: readonly Mention[] } = {},
) {
  const done: string[] = []
  const commands = mentionCommands(mention, chosen, {
    move: (step) => done.push(`move ${step}`),
    handle: ({ id }) => done.push(`handle ${id}`),
    handleChosen: (handled) => done.push(`handle chosen: ${handled}`),
    choose: ({ id }) => done.push(`choose ${id}`),
    chooseAll: () => done.push('choose all'),
    clearChoice: () => done.push('clear choice'),
    mute: ({ id }, kind) => done.push(`mute ${kind} of ${id}`),
    openMutes: () => done.push('open mutes'),
    undo: () => done.push('undo'),
    close: open ? () => done.push('close') : null,
  })
  return { commands, done }
}

describe('the commands of a mention', () => {
  test.each([
    ['j', 'move 1'],
    ['k', 'move -1'],
    ['e', 'handle m1'],
    ['m', 'open mutes'],
    ['u', 'undo'],
    ['v', 'choose m1'],
    ['V', 'choose all'],
    ['Escape', 'close'],
  ])('the key %s does %s', (key, what) => {
    const { commands, done } = offered(mentionOf({ id: 'm1' }))
    commands.find(({ keys, run }) => keys === key && run)?.run?.()
    expect(done).toEqual([what])
  })

  test.each([
    ['e', [false, true], 'Mark handled', 'handle chosen: true'],
    ['e', [true, true], 'Mark not handled', 'handle chosen: false'],
    ['Escape', [false], 'Clear selection', 'clear choice'],
  ])('the key %s, with chosen mentions of which it is handled: %j, is to %s', (key, handled, label, what) => {
    const chosen = handled.map((each, at) => mentionOf({ id: `c${at}`, handled: each }))
    const { commands, done } = offered(mentionOf({ id: 'm1' }), { chosen })
    const found = commands.filter(({ keys, run }) => keys === key && run)
    expect(found.map((command) => command.label)).toEqual([label])
    found[0]?.run?.()
    expect(done).toEqual([what])
  })

  test('mute a thread, an author, or a community by name', () => {
    const { commands, done } = offered(mentionOf({ id: 'm1' }))
    for (const { id, run } of commands) if (id.startsWith('mention mute ')) run?.()
    expect(done).toEqual(['mute thread of m1', 'mute author of m1', 'mute community of m1'])
  })

  test('say what the key does to a handled mention', () => {
    const { commands } = offered(mentionOf({ id: 'm1', handled: true }))
    expect(commands.find(({ keys }) => keys === 'e')?.label).toBe('Mark not handled')
  })

  test('without an open mention only move, choose all, and undo', () => {
    const { commands } = offered(undefined, { open: false })
    expect(commands.flatMap(({ keys, run }) => (run && keys ? [keys] : []))).toEqual(['j', 'k', 'V', 'u'])
  })

  test('of readers exist and change nothing', () => {
    const { commands, done } = offered(mentionOf({ id: 'm1' }))
    const allowed = commands.filter(({ id }) => readerCommands.includes(id))
    expect(allowed).toHaveLength(readerCommands.length)
    for (const { id, run } of allowed) if (id !== 'mention reddit') run?.()
    expect(done).toEqual(['move 1', 'move -1', 'close'])
  })
})

test.each([
  ['an author', 'author', {}, true],
  ['a forgotten author', 'author', { author: null }, false],
  ['the thread of a forgotten author', 'thread', { author: null }, true],
  ['what is muted already', 'community', { muted: true }, false],
] as const)('whether %s can be muted', (_, kind, overrides, expected) => {
  expect(canMute(mentionOf({ id: 'm1', ...overrides }), kind)).toBe(expected)
})

describe('the commands of a view', () => {
  const views: View[] = []
  const runnable = (view: View) =>
    viewCommands(view, { onView: (next) => views.push(next), search: () => {} }).filter(({ run }) => run !== null)

  test('lead to the other tabs and statuses', () => {
    const ids = runnable(defaultView).map(({ id }) => id)
    expect(ids).toEqual([
      'mentions search',
      'mentions competitor',
      'mentions industry',
      'mentions of any kind',
      'mentions handled',
      'mentions all',
    ])
  })

  test('clear all filters, the range included, and keep the tab', () => {
    const view: View = {
      ...defaultView,
      tab: 'industry',
      text: 'slow',
      range: { from: '2026-11-01', to: '2026-11-02' },
    }
    runnable(view)
      .find(({ id }) => id === 'mentions clear')
      ?.run?.()
    expect(views).toEqual([{ ...defaultView, tab: 'industry' }])
  })
})
