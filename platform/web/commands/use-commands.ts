import { useLayoutEffect, useState } from 'react'
import type { Command, CommandGroup } from './command.ts'
import { registry } from './registry.ts'

/** Registers commands while the component is mounted, always in their latest version. */
export function useCommands(name: string, commands: readonly Command[], from: CommandGroup['from'] = 'screen'): void {
  const [slot] = useState(() => ({}))
  // During the commit, because a key pressed right after another must use the changed commands.
  useLayoutEffect(() => registry.put(slot, { name, from, commands }))
  useLayoutEffect(() => () => registry.remove(slot), [slot])
}
