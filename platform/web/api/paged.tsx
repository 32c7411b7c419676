import type { ReactNode } from 'react'
import { useState } from 'react'
import { Pager } from '../../ui/lists/pager.tsx'

interface PagedProps<Row> {
  /** What is listed: 'Sessions'. */
  label: string
  rows: readonly Row[]
  pageSize: number
  /** A row as an item, with its key. */
  children: (row: Row) => ReactNode
}

/** A list that is known whole, shown by the page; the pages are left out where one is enough. */
export function Paged<Row>({ label, rows, pageSize, children }: PagedProps<Row>) {
  const [wanted, setWanted] = useState(1)
  // Rows may have become fewer since.
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
