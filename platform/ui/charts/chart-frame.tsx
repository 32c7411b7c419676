import type { ReactNode } from 'react'
import { lazy, Suspense, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { ErrorState } from '../error-state.tsx'
import { Icon } from '../icon.tsx'
import { loadPart } from '../parts.ts'
import { Skeleton } from '../skeleton.tsx'
import type { ChartData } from './chart-data.ts'
import { marksAt, periodText, strokes, valueText } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'

/** Loaded when there is data to draw. */
const Plot = lazy(async () => ({ default: (await loadPart(() => import('./plot.tsx'))).Plot }))

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
    <section aria-labelledby={id} className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4">
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
        <ErrorState title="Couldn't load the data" message={chart.message} onRetry={chart.onRetry} />
      )}
      {data && !filled && empty}
      {filled && (asTable ? <ChartTable title={title} data={data} /> : <Drawn title={title} data={data} kind={kind} />)}
    </section>
  )
}

function Drawn({ title, data, kind }: { title: string; data: ChartData; kind: 'line' | 'bars' }) {
  const { days, series } = data
  const [pointed, setPointed] = useState<number | null>(null)
  const at = Math.min(pointed ?? days.length - 1, days.length - 1)
  return (
    <>
      <dl className="tabular flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <div className="text-muted">
          <dt className="sr-only">{data.period === 'week' ? 'Week' : 'Day'}</dt>
          <dd>{periodText(days[at]!, data)}</dd>
        </div>
        {series.map(({ label, values }, index) => (
          <div key={label} className="flex min-w-0 items-center gap-2">
            <dt className="wrap-anywhere flex items-center gap-2 text-muted">
              <Line index={index} solid={kind === 'bars'} />
              {label}
            </dt>
            <dd className="font-medium">{valueText(values[at], data)}</dd>
          </div>
        ))}
        {marksAt(data, at).map((text) => (
          <div key={text}>
            <dt className="sr-only">Mark</dt>
            <dd className="font-medium">{text}</dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={<Skeleton className="h-56 w-full rounded-lg" />}>
        <Plot title={title} data={data} kind={kind} at={pointed} onPoint={setPointed} />
      </Suspense>
    </>
  )
}

/** A sample of a series' line in its color and dash. */
function Line({ index, solid }: { index: number; solid: boolean }) {
  const { color, dash } = strokes[index % strokes.length]!
  return (
    <svg viewBox="0 0 20 4" aria-hidden="true" className="h-1 w-5 shrink-0" style={{ color: `var(${color})` }}>
      <path
        d="M0 2H20"
        stroke="currentColor"
        strokeWidth={solid ? 4 : 2.5}
        strokeDasharray={solid ? undefined : dash.join(' ')}
      />
    </svg>
  )
}
