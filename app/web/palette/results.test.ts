import { describe, expect, test } from 'vitest'
import type { Command, CommandGroup } from '#platform/web/commands/command.ts'
import { resultsOf } from './results.ts'

const command = (label: string, more: Partial<Command> = {}): Command => ({
  id: label,
  label,
  icon: 'check',
  run: () => {},
  ...more,
})
const group = (name: string, ...commands: Command[]): CommandGroup => ({ name, from: 'shell', commands })

const groups = [
  group(
    'Lead',
    command('Mark replied'),
    command('Next lead', { keysOnly: true }),
    command('Restore', { run: null }),
    command('Reject: too old', { whenTyped: true }),
  ),
  group('Go to', command('Opportunities', { words: 'leads inbox' }), command('Keywords'), command('Competitors')),
  group('Switch project', command('Keyhole'), command('Deskbook')),
  group('Actions', command('New project'), command('Log out', { words: 'sign off' })),
]

/** Returns the group names and labels as shown. */
const shown = (query: string, recent: string[] = []) =>
  resultsOf(groups, query, recent).map(({ name, results }) => [name, ...results.map((result) => result.command.label)])

describe('without a query', () => {
  test('lists all available commands in their groups', () => {
    expect(shown('')).toEqual([
      ['Lead', 'Mark replied'],
      ['Go to', 'Opportunities', 'Keywords', 'Competitors'],
      ['Switch project', 'Keyhole', 'Deskbook'],
      ['Actions', 'New project', 'Log out'],
    ])
  })

  test('lists recent commands first and once, if still available', () => {
    expect(shown(' ', ['Log out', 'gone', 'Keyhole', 'Restore', 'Next lead'])).toEqual([
      ['Recent', 'Log out', 'Keyhole'],
      ['Lead', 'Mark replied'],
      ['Go to', 'Opportunities', 'Keywords', 'Competitors'],
      ['Switch project', 'Deskbook'],
      ['Actions', 'New project'],
    ])
  })

  test('lists the first eight of a hundred projects and the total', () => {
    const many = group('Switch project', ...Array.from({ length: 100 }, (_, i) => command(`Product ${i}`)))
    const [projects] = resultsOf([many], '', [])
    expect([projects?.name, projects?.results.length]).toEqual(['Switch project (8 of 100)', 8])
    const found = resultsOf([many], '99', [])
    expect(found[0]?.results.map((result) => result.command.label)).toEqual(['Product 99'])
  })
})

describe('with a query', () => {
  test.each<[string, string[][]]>([
    ['keyw', [['Go to', 'Keywords']]],
    ['leads', [['Go to', 'Opportunities']]],
    ['sign', [['Actions', 'Log out']]],
    ['switch desk', [['Switch project', 'Deskbook']]],
    ['proj key', [['Switch project', 'Keyhole']]],
    ['go kw', [['Go to', 'Keywords']]],
    ['reject old', [['Lead', 'Reject: too old']]],
    ['nothing at all', []],
    ['next', []],
    ['restore', []],
  ])('%j finds %j', (query, found) => {
    expect(shown(query)).toEqual(found)
  })

  test('puts the group with the best result first', () => {
    expect(shown('key').map(([name]) => name)).toEqual(['Switch project', 'Go to'])
    expect(shown('out')[0]).toEqual(['Actions', 'Log out'])
  })

  test('ranks a word in the label above one among the other words', () => {
    const both = group(
      'Actions',
      command('Import', { words: 'log' }),
      command('Show the changelog'),
      command('Log out'),
    )
    const found = resultsOf([both], 'log', [])[0]?.results.map((result) => result.command.label)
    expect(found).toEqual(['Log out', 'Show the changelog', 'Import'])
  })

  test('marks the matched letters once each', () => {
    const marks = (query: string) => resultsOf(groups, query, [])[0]?.results[0]?.marks
    expect(marks('keyw')).toEqual([[0, 4]])
    expect(marks('new pro')).toEqual([
      [0, 3],
      [4, 7],
    ])
    expect(marks('competitors comp')).toEqual([[0, 11]])
    expect(marks('leads')).toEqual([])
  })
})
