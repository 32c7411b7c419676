import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { count } from '../text/units.ts'
import { useFirstInSight } from './row-in-sight.ts'

interface SelectionBarProps {
  /** The element IDs of the links of the chosen rows, in the order of the list. */
  chosen: readonly string[]
  /** How many rows are shown. */
  shown: number
  onChooseAll: () => void
  onClear: () => void
  /** The actions. */
  children: ReactNode
}

/** How many rows are chosen, below their list, with the actions for all of them. */
export function SelectionBar({ chosen, shown, onChooseAll, onClear, children }: SelectionBarProps) {
  const bar = useFirstInSight(chosen)
  return (
    <section
      ref={bar}
      aria-label="Selection"
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-line border-t bg-sunken py-2 pr-4 pl-2"
    >
      <Button look="ghost" size="icon" aria-label="Clear selection" onClick={onClear}>
        <Icon name="close" />
      </Button>
      <p role="status" className="tabular mr-auto font-medium text-sm">
        {count(chosen.length)} selected
      </p>
      {chosen.length < shown && (
        <Button look="ghost" size="small" onClick={onChooseAll}>
          <span>
            <span className="sr-only">Select </span>All {count(shown)}
          </span>
        </Button>
      )}
      {children}
    </section>
  )
}
