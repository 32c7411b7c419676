import type { ChartData } from './chart-data.ts'
import { marksAt, periodNames, periodText, valueText } from './chart-data.ts'
import { ValueTable } from './value-table.tsx'

/** The values of a chart, newest first. */
export function ChartTable({ title, data }: { title: string; data: ChartData }) {
  const { days, series, period, marks = [] } = data
  const head = [periodNames[period ?? 'day'], ...series.map(({ label }) => label)]
  return (
    <ValueTable title={title} head={marks.length > 0 ? [...head, 'Marks'] : head}>
      {days
        .map((day, index) => (
          <tr key={day}>
            <th scope="row" className="whitespace-nowrap px-3 py-1.5 font-normal text-muted">
              {periodText(day, data)}
            </th>
            {series.map(({ label, values }) => (
              <td key={label} className="px-3 py-1.5 text-right">
                {valueText(values[index], data)}
              </td>
            ))}
            {marks.length > 0 && <td className="px-3 py-1.5 text-right">{marksAt(data, index).join(', ')}</td>}
          </tr>
        ))
        .toReversed()}
    </ValueTable>
  )
}
