import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { CurrentProject } from '#platform/contract/session.ts'
import { Button } from '#platform/ui/button.tsx'
import { ChartFrame } from '#platform/ui/charts/chart-frame.tsx'
import { rangeText } from '#platform/ui/charts/days.ts'
import { loadPart } from '#platform/ui/parts.ts'
import { messageOf } from '#platform/web/api/call-error.ts'
import { hasFailed } from '#platform/web/api/fetch-failure.tsx'
import type { MentionTrends } from '../../contract.ts'
import { trendsQuery } from '../queries.ts'
import type { Measure, View } from '../view.ts'
import { CompareMenu } from './compare-menu.tsx'
import { NameBars } from './name-bars.tsx'
import { chartedNames, chartOf, filtersText, listOf, measureOf, namesIn, shareWindow, sumOf } from './names.ts'
import { Spikes } from './spikes.tsx'

/** Loaded once names are compared. */
const Comparison = lazy(async () => ({ default: (await loadPart(() => import('./comparison.tsx'))).Comparison }))

interface OverviewProps {
  project: CurrentProject
  view: View
  onView: (view: View) => void
  /** Shows the list of another view. */
  onList: (view: View) => void
  onOpen: (mention: string) => void
}

const measureNames: Record<Measure, string> = { share: 'Share of voice', mentions: 'Mentions over time' }

/** How often names are mentioned over time, with which sentiment, and when unusually often. */
export function Overview({ project, view, onView, onList, onOpen }: OverviewProps) {
  const trends = useQuery(trendsQuery(project, view))
  const { data } = trends
  const charted = data ? chartedNames(data, view) : []
  const measure = data ? measureOf(charted, view.measure) : view.measure
  const filters = data && filtersText(data, view)
  const spikes = data ? data.spikes.filter(({ id }) => charted.some((name) => name.id === id)) : []
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-4 p-4 pb-16 sm:p-6">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold text-lg">Overview</h2>
          <p className="text-muted text-sm">{data ? coveredText(data, view) : 'Handled and open mentions'}</p>
          {filters && <p className="wrap-anywhere text-muted text-sm">Filtered like the list: {filters}</p>}
        </div>
        {data && (
          <CompareMenu
            names={data.names}
            compared={view.compared}
            onChange={(compared) => onView({ ...view, compared })}
          />
        )}
      </header>
      <ChartFrame
        title={measureNames[measure]}
        {...(data && { description: chartText(data, measure) })}
        controls={
          measureOf(charted, 'share') === 'share' && (
            <MeasureSwitch measure={measure} onChange={(next) => onView({ ...view, measure: next })} />
          )
        }
        chart={
          hasFailed(trends)
            ? {
                state: 'failed',
                message: trends.error ? messageOf(trends.error) : 'Trying again…',
                onRetry: () => void trends.refetch(),
              }
            : data
              ? { state: 'ready', data: chartOf(data, charted, spikes, measure) }
              : { state: 'loading' }
        }
        empty={
          <p className="py-10 text-center text-muted">
            {filters
              ? 'No mentions with these filters.'
              : view.range
                ? 'No mentions in this period.'
                : 'Charts, spikes, and sentiment appear here with the first mention.'}
          </p>
        }
      />
      {data?.names.some((name) => sumOf(name) > 0) && (
        <>
          {view.compared.length >= 2 && (
            <Suspense>
              <Comparison trends={data} names={charted} />
            </Suspense>
          )}
          <Spikes spikes={spikes} onOpen={onOpen} />
          <NameBars
            project={project}
            names={namesIn(data, view)}
            onList={(name, feeling) => onList(listOf(view, name, feeling))}
          />
        </>
      )}
    </div>
  )
}

function coveredText({ capped }: MentionTrends, { range }: View): string {
  const days = range ? rangeText(range) : 'All time'
  return capped ? `${days}: the newest 10,000 mentions, handled or not` : `${days}, handled or not`
}

function chartText(trends: MentionTrends, measure: Measure): string {
  const { unit } = trends
  if (measure === 'mentions') return `Number of mentions by ${unit}`
  return shareWindow(trends) > 1 ? 'Share of mentions, each day with the six before' : `Share of mentions by ${unit}`
}

function MeasureSwitch({ measure, onChange }: { measure: Measure; onChange: (measure: Measure) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="Show" className="flex gap-1">
      {(['share', 'mentions'] as const).map((value) => (
        <Button
          key={value}
          look={value === measure ? 'outline' : 'ghost'}
          size="small"
          aria-pressed={value === measure}
          onClick={() => onChange(value)}
        >
          {value === 'share' ? 'Share' : 'Mentions'}
        </Button>
      ))}
    </div>
  )
}
