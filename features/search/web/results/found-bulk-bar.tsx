import { Suspense } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { foundRowId, type SearchState } from '../use-search.ts'

/** The actions for all chosen matches, below the list. */
export function FoundBulkBar({ projectId, search }: { projectId: string; search: SearchState }) {
  const { Leads } = useSlot('addToCrm')
  const { found, choice, adding, add, addAll } = search
  const busy = adding.size > 0
  return (
    <SelectionBar
      chosen={choice.chosen.map(({ id }) => foundRowId(id))}
      shown={found.length}
      onChooseAll={choice.chooseAll}
      onClear={choice.clear}
    >
      {choice.chosen.some(({ lead }) => lead === null) && (
        <Button look="primary" size="small" busy={busy} onClick={() => !busy && void addAll()}>
          Add to opportunities
        </Button>
      )}
      <Suspense>
        <Leads projectId={projectId} leads={() => add(choice.chosen)} onDone={choice.clear} />
      </Suspense>
    </SelectionBar>
  )
}
