import type { IconName } from '../../ui/icon.tsx'

/** An action that is available now: listed in the palette by name, run by its keys. */
export interface Command {
  /** A stable name, which recent commands are stored under: 'go /app/opportunities'. */
  id: string
  label: string
  icon: IconName
  /** Written like `j`, `?`, `g o` (in sequence) and `mod+k` (Cmd on a Mac, otherwise Ctrl). */
  keys?: string
  /** Other search words. */
  words?: string
  /** Null while the command has no target: its keys do nothing and the palette leaves it out. */
  run: (() => void) | null
  /** Whether it selects the current value, such as the current project. */
  current?: boolean
  /** One of many of its kind, such as a project: the palette lists it only for a search. */
  whenTyped?: boolean
  /** Left out of the palette, like moving from row to row. */
  keysOnly?: boolean
  /** Whether holding the key repeats it. */
  repeats?: boolean
  /**
   * Where the focus moves afterwards: to the page that opened, or to a place of the command's choice. Otherwise it
   * stays.
   */
  focus?: 'page' | 'own'
}

/** Related commands, under the name that the palette and the list of shortcuts show. */
export interface CommandGroup {
  name: string
  /** The screen's commands are listed before the shell's and win if both use the same key. */
  from: 'screen' | 'shell'
  commands: readonly Command[]
}
