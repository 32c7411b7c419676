import type { ReactNode } from 'react'
import { useState } from 'react'
import { Pager } from '../../ui/lists/pager.tsx'

interface PagedProps<Row> {
  /** The name of the list: 'Sessions'. */
  label: string
  rows: readonly Row[]
  pageSize: number
  /** Renders a row as a list item with its key. */
  children: (row: Row) => ReactNode
}

/** A fully loaded list, shown in pages. A single page has no page navigation. */
export function Paged<Row>({ label, rows, pageSize, children }: PagedProps<Row>) {
  const [wanted, setWanted] = useState(1)
  // The number of rows may have shrunk.
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / pageSize)))
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label={label} className="divide-y divide-line border-line border-t empty:border-0">
        {rows.slice((page - 1) * pageSize, page * pageSize).map(children)}
      </ul>
      {rows.length > pageSize && (
        <Pager label={label} page={page} pageSize={pageSize} total={rows.length} onPage={setWanted} />
      )}
    </div>
  )
}
