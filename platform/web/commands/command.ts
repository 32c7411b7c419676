import type { IconName } from '../../ui/icon.tsx'

/** Something that can be done now: found in the palette by its name, done at once by its keys. */
export interface Command {
  /** Names it for good, so that what was used last is found again: 'go /app/opportunities'. */
  id: string
  label: string
  icon: IconName
  /** As in `j`, `?`, `g o` (one after the other) and `mod+k` (Cmd on a Mac, else Ctrl). */
  keys?: string
  /** Other words that people look for it by. */
  words?: string
  /** Null while there is nothing to do it to: its keys do nothing then, and the palette leaves it out. */
  run: (() => void) | null
  /** It is what one has already: the current project. */
  current?: boolean
  /** One of many of its kind: the palette shows it to those who type. */
  whenTyped?: boolean
  /** Moving from row to row makes no sense in a palette. */
  keysOnly?: boolean
  /** Holding the key does it again and again. */
  repeats?: boolean
  /** Where the focus is afterwards: on the page one was led to, or where the command puts it. Else it stays. */
  focus?: 'page' | 'own'
}

/** Commands that belong together, under the name that palette and shortcuts sheet show. */
export interface CommandGroup {
  name: string
  /** Those of the screen come before those of the shell, also where both want the same key. */
  from: 'screen' | 'shell'
  commands: readonly Command[]
}
