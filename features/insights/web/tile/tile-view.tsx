import { type ReactNode, useId, useMemo } from 'react'
import { placeName } from '#engine/places/places.ts'
import { Badge } from '#platform/ui/badge.tsx'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import { rangeText } from '#platform/ui/charts/days.ts'
import { Skeleton } from '#platform/ui/skeleton.tsx'
import type { ReportDefinition } from '../../contract.ts'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import type { InsightSeries } from '../../contract-series.ts'
import { comparisonNames, groupingNames, metricDetails } from '../labels.ts'
import type { SeriesQuery } from '../queries.ts'
import type { List, Part } from './lists.ts'
import { changeOf, drawingOf, isEmpty } from './model.ts'
import { rowsOf } from './rows.ts'
import { TileChart } from './tile-chart.tsx'
import { TileTable } from './tile-table.tsx'

export interface TileViewProps {
  id: string
  title: string
  chart: ReportDefinition['chart']
  query: SeriesQuery
  /** Undefined until there are numbers. */
  series: InsightSeries | undefined
  /** In place of the numbers if they couldn't be fetched. */
  failure?: ReactNode
  /** Whether other numbers are on their way. */
  isBusy?: boolean
  isSample?: boolean
  asTable: boolean
  annotations?: readonly InsightAnnotation[]
  /** Returns the list of what a part counts; null if there is none, or none that the reader may see. */
  listOf: (...parts: Part[]) => List | null
  /** Behind the title: the menu. */
  controls?: ReactNode
}

/** A chart with its title, its total, and its change: loading, failed, empty, drawn, or as a table. */
export function TileView(props: TileViewProps) {
  const { id, title, query, series, failure, isBusy = false, isSample = false, controls } = props
  const heading = useId()
  return (
    <article
      aria-labelledby={heading}
      aria-busy={isBusy || undefined}
      data-tile={id}
      className="flex min-w-0 break-inside-avoid flex-col gap-4 rounded-xl border border-line bg-raised p-4"
    >
      <header className="flex items-start justify-between gap-x-3">
        <div className="min-w-0 flex-1">
          <h3 id={heading} className="wrap-anywhere font-semibold">
            {title}
            {isSample && (
              <span className="ml-2 font-normal">
                <Badge look="accent">Sample data</Badge>
              </span>
            )}
          </h3>
          <p className="text-muted text-sm">{detailOf(query)}</p>
        </div>
        {controls}
      </header>
      {series ? <Numbers {...props} series={series} /> : (failure ?? <TileSkeleton title={title} />)}
    </article>
  )
}

function Numbers({ series, ...props }: TileViewProps & { series: InsightSeries }) {
  const { title, chart, query, asTable, isSample, annotations, listOf } = props
  const drawing = useMemo(() => drawingOf(series, query, chart), [series, query, chart])
  if (isEmpty(series)) {
    return <p className="py-10 text-center text-muted text-sm">Nothing to count in {rangeText(query)}.</p>
  }
  const shared = { title, query, series, listOf }
  return (
    <>
      <Total series={series} query={query} />
      {asTable || drawing.kind === 'table' ? (
        <TileTable {...shared} rows={rowsOf(series, query)} />
      ) : (
        <TileChart {...shared} drawing={drawing} annotations={isSample ? undefined : annotations} />
      )}
    </>
  )
}

/** The total of the period, and how it compares. */
function Total({ series, query }: { series: InsightSeries; query: SeriesQuery }) {
  const change = changeOf(series)
  if (series.total === null || query.metric === 'funnel') return null
  return (
    <p className="tabular -mt-2 flex flex-wrap items-baseline gap-x-3">
      <span className="font-semibold text-2xl">{valueText(series.total, series)}</span>
      {change && (
        <span className="text-muted text-sm">
          {change} vs. {comparisonNames[query.compare].toLowerCase()} ({valueText(series.before?.total, series)})
        </span>
      )}
    </p>
  )
}

/** Returns what the values are, and what they are grouped by. */
function detailOf({ metric, groupBy, breakdown, subreddits }: SeriesQuery): string {
  const by = [groupBy, breakdown].flatMap((each) => (each === null ? [] : groupingNames[each].toLowerCase()))
  const where = subreddits.length > 0 ? `, in ${subreddits.map((name) => placeName(name)).join(', ')}` : ''
  return `${metricDetails[metric]}${metric === 'funnel' ? '' : `, by ${by.join(' and ')}`}${where}`
}

export function TileSkeleton({ title }: { title: string }) {
  return (
    <div role="status" aria-label={`Loading ${title}`} className="flex flex-col gap-3">
      <Skeleton className="h-7 w-32" />
      <Skeleton className="h-56 w-full rounded-lg" />
    </div>
  )
}
