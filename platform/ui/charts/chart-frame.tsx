import type { ReactNode } from 'react'
import { useId, useState } from 'react'
import { Button } from '../button.tsx'
import { ErrorState } from '../error-state.tsx'
import { Icon } from '../icon.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { ChartData } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import { TimeChart } from './time-chart.tsx'

type ChartState =
  | { state: 'loading' }
  | { state: 'failed'; message: string; onRetry: () => void }
  | { state: 'ready'; data: ChartData }

interface ChartFrameProps {
  title: string
  /** The unit that is counted and the period. */
  description?: string
  /** Controls beside the title. */
  controls?: ReactNode
  chart: ChartState
  /** Bars support one series only. */
  kind?: 'line' | 'bars'
  /** The next step to offer when there is no data. */
  empty: ReactNode
}

/**
 * A chart with its title and legend: loading, failed, empty or drawn. The legend shows the values of the selected day
 * (by pointer or arrow keys), otherwise of the last. The data is also available as a table.
 */
export function ChartFrame({ title, description, controls, chart, kind = 'line', empty }: ChartFrameProps) {
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const data = chart.state === 'ready' ? chart.data : null
  const filled = data !== null && data.days.length > 0
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4 rounded-xl border border-line bg-raised p-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 id={id} className="wrap-anywhere font-semibold">
            {title}
          </h3>
          {description && <p className="text-muted text-sm">{description}</p>}
        </div>
        {controls}
        {filled && (
          <Button look="ghost" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Icon name={asTable ? 'chart' : 'table'} />
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </header>
      {chart.state === 'loading' && (
        <div role="status" aria-label={`Loading ${title}`} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-56 w-full rounded-lg" />
        </div>
      )}
      {chart.state === 'failed' && (
        <ErrorState title="Couldn't load the chart" message={chart.message} onRetry={chart.onRetry} />
      )}
      {data && !filled && empty}
      {filled &&
        (asTable ? <ChartTable title={title} data={data} /> : <TimeChart title={title} data={data} kind={kind} />)}
    </section>
  )
}
