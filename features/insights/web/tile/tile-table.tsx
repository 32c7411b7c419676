import { Link } from 'react-router'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import type { List, Part } from './lists.ts'
import type { Rows } from './rows.ts'

interface TileTableProps {
  title: string
  query: SeriesQuery
  series: InsightSeries
  rows: Rows
  listOf: (part: Part) => List | null
}

/** All values of a chart. Each row leads to the list of what it counts. */
export function TileTable({ title, query, series, rows, listOf }: TileTableProps) {
  return (
    <section
      aria-label={`${title} as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-line print:max-h-none print:overflow-visible"
    >
      <table className="tabular w-full border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr>
            {rows.head.map((label, index) => (
              <th
                key={label}
                scope="col"
                className={`sticky top-0 border-line border-b bg-sunken px-3 py-2 font-medium text-muted ${index > 0 ? 'text-right' : ''}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.rows.map(({ key, label, values }) => {
            const address = listOf({ grouping: query.groupBy, key, label })?.address
            return (
              <tr key={key}>
                <th scope="row" className="wrap-anywhere px-3 py-1.5 font-normal text-muted">
                  {address ? (
                    <Link to={address} className="rounded underline decoration-edge underline-offset-4 hover:text-ink">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </th>
                {values.map((value, index) => (
                  <td key={rows.head[index + 1]} className="whitespace-nowrap px-3 py-1.5 text-right">
                    {valueText(value, series)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
