import type { ReactNode } from 'react'
import { valueText } from './chart-data.ts'

interface PunchCardProps {
  title: string
  /** Both axes in order: 24 hours across, 7 weekdays down, for example. */
  columns: readonly string[]
  rows: readonly { label: string; values: readonly (number | null)[] }[]
  /** Puts what stands for a row, or for a value that isn't 0, into a link to what was counted. */
  renderLink?: (at: { row: number; column?: number; children: ReactNode }) => ReactNode
}

/** A value for each pair of two groups, as dots: the larger, the more. Their size needs no color. */
export function PunchCard({ title, columns, rows, renderLink = ({ children }) => children }: PunchCardProps) {
  const most = Math.max(1, ...rows.flatMap(({ values }) => values.map((value) => value ?? 0)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto [print-color-adjust:exact]"
    >
      <table className="tabular w-full min-w-[30rem] print:min-w-0 table-fixed border-collapse text-faint text-xs">
        <thead>
          <tr>
            <td className="w-10" />
            {columns.map((column, index) => (
              <th key={column} scope="col" className="h-6 text-left font-normal">
                {/* Every third label, since all of them don't fit. */}
                <span className={index % 3 === 0 ? 'whitespace-nowrap' : 'sr-only'}>{column}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values }, row) => (
            <tr key={label} className="border-line border-t">
              <th scope="row" className="h-7 text-left font-normal">
                {renderLink({
                  row,
                  children: (
                    <>
                      <span aria-hidden="true">{label.slice(0, 3)}</span>
                      <span className="sr-only">{label}</span>
                    </>
                  ),
                })}
              </th>
              {columns.map((column, index) => {
                const value = values[index] ?? 0
                const cell = <Dot value={value} size={Math.max(0.2, Math.sqrt(value / most))} />
                return (
                  <td key={column} title={`${label} ${column}: ${valueText(value)}`} className="h-7 p-0">
                    {value === 0 ? cell : renderLink({ row, column: index, children: cell })}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A value as a dot, whose size is a share of the largest one's. */
function Dot({ value, size }: { value: number; size: number }) {
  return (
    <>
      <span className="sr-only">{valueText(value)}</span>
      <span aria-hidden="true" className="grid size-4 place-items-center">
        {value === 0 ? (
          <span className="size-0.5 rounded-full bg-shade" />
        ) : (
          <span className="rounded-full bg-chart-1" style={{ width: `${size * 100}%`, height: `${size * 100}%` }} />
        )}
      </span>
    </>
  )
}
