import { type ReactNode, useMemo } from 'react'
import { Link, useNavigate } from 'react-router'
import { CategoryBars } from '#platform/ui/charts/category-bars.tsx'
import type { Day } from '#platform/ui/charts/days.ts'
import { Funnel } from '#platform/ui/charts/funnel.tsx'
import { PunchCard } from '#platform/ui/charts/punch-card.tsx'
import { Sparkline } from '#platform/ui/charts/sparkline.tsx'
import { TimeChart } from '#platform/ui/charts/time-chart.tsx'
import type { InsightAnnotation } from '../../contract-annotations.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import type { List, Part } from './lists.ts'
import { marksOf } from './marks.ts'
import type { Drawing } from './model.ts'

interface TileChartProps {
  title: string
  query: SeriesQuery
  series: InsightSeries
  drawing: Exclude<Drawing, { kind: 'table' }>
  annotations: readonly InsightAnnotation[] | undefined
  listOf: (part: Part) => List | null
}

const linkClasses = 'rounded underline decoration-edge underline-offset-4 hover:decoration-ink'
const none: readonly InsightAnnotation[] = []

/** The drawing of a chart. Each part leads to the list of what it counts. */
export function TileChart({ title, query, series, drawing, annotations = none, listOf }: TileChartProps) {
  const renderLabel = ({ key, label }: { key: string; label: string }): ReactNode => {
    const list = listOf({ grouping: query.groupBy, key, label })
    return list ? (
      <Link to={list.address} title={`Show ${list.noun}`} className={linkClasses}>
        {label}
      </Link>
    ) : (
      label
    )
  }
  switch (drawing.kind) {
    case 'time':
      return (
        <>
          <OverTime
            title={title}
            drawing={drawing}
            annotations={annotations}
            listAt={(day) => listOf({ grouping: query.groupBy, key: day, label: day })}
          />
          <LeftOut number={drawing.leftOut} />
        </>
      )
    case 'bars':
      return (
        <>
          <CategoryBars title={title} {...drawing} unit={series.unit} renderLabel={renderLabel} />
          <LeftOut number={drawing.leftOut} />
        </>
      )
    case 'hours':
      return (
        <>
          {drawing.best && (
            <p className="text-sm">
              Best hour: <span className="font-medium">{drawing.best}</span>
            </p>
          )}
          <PunchCard title={title} columns={drawing.columns} rows={drawing.rows} />
        </>
      )
    case 'funnel':
      return <Funnel title={title} steps={drawing.steps} renderLabel={renderLabel} />
    case 'number':
      return <Sparkline values={drawing.values} />
  }
}

function LeftOut({ number }: { number: number }) {
  if (number === 0) return null
  return <p className="text-muted text-sm">{number} more in the table.</p>
}

interface OverTimeProps {
  title: string
  drawing: Extract<Drawing, { kind: 'time' }>
  annotations: readonly InsightAnnotation[]
  /** Returns the list of a period. */
  listAt: (day: Day) => List | null
}

function OverTime({ title, drawing, annotations, listAt }: OverTimeProps) {
  const navigate = useNavigate()
  const { days } = drawing.data
  // The chart is drawn again for a new object.
  const data = useMemo(() => {
    const marks = marksOf(annotations, drawing.data.days)
    return { ...drawing.data, marks }
  }, [drawing, annotations])
  const open = (index: number) => {
    const list = listAt(days[index]!)
    if (list) void navigate(list.address)
  }
  const renderLink = (index: number) => {
    const list = listAt(days[index]!)
    return (
      list && (
        <Link to={list.address} className={linkClasses}>
          Show {list.noun}
        </Link>
      )
    )
  }
  const hasLists = days[0] !== undefined && listAt(days[0]) !== null
  return <TimeChart title={title} data={data} kind={drawing.chart} {...(hasLists && { renderLink, onOpen: open })} />
}
