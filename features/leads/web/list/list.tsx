import { useRef } from 'react'
import type { Tab } from '#engine/rules/lead-view.ts'
import { classes } from '#platform/ui/classes.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import { useRowsInSight } from '#platform/web/lists/use-rows-in-sight.ts'
import type { Opportunity } from '../../contract.ts'
import { awayText } from '../labels.ts'
import { Row } from './row.tsx'

export interface ListProps {
  /** What identifies the list. */
  listKey: string
  leads: readonly Opportunity[]
  /** How many leads the list has with those that aren't loaded; -1 if that is unknown. */
  total: number
  tab: Tab
  selectedId: string | null
  /** The lead whose row stays in the document. */
  keptId: string | null
  /** Whether the leads are from the sandbox. */
  areSamples: boolean
  hrefOf: (id: string) => string
  onOpen: (id: string) => void
  isChosen: (id: string) => boolean
  /** Null: the user may not decide. */
  onChoose: ((id: string, range: boolean) => void) | null
  now: number
}

/** The leads as cards, one below the other. Only those in sight are in the document, unless they are few. */
export function List({
  listKey,
  leads,
  total,
  tab,
  selectedId,
  keptId,
  areSamples,
  hrefOf,
  onOpen,
  isChosen,
  onChoose,
  now,
}: ListProps) {
  const list = useRef<HTMLUListElement>(null)
  const { rows, rest, measure, onFocus } = useRowsInSight(leads, { listKey, list, height: 136, keptId })
  return (
    <>
      <ul ref={list} aria-label="Opportunities" className="flow-root" onFocus={onFocus}>
        {rows.map(({ row: lead, index, gap }) => {
          const selected = lead.id === selectedId
          const chosen = isChosen(lead.id)
          return (
            <li
              key={lead.id}
              ref={measure}
              data-index={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              style={gap > 0 ? { marginTop: gap } : undefined}
              className={classes(
                'relative flex gap-3 border-line border-b px-4 py-3.5',
                'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
                selected ? 'bg-accent-soft [--mark:var(--color-orange-200)]' : chosen ? 'bg-hover' : 'hover:bg-sunken',
              )}
            >
              <Row
                lead={lead}
                away={awayText(lead, tab)}
                href={hrefOf(lead.id)}
                onOpen={onOpen}
                selected={selected}
                chosen={chosen}
                onChoose={onChoose}
                isSample={areSamples}
                withState={tab === 'all'}
                now={now}
              />
            </li>
          )
        })}
      </ul>
      {rest > 0 && <div style={{ height: rest }} />}
    </>
  )
}

export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading leads">
      {['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3', 'w-3/4', 'w-1/2'].map((width) => (
        <div key={width} className="flex gap-3 border-line border-b px-4 py-3.5">
          <Skeleton className="h-10 w-8" />
          <div className="flex flex-1 flex-col gap-2.5 pt-0.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-full" />
            <Skeleton className="h-3 w-11/12" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </div>
      ))}
    </div>
  )
}
