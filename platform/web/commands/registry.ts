import type { Command, CommandGroup } from './command.ts'

/** All that can be done at the moment: the shell's commands, and those of the screen that is open. */
export function createRegistry() {
  const slots = new Map<object, CommandGroup>()
  const groups = () => {
    const all = [...slots.values()]
    return [...all.filter(({ from }) => from === 'screen'), ...all.filter(({ from }) => from === 'shell')]
  }
  return {
    /** Puts a group in its slot; one that was there before makes way. */
    put(slot: object, group: CommandGroup): void {
      slots.set(slot, group)
    },
    remove(slot: object): void {
      slots.delete(slot)
    },
    /** Those of the screen first, each in the order in which they came. */
    groups,
    /** The command of this name as it is now. */
    find(id: string): Command | undefined {
      return groups()
        .flatMap(({ commands }) => commands)
        .find((command) => command.id === id)
    },
  }
}

export const registry = createRegistry()
