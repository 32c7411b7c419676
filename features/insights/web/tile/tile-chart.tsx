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
  listOf: (...parts: Part[]) => List | null
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
          <Hours title={title} drawing={drawing} listOf={listOf} />
        </>
      )
    case 'funnel':
      return <Funnel title={title} steps={drawing.steps} renderLabel={renderLabel} />
    case 'number':
      return <Sparkline values={drawing.values} />
  }
}

interface HoursProps extends Pick<TileChartProps, 'title' | 'listOf'> {
  drawing: Extract<Drawing, { kind: 'hours' }>
}

/** The hours of weekdays. Dots are too many stops for the keyboard: weekdays and the rows of the table are links too. */
function Hours({ title, drawing: { hours, rows }, listOf }: HoursProps) {
  return (
    <PunchCard
      title={title}
      columns={hours.map(({ label }) => label)}
      rows={rows}
      renderLink={({ row, column, children }) => {
        const parts: Part[] = [{ grouping: 'weekday', ...rows[row]! }]
        const hour = column === undefined ? null : hours[column]!
        if (hour) parts.push({ grouping: 'hour', ...hour })
        const list = listOf(...parts)
        if (!list) return children
        return hour ? (
          <Link to={list.address} tabIndex={-1} className="block rounded hover:bg-hover">
            {children}
          </Link>
        ) : (
          <Link to={list.address} title={`Show ${list.noun}`} className={linkClasses}>
            {children}
          </Link>
        )
      }}
    />
  )
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
