import type { ReactNode } from 'react'
import { lazy, Suspense, useState } from 'react'
import { loadPart } from '../parts.ts'
import { Skeleton } from '../skeleton.tsx'
import type { ChartData, TimeChartKind } from './chart-data.ts'
import { marksAt, periodNames, periodText, strokes, valueText } from './chart-data.ts'
import { patterns } from './patterns.ts'

/** Loaded when there is data to draw. */
const Plot = lazy(async () => ({ default: (await loadPart(() => import('./plot.tsx'))).Plot }))

interface TimeChartProps {
  title: string
  data: ChartData
  kind: TimeChartKind
  /** Behind the values of the selected period: a link to what was counted. */
  renderLink?: (index: number) => ReactNode
  /** Opens what was counted in a period. */
  onOpen?: (index: number) => void
}

/** Values over time with a legend, which shows the values of the selected period, otherwise of the last. */
export function TimeChart({ title, data, kind, renderLink, onOpen }: TimeChartProps) {
  const { days, series, period = 'day' } = data
  const [pointed, setPointed] = useState<number | null>(null)
  const at = Math.min(pointed ?? days.length - 1, days.length - 1)
  return (
    <>
      <dl className="tabular flex flex-wrap items-baseline gap-x-5 gap-y-1 text-sm">
        <div className="text-muted">
          <dt className="sr-only">{periodNames[period]}</dt>
          <dd>{periodText(days[at]!, data)}</dd>
        </div>
        {series.map(({ label, values }, index) => (
          <div key={label} className="flex min-w-0 items-center gap-2">
            <dt className="wrap-anywhere flex items-center gap-2 text-muted">
              {kind === 'stacked' || kind === 'stackedBars' ? (
                <Swatch index={index} />
              ) : (
                <Line index={index} solid={kind === 'bars'} />
              )}
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
        {renderLink && (
          <div className="print:hidden">
            <dt className="sr-only">List</dt>
            <dd>{renderLink(at)}</dd>
          </div>
        )}
      </dl>
      <Suspense fallback={<Skeleton className="h-56 w-full rounded-lg" />}>
        <Plot title={title} data={data} kind={kind} at={pointed} onPoint={setPointed} {...(onOpen && { onOpen })} />
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

/** A sample of a series' area in its color and pattern. */
function Swatch({ index }: { index: number }) {
  return <span aria-hidden="true" className={`h-3 w-5 shrink-0 rounded-sm ${patterns[index % patterns.length]}`} />
}
