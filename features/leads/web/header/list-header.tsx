import { lazy, Suspense, useState } from 'react'
import { type Look, readView, type View } from '#engine/rules/lead-view.ts'
import type { CurrentProject } from '#platform/contract/session.ts'
import { LookSwitch } from '#platform/ui/look-switch.tsx'
import { loadOptional } from '#platform/ui/parts.ts'
import { SearchField } from '#platform/web/forms/search-field.tsx'
import { SampleBadge } from '#platform/web/page/sample-badge.tsx'
import { whenQuiet } from '#platform/web/page/when-quiet.ts'
import { useSlot } from '#platform/web/slots.ts'
import { backfillText, count } from '../labels.ts'
import { namedSorts, searchId } from '../view.ts'
import { isShown, savedParams } from './saved-params.ts'

/** Loaded once the first rows are painted. */
const ListTools = lazy(() => loadOptional(async () => (await import('./list-tools.tsx')).ListTools))

/** Loaded after the rows and the lead, since it fetches what leads can be filtered by. */
const FilterChips = lazy(async () => {
  await new Promise<void>(whenQuiet)
  return loadOptional(async () => (await import('./filter-chips.tsx')).FilterChips)
})

/** Loaded when it is opened. */
const OrderPanel = lazy(() => loadOptional(async () => (await import('./order-panel.tsx')).OrderPanel))

const looks = [
  { value: 'cards', label: 'Cards', icon: 'cards' },
  { value: 'table', label: 'Table', icon: 'table' },
] as const

interface ListHeaderProps {
  view: View
  look: Look
  /** Whether to load the menus. */
  withTools: boolean
  project: CurrentProject
  total: number
  totalCapped: boolean
  onView: (view: View, replace: boolean) => void
  /** Null: there is no room for a table. */
  onLook: ((look: Look) => void) | null
}

export function ListHeader({ view, look, withTools, project, total, totalCapped, onView, onLook }: ListHeaderProps) {
  const SavedViews = useSlot('savedViews')
  const [adjusting, setAdjusting] = useState(false)
  const processing = project.status === 'processing'
  const isSample = project.realm === 'sandbox'
  const savedLook = onLook && look
  const figures = (
    // Numbers that change constantly are not read out.
    <p aria-live={processing ? 'off' : 'polite'} className="tabular min-w-0 flex-1 truncate text-muted text-sm">
      {processing
        ? backfillText(project)
        : total > 0 && (
            <>
              {count(total)}
              {/* Next to the heading, a phone has no room for it. */}
              <span className={isSample ? undefined : 'max-sm:sr-only'}>{total === 1 ? ' lead' : ' leads'}</span>
              {totalCapped && ' or more'}
            </>
          )}
    </p>
  )
  return (
    <header className="shrink-0">
      <div className="flex h-14 items-center gap-1 pr-2 pl-4">
        <h1 className="font-semibold text-lg">Opportunities</h1>
        <div className="flex min-w-0 flex-1 pl-2">{!processing && !isSample && figures}</div>
        {withTools ? (
          <Suspense fallback={<ToolsPlace view={view} />}>
            <ListTools
              projectId={project.id}
              view={view}
              onView={(next) => onView(next, false)}
              onAdjust={() => setAdjusting(true)}
            />
          </Suspense>
        ) : (
          <ToolsPlace view={view} />
        )}
      </div>
      {(processing || isSample) && (
        <div className="-mt-2 flex items-center gap-2 px-4 pb-1">
          {isSample && <SampleBadge of="posts" />}
          {figures}
        </div>
      )}
      <div className="flex gap-2 px-4">
        <div className="min-w-0 max-w-lg flex-1">
          <SearchField
            id={searchId}
            label="Search leads"
            text={view.text}
            onSearch={(text) => onView({ ...view, text }, true)}
          />
        </div>
        <div className="h-9 min-w-23">
          {withTools && (
            <Suspense>
              <SavedViews
                projectId={project.id}
                kind="leads"
                params={savedParams(view, savedLook)}
                isShown={(params) => isShown(params, view, savedLook)}
                hint="A view saves the tab, sort order, search, and filters."
                onView={(params) => onView(readView(new URLSearchParams(params)), false)}
              />
            </Suspense>
          )}
        </div>
        {onLook && <LookSwitch looks={looks} look={look} onLook={onLook} />}
      </div>
      {(adjusting || view.weights !== null) && (
        <Suspense>
          <OrderPanel
            project={project}
            weights={view.weights}
            onWeights={(weights) => onView({ ...view, weights, ...(weights && { sort: 'now' }) }, true)}
            onClose={() => {
              setAdjusting(false)
              onView({ ...view, weights: null }, true)
            }}
          />
        </Suspense>
      )}
      {/* As high as the chips, so that nothing moves once they are there. */}
      <div className="min-h-11 pointer-coarse:min-h-13">
        <Suspense>
          <FilterChips projectId={project.id} view={view} onView={(next) => onView(next, false)} />
        </Suspense>
      </div>
    </header>
  )
}

/** As wide as the tools, so that nothing moves once they are there. */
function ToolsPlace({ view }: { view: View }) {
  return (
    <span aria-hidden="true" className="truncate pr-24 text-muted text-sm max-lg:pr-16">
      {namedSorts.find(({ value }) => value === view.sort)?.label}
    </span>
  )
}
