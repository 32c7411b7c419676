import type { ChartData } from './chart-data.ts'
import { marksAt, periodNames, periodText, valueText } from './chart-data.ts'

/** The values of a chart, newest first. */
export function ChartTable({ title, data }: { title: string; data: ChartData }) {
  const { days, series, period, marks = [] } = data
  const head = [periodNames[period ?? 'day'], ...series.map(({ label }) => label)]
  return (
    <section
      aria-label={`${title} as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-70 overflow-auto rounded-lg border border-line"
    >
      <table className="tabular w-full border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr>
            {[...head, ...(marks.length > 0 ? ['Marks'] : [])].map((label, index) => (
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
        </tbody>
      </table>
    </section>
  )
}
