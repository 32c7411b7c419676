import { useLayoutEffect, useState } from 'react'
import type { Command, CommandGroup } from './command.ts'
import { registry } from './registry.ts'

/** Offers commands while the component is there, each time as they were rendered last. */
export function useCommands(name: string, commands: readonly Command[], from: CommandGroup['from'] = 'screen'): void {
  const [slot] = useState(() => ({}))
  // In the commit itself: a key pressed right after another acts on what the first one changed.
  useLayoutEffect(() => registry.put(slot, { name, from, commands }))
  useLayoutEffect(() => () => registry.remove(slot), [slot])
}
