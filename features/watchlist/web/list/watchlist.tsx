import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { RowsState } from '#platform/web/api/rows-state.tsx'
import { type CsvFormat, FileMenu } from '../files/file-menu.tsx'
import { TermList, type TermListProps } from './term-list.tsx'
import { Usage } from './usage.tsx'
import type { BulkEdits } from './use-bulk-edits.ts'

interface Term {
  id: string
  status: 'active' | 'paused' | 'retired'
  pausedBy: 'user' | 'quota' | null
}

interface WatchlistProps<Row extends Term, Added, Values> extends Omit<TermListProps<Row>, 'rows'> {
  projectId: string
  query: UseQueryResult<Row[]>
  edits: BulkEdits<Row, Added, Values>
  loadCsv: () => Promise<CsvFormat<Row, Added>>
  /** The form that adds entries. */
  form: ReactNode
  /** Shown before the file buttons. */
  buttons?: ReactNode
  /** Shown instead of an empty list. */
  empty: ReactNode
}

/** A project's keywords or competitors: quota, form and list. */
export function Watchlist<Row extends Term, Added, Values>(props: WatchlistProps<Row, Added, Values>) {
  const { projectId, query, edits, loadCsv, form, buttons, empty, ...list } = props
  return (
    <>
      <Usage projectId={projectId} noun={list.noun} rows={query.data} />
      {form}
      <div className="flex flex-wrap gap-2">
        {buttons}
        <FileMenu noun={list.noun} loadFormat={loadCsv} rows={query.data} add={edits.add} />
      </div>
      <RowsState name={`the ${list.noun}`} query={query} empty={empty}>
        {(rows) => <TermList {...list} rows={rows} />}
      </RowsState>
    </>
  )
}
