import type { RunChoice } from '#features/discovery/contract.ts'
import type { Command } from '#platform/web/commands/command.ts'
import { readerCommands } from '../commands.ts'

/** The commands for leads that results have too, with the same keys. */
const shared = [...readerCommands, 'lead choose', 'lead choose all', 'lead clear choice', 'lead undo']

interface ResultActions {
  /** Whether the open result is a lead, and no others are chosen. */
  isLead: boolean
  mayDecide: boolean
  hasResult: boolean
  choose: (choice: RunChoice) => void
}

/** Returns the commands for the open result, or instead for the chosen ones: those for leads if it is one. */
export function resultCommands(
  commands: readonly Command[],
  { isLead, mayDecide, hasResult, choose }: ResultActions,
): Command[] {
  if (!mayDecide) return commands.filter(({ id }) => readerCommands.includes(id))
  if (isLead) return [...commands]
  return [
    ...commands.filter(({ id }) => shared.includes(id)),
    {
      id: 'result add',
      label: 'Add to leads',
      icon: 'add',
      keys: 'a',
      run: hasResult ? () => choose('added') : null,
    },
    {
      id: 'result dismiss',
      label: 'Dismiss result',
      icon: 'reject',
      keys: 'x',
      run: hasResult ? () => choose('dismissed') : null,
    },
  ]
}
