import type { ReactNode } from 'react'

interface ValueTableProps {
  title: string
  /** The names of the columns. The first one has the names of the rows. */
  head: readonly string[]
  /** The rows. */
  children: ReactNode
}

/** A table of a chart's values that scrolls below its head, and is printed whole. */
export function ValueTable({ title, head, children }: ValueTableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={`${title} as a table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-line print:max-h-none print:overflow-visible"
    >
      <table className="tabular w-full border-separate border-spacing-0 text-left text-sm">
        <thead>
          <tr>
            {head.map((label, index) => (
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
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
