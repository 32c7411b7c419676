import { Suspense } from 'react'
import type { RunChoice } from '#features/discovery/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { SelectionBar } from '#platform/web/lists/selection-bar.tsx'
import { useSlot } from '#platform/web/slots.ts'
import { rowId } from '../list/row.tsx'
import { changesResult } from './choices.ts'
import type { ResultsState } from './use-results.ts'

/** The actions for all chosen results, below the list. */
export function ResultBulkBar({ projectId, state }: { projectId: string; state: ResultsState }) {
  const { Leads } = useSlot('addToCrm')
  const { found, choice, choose } = state
  const chosen = found.filter(({ result }) => choice.isChosen(result.id)).map(({ result }) => result)
  const can = (wanted: RunChoice) => chosen.some((result) => changesResult(result, wanted))
  return (
    <SelectionBar
      chosen={chosen.map(({ id }) => rowId(id))}
      shown={found.length}
      onChooseAll={choice.chooseAll}
      onClear={choice.clear}
    >
      {can('added') && (
        <Button look="primary" size="small" onClick={() => choose('added')}>
          Add to leads
        </Button>
      )}
      {can('dismissed') && (
        <Button size="small" onClick={() => choose('dismissed')}>
          Dismiss
        </Button>
      )}
      {can('none') && (
        <Button size="small" onClick={() => choose('none')}>
          Undo dismissal
        </Button>
      )}
      <Suspense>
        <Leads projectId={projectId} leads={() => state.toLeads(chosen)} onDone={choice.clear} />
      </Suspense>
      {!can('added') && !can('none') && <p className="text-muted text-sm">All in your leads</p>}
    </SelectionBar>
  )
}
