import { expect, test } from 'vitest'
import type { CommandGroup } from './command.ts'
import { createRegistry } from './registry.ts'

const group = (name: string, from: CommandGroup['from'], ...ids: string[]): CommandGroup => ({
  name,
  from,
  commands: ids.map((id) => ({ id, label: id, icon: 'check', run: () => {} })),
})
const names = (registry: ReturnType<typeof createRegistry>) => registry.groups().map(({ name }) => name)

test('lists the screen before the shell, whichever registered first', () => {
  const registry = createRegistry()
  registry.put({}, group('Go to', 'shell'))
  registry.put({}, group('Lead', 'screen'))
  registry.put({}, group('View', 'screen'))
  expect(names(registry)).toEqual(['Lead', 'View', 'Go to'])
})

test('an updated group keeps its position and has its new commands', () => {
  const registry = createRegistry()
  const slot = {}
  registry.put(slot, group('Lead', 'screen', 'reply'))
  registry.put({}, group('View', 'screen'))
  registry.put(slot, group('Lead', 'screen', 'restore'))
  expect(names(registry)).toEqual(['Lead', 'View'])
  expect(registry.find('reply')).toBeUndefined()
  expect(registry.find('restore')?.label).toBe('restore')
})

test('a removed screen takes its commands with it', () => {
  const registry = createRegistry()
  const slot = {}
  registry.put(slot, group('Lead', 'screen', 'reply'))
  registry.remove(slot)
  expect(registry.groups()).toEqual([])
  expect(registry.find('reply')).toBeUndefined()
})
