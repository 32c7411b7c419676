import type { Command } from '#platform/web/commands/command.ts'

interface ChoiceActions {
  choose: (id: string) => void
  chooseAll: () => void
  clear: () => void
}

/** Returns the commands that choose people for one change. */
export function choiceCommands(
  active: { id: string } | undefined,
  chosen: number,
  { choose, chooseAll, clear }: ChoiceActions,
): Command[] {
  return [
    {
      id: 'person choose',
      label: 'Select person, then change several at once',
      icon: 'check',
      keys: 'v',
      keysOnly: true,
      run: active ? () => choose(active.id) : null,
    },
    { id: 'person choose all', label: 'Select all shown people', icon: 'check', keys: 'V', run: chooseAll },
    {
      id: 'person clear choice',
      label: 'Clear selection',
      icon: 'close',
      keys: 'Escape',
      run: chosen > 0 ? clear : null,
    },
  ]
}
