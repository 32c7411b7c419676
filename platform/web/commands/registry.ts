import type { Command, CommandGroup } from './command.ts'

/** Creates the registry of available commands: the shell's and those of the open screen. */
export function createRegistry() {
  const slots = new Map<object, CommandGroup>()
  const groups = () => {
    const all = [...slots.values()]
    return [...all.filter(({ from }) => from === 'screen'), ...all.filter(({ from }) => from === 'shell')]
  }
  return {
    /** Puts a group in its slot and replaces the previous one. */
    put(slot: object, group: CommandGroup): void {
      slots.set(slot, group)
    },
    remove(slot: object): void {
      slots.delete(slot)
    },
    /** Returns the groups: the screen's first, each in order of registration. */
    groups,
    /** Returns the current command with this id. */
    find(id: string): Command | undefined {
      return groups()
        .flatMap(({ commands }) => commands)
        .find((command) => command.id === id)
    },
  }
}

export const registry = createRegistry()
