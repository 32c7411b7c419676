import type { RunChoice } from '#features/discovery/contract.ts'
import { Button } from '#platform/ui/button.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { count } from '../labels.ts'
import { useFirstInSight } from '../list/row.tsx'
import { changesResult } from './choices.ts'
import type { ResultsState } from './use-results.ts'

/** The actions for all chosen results, below the list. */
export function ResultBulkBar({ state }: { state: ResultsState }) {
  const { found, choice, choose } = state
  const chosen = found.filter(({ result }) => choice.isChosen(result.id)).map(({ result }) => result)
  useFirstInSight(chosen[0]?.id)
  const can = (wanted: RunChoice) => chosen.some((result) => changesResult(result, wanted))
  return (
    <section
      aria-label="Selection"
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-t bg-sunken py-2 pr-4 pl-2"
    >
      <Button look="ghost" size="icon" aria-label="Clear selection" onClick={choice.clear}>
        <Icon name="close" />
      </Button>
      <p role="status" className="tabular mr-auto font-medium text-sm">
        {count(chosen.length)} selected
      </p>
      {chosen.length < found.length && (
        <Button look="ghost" size="small" onClick={choice.chooseAll}>
          <span>
            <span className="sr-only">Select </span>All {count(found.length)}
          </span>
        </Button>
      )}
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
      {!can('added') && !can('none') && <p className="text-muted text-sm">All in your leads</p>}
    </section>
  )
}
