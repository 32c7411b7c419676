import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#platform/ui/button.tsx'
import { CategoryBars } from '#platform/ui/charts/category-bars.tsx'
import { type ChartData, valueText } from '#platform/ui/charts/chart-data.ts'
import { ChartFrame } from '#platform/ui/charts/chart-frame.tsx'
import { DateRange } from '#platform/ui/charts/date-range.tsx'
import { addDays, type DayRange } from '#platform/ui/charts/days.ts'
import { Funnel } from '#platform/ui/charts/funnel.tsx'
import { ValueTable } from '#platform/ui/charts/value-table.tsx'
import { Icon } from '#platform/ui/icon.tsx'
import { ListSkeleton } from '#platform/ui/lists/list-skeleton.tsx'
import { FetchFailure, hasFailed } from '#platform/web/api/fetch-failure.tsx'
import { sourceName } from '#platform/web/text/source-names.ts'
import { spanText } from '#platform/web/text/units.ts'
import type { OperatorFigures } from '../../contract-admin.ts'
import { figuresQuery } from './queries.ts'

/** What visitors did, and how far new users came. Days are in UTC, as they are counted. */
export function AnalyticsTab() {
  const today = new Date().toISOString().slice(0, 10)
  const [range, setRange] = useState<DayRange>({ from: addDays(today, -29), to: today })
  const query = useQuery({ ...figuresQuery(range), placeholderData: keepPreviousData })
  return (
    <>
      <h2 className="sr-only">Visits and conversion</h2>
      <div className="max-w-64">
        <DateRange
          isBounded
          aria-label="Period"
          value={range}
          today={today}
          onChange={(next) => next && setRange(next)}
        />
      </div>
      {hasFailed(query) ? (
        <FetchFailure query={query} title="Couldn't load the figures" />
      ) : query.data ? (
        <Charts figures={query.data} />
      ) : (
        <ListSkeleton label="Loading the figures" />
      )}
    </>
  )
}

function Charts({ figures }: { figures: OperatorFigures }) {
  const { days, pages, referrers, events, funnel, firstLeads } = figures
  const steps = [
    { key: 'signups', label: 'Signed up', value: funnel.signups },
    { key: 'projects', label: 'Set up a project', value: funnel.projects },
    { key: 'leads', label: 'Got the first lead', value: funnel.leads },
    { key: 'replies', label: 'Marked the first lead as replied', value: funnel.replies },
  ]
  return (
    <div className="flex flex-col gap-4">
      <ChartFrame
        title="Visits"
        description="Visitors and page views per day (UTC)"
        chart={{ state: 'ready', data: perDay(days, { Visitors: 'visitors', 'Page views': 'views' }) }}
        empty={<p className="text-muted">No visits in this period.</p>}
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Panel
          title="Conversion"
          description="Users who signed up in this period, and how far they got"
          isEmpty={funnel.signups === 0}
          empty="Nobody signed up in this period."
          chart={<Funnel title="Conversion" steps={steps} />}
          table={
            <ValueTable title="Conversion" head={['Step', 'Users']}>
              {steps.map(({ key, label, value }) => (
                <Row key={key} label={label} values={[valueText(value)]} />
              ))}
            </ValueTable>
          }
        />
        <ChartFrame
          title="Sign-ups"
          description="New users per day (UTC)"
          kind="bars"
          chart={{ state: 'ready', data: perDay(days, { 'Sign-ups': 'signups' }) }}
          empty={<p className="text-muted">Nobody signed up in this period.</p>}
        />
        <Counts
          title="Referrers"
          description="Sites that sent page views"
          rows={referrers}
          empty="No visits from other sites."
        />
        <Counts title="Pages" description="Page views by page" rows={pages} empty="No page views in this period." />
        <Counts title="Events" description="Other events by name" rows={events} empty="No events in this period." />
        <FirstLeads rows={firstLeads} />
      </div>
    </div>
  )
}

type Counted = 'visitors' | 'views' | 'signups'

/** Returns series by day; without days if nothing was counted. */
function perDay(days: OperatorFigures['days'], keys: Record<string, Counted>): ChartData {
  const series = Object.entries(keys).map(([label, key]) => ({ label, values: days.map((each) => each[key]) }))
  const isEmpty = series.every(({ values }) => values.every((value) => value === 0))
  return { days: isEmpty ? [] : days.map(({ day }) => day), series }
}

interface CountsProps {
  title: string
  description: string
  rows: OperatorFigures['pages']
  empty: string
}

/** Counts by name, as bars or as a table. */
function Counts({ title, description, rows, empty }: CountsProps) {
  const categories = rows.map(({ what, count }) => ({ key: what, label: what, value: count }))
  return (
    <Panel
      title={title}
      description={description}
      isEmpty={rows.length === 0}
      empty={empty}
      chart={<CategoryBars title={title} categories={categories} unit="count" />}
      table={
        <ValueTable title={title} head={[title.replace(/s$/, ''), 'Count']}>
          {rows.map(({ what, count }) => (
            <Row key={what} label={what} values={[valueText(count)]} />
          ))}
        </ValueTable>
      }
    />
  )
}

/** How long new users waited for the first real lead of each source. */
function FirstLeads({ rows }: { rows: OperatorFigures['firstLeads'] }) {
  const title = 'Time to the first real lead'
  return (
    <Panel
      title={title}
      description="From sign-up, for all users"
      isEmpty={rows.length === 0}
      empty="No user has a real lead yet."
      table={
        <ValueTable title={title} head={['Source', 'Users', 'Median', 'Longest']}>
          {rows.map(({ source, users, median, longest }) => (
            <Row
              key={source}
              label={sourceName(source)}
              values={[valueText(users), spanText(median * 60), spanText(longest * 60)]}
            />
          ))}
        </ValueTable>
      }
    />
  )
}

function Row({ label, values }: { label: string; values: readonly string[] }) {
  return (
    <tr>
      <th scope="row" className="wrap-anywhere px-3 py-1.5 font-normal text-muted">
        {label}
      </th>
      {values.map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a row don't move
        <td key={index} className="whitespace-nowrap px-3 py-1.5 text-right">
          {value}
        </td>
      ))}
    </tr>
  )
}

interface PanelProps {
  title: string
  description: string
  isEmpty: boolean
  empty: string
  /** Without a chart, the table is always shown. */
  chart?: ReactNode
  table: ReactNode
}

function Panel({ title, description, isEmpty, empty, chart, table }: PanelProps) {
  const [asTable, setAsTable] = useState(false)
  return (
    <section aria-label={title} className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="wrap-anywhere font-semibold">{title}</h3>
          <p className="text-muted text-sm">{description}</p>
        </div>
        {chart !== undefined && !isEmpty && (
          <Button look="ghost" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            <Icon name={asTable ? 'chart' : 'table'} />
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </header>
      {isEmpty ? <p className="text-muted">{empty}</p> : chart === undefined || asTable ? table : chart}
    </section>
  )
}
