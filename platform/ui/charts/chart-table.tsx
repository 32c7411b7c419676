import type { ChartData } from './chart-data.ts'
import { valueText } from './chart-data.ts'
import { dayText } from './days.ts'

/** The values of a chart, newest first. */
export function ChartTable({ title, data: { days, series } }: { title: string; data: ChartData }) {
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
            {['Day', ...series.map(({ label }) => label)].map((label, index) => (
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
                  {dayText(day)}
                </th>
                {series.map(({ label, values }) => (
                  <td key={label} className="px-3 py-1.5 text-right">
                    {valueText(values[index])}
                  </td>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  )
}
