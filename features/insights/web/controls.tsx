import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { placeName } from '#engine/places/places.ts'
import { addDays, type DayRange, rangeText } from '#platform/ui/charts/days.ts'
import { ChipMenu, chipClasses, FilterChip } from '#platform/ui/filter-chip.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { MenuItem } from '#platform/ui/overlays/menu.tsx'
import { loadPart } from '#platform/ui/parts.ts'
import type { Comparison } from '../contract-series.ts'
import { comparisonNames } from './labels.ts'
import { communitiesQuery } from './queries.ts'
import type { InsightsState } from './use-insights.ts'
import { daysMost, defaultView, rangeOf, type Span, spans } from './view.ts'

/** Loaded when it is opened. */
const RangeDialog = lazy(async () => ({ default: (await loadPart(() => import('./range-dialog.tsx'))).RangeDialog }))

const spanNames: Record<Span, string> = { 7: '7 days', 30: '30 days', 90: '90 days', 365: 'Year' }
const comparisons = ['before', 'year', 'none'] as const

/** The days that all charts cover, what they are compared with, and the communities that count. */
export function Controls({ state }: { state: InsightsState }) {
  const { project, today, view, go } = state
  const [choosing, setChoosing] = useState(false)
  const { data: names } = useQuery(communitiesQuery(project.id))
  const custom = typeof view.period === 'number' ? null : view.period
  return (
    <div className="flex items-center gap-1.5 relative overflow-x-auto px-4 py-2.5 [scrollbar-width:none] print:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label="Period" className="flex shrink-0 items-center gap-1.5">
        {spans.map((span) => (
          <button
            key={span}
            type="button"
            aria-pressed={view.period === span}
            onClick={() => go({ ...view, period: span })}
            className={chipClasses(view.period === span)}
          >
            {spanNames[span]}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={custom !== null}
          aria-haspopup="dialog"
          onClick={() => setChoosing(true)}
          className={chipClasses(custom !== null)}
        >
          <Icon name="calendar" className="size-3.5" />
          {custom ? rangeText(custom) : 'Custom'}
        </button>
      </div>
      <span aria-hidden="true" className="mx-1 h-5 w-px shrink-0 bg-line" />
      <ChipMenu
        label="Compare"
        text={view.compare === 'none' ? null : `vs. ${comparisonNames[view.compare].toLowerCase()}`}
      >
        {comparisons.map((compare: Comparison) => (
          <MenuItem
            key={compare}
            icon={<Icon name="check" className={compare === view.compare ? '' : 'invisible'} />}
            onClick={() => go({ ...view, compare })}
          >
            {comparisonNames[compare]}
          </MenuItem>
        ))}
      </ChipMenu>
      <FilterChip
        label="Community"
        options={names?.communities}
        chosen={view.communities}
        textOf={(name) => placeName(name)}
        empty="None in your leads"
        onChange={(communities) => go({ ...view, communities })}
      />
      {choosing && (
        <Suspense>
          <RangeDialog
            range={rangeOf(view.period, today)}
            first={addDays(today, -daysMost)}
            last={today}
            onRange={(period: DayRange | null) => {
              setChoosing(false)
              if (period) go({ ...view, period })
            }}
            onReset={custom ? () => go({ ...view, period: defaultView.period }) : null}
          />
        </Suspense>
      )}
    </div>
  )
}
