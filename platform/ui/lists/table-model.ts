import type { RowData, RowSelectionState, SortingState } from '@tanstack/react-table'
import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { useMemo } from 'react'

/** The sort value of a cell; undefined sorts last in either direction. */
type CellValue = string | number | undefined

export interface Column<Row> {
  id: string
  header: string
  /** True if only screen readers get the header. */
  headerHidden?: boolean
  value: (row: Row) => CellValue
  /** Renders the cell; the value by default. */
  cell?: (row: Row) => ReactNode
  /** Aligns numbers at the end. */
  align?: 'end'
  /** The table width from which the column is shown; always by default. */
  from?: keyof typeof widths
  /** True if the column can't be sorted. */
  fixed?: boolean
}

export interface Sort {
  id: string
  desc: boolean
}

/** Widths of the table, not the window. */
const widths = {
  sm: 'hidden @lg:table-cell',
  md: 'hidden @2xl:table-cell',
  lg: 'hidden @4xl:table-cell',
} as const

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: {},
})
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Compares cells in ascending order: numbers by value, everything else in dictionary order. */
export function compareCells(a: CellValue, b: CellValue): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

interface TableModelInput<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  sorted?: boolean
  selected?: ReadonlySet<string>
  onSelect: ((selected: Set<string>) => void) | undefined
}

/** Sorts and selects rows; the caller keeps the state. */
export function useTableModel<Row extends RowData>({
  columns,
  rows,
  rowId,
  sort,
  onSort,
  ...rest
}: TableModelInput<Row>) {
  const { sorted = false, selected = none, onSelect } = rest
  const definitions = useMemo(
    () =>
      columns.map(({ id, header, value, cell, fixed = false }) => ({
        id,
        header,
        accessorFn: value,
        enableSorting: !fixed,
        sortUndefined: 'last' as const,
        sortFn: (a: Sortable, b: Sortable) => compareCells(a.getValue(id), b.getValue(id)),
        ...(cell && { cell: ({ row }: { row: { original: Row } }) => cell(row.original) }),
      })),
    [columns],
  )
  const data = useMemo(() => [...rows], [rows])
  const sorting: SortingState = sort ? [sort] : []
  const rowSelection: RowSelectionState = Object.fromEntries(Array.from(selected, (id) => [id, true as const]))
  return useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: sorted,
    enableSortingRemoval: false,
    isRowRangeSelectionEvent: (event: unknown) => isShifted(event),
    state: { sorting, rowSelection },
    onSortingChange: (change) => onSort((typeof change === 'function' ? change(sorting) : change)[0] ?? null),
    onRowSelectionChange: (change) => {
      const next = typeof change === 'function' ? change(rowSelection) : change
      onSelect?.(new Set(Object.keys(next)))
    },
  })
}

interface Sortable {
  getValue: (id: string) => CellValue
}

const none: ReadonlySet<string> = new Set()

function isShifted(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'shiftKey' in event && event.shiftKey === true
}

/** Returns the classes of a column's cells. */
export function columnClasses<Row>({ align, from }: Column<Row>): string {
  return [align === 'end' && 'tabular text-right', from && widths[from]].filter(Boolean).join(' ')
}
