import { Button } from '#platform/ui/button.tsx'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import type { MentionsState } from '../use-mentions.ts'
import { rowId } from './element-ids.ts'

/** The actions for all chosen mentions, below the list. */
export function BulkBar({ state: { choice, mentions, handleChosen } }: { state: MentionsState }) {
  const { chosen, chooseAll, clear } = choice
  return (
    <SelectionBar
      chosen={chosen.map(({ id }) => rowId(id))}
      shown={mentions.length}
      onChooseAll={chooseAll}
      onClear={clear}
    >
      {chosen.some(({ handled }) => !handled) && (
        <Button look="primary" size="small" onClick={() => handleChosen(true)}>
          Mark handled
        </Button>
      )}
      {chosen.some(({ handled }) => handled) && (
        <Button size="small" onClick={() => handleChosen(false)}>
          Mark not handled
        </Button>
      )}
    </SelectionBar>
  )
}
