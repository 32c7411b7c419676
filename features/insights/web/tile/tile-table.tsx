import { Link } from 'react-router'
import { valueText } from '#platform/ui/charts/chart-data.ts'
import { ValueTable } from '#platform/ui/charts/value-table.tsx'
import type { InsightSeries } from '../../contract-series.ts'
import type { SeriesQuery } from '../queries.ts'
import type { List, Part } from './lists.ts'
import type { Rows } from './rows.ts'

interface TileTableProps {
  title: string
  query: SeriesQuery
  series: InsightSeries
  rows: Rows
  listOf: (...parts: Part[]) => List | null
}

/** All values of a chart. Each row leads to the list of what it counts. */
export function TileTable({ title, query, series, rows, listOf }: TileTableProps) {
  return (
    <ValueTable title={title} head={rows.head}>
      {rows.rows.map(({ key, label, values }) => {
        const address = listOf({ grouping: query.groupBy, key, label })?.address
        return (
          <tr key={key}>
            <th scope="row" className="wrap-break-word px-3 py-1.5 font-normal text-muted">
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
    </ValueTable>
  )
}
