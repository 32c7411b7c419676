import type { RowData } from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Checkbox } from '../fields/checkbox.tsx'
import { Icon } from '../icon.tsx'
import { Skeleton } from '../skeleton.tsx'
import type { Column, Sort } from './table-model.ts'
import { columnClasses, useTableModel } from './table-model.ts'

interface TableProps<Row> {
  /** The name of the table: 'Keywords'. */
  label: string
  columns: readonly Column<Row>[]
  /** Null while loading. */
  rows: readonly Row[] | null
  rowId: (row: Row) => string
  /** Returns the name of a row, for its checkbox. */
  rowName: (row: Row) => string
  /** Null: the order of `rows`. */
  sort: Sort | null
  onSort: (sort: Sort | null) => void
  /** True if the rows are already sorted, as by the server for each page. */
  sorted?: boolean
  /** The ids of the selected rows; without it, rows can't be selected. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  /** Shown when there are no rows. */
  empty: ReactNode
  className?: string
}

/**
 * A table with a sticky header. Clicking a header sorts by its column; Shift-clicking a checkbox selects a range.
 * Optional columns hide in narrow tables (Column.from); wider content scrolls within the table.
 */
export function Table<Row extends RowData>({ label, rows, empty, className, onSelect, ...rest }: TableProps<Row>) {
  const table = useTableModel({ ...rest, rows: rows ?? [], onSelect })
  const described = new Map(rest.columns.map((column) => [column.id, column]))
  const [headers] = table.getHeaderGroups()
  const shown = rows === null ? null : table.getRowModel().rows
  return (
    <section
      aria-label={label}
      // Focusable, because keyboard users need to scroll to hidden columns.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region
      tabIndex={0}
      aria-busy={rows === null}
      className={classes('@container overflow-auto rounded-xl border border-line bg-raised', className)}
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className={classes(headClasses, 'w-10 pr-0')}>
                <Checkbox
                  label="Select all rows"
                  labelHidden
                  checked={table.getIsAllRowsSelected() && rows !== null && rows.length > 0}
                  indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                  disabled={!rows || rows.length === 0}
                  onChange={(checked) => table.toggleAllRowsSelected(checked)}
                />
              </th>
            )}
            {headers?.headers.map(({ id, column }) => (
              <Head
                key={id}
                column={described.get(id)!}
                sorted={column.getIsSorted()}
                onSort={column.getCanSort() ? () => column.toggleSorting() : undefined}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown?.map((row) => (
            <tr
              key={row.id}
              data-selected={row.getIsSelected() || undefined}
              className="group hover:bg-sunken data-selected:bg-accent-soft"
            >
              {onSelect && (
                <td className={classes(cellClasses, 'w-10 pr-0')}>
                  <Checkbox
                    label={`Select ${rest.rowName(row.original)}`}
                    labelHidden
                    checked={row.getIsSelected()}
                    onChange={(checked, event) =>
                      row.getToggleSelectedHandler()({
                        target: { checked },
                        shiftKey: 'shiftKey' in event && event.shiftKey,
                      })
                    }
                  />
                </td>
              )}
              {row.getAllCells().map((cell) => (
                <td key={cell.id} className={classes(cellClasses, columnClasses(described.get(cell.column.id)!))}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
          {shown === null && <Waiting columns={rest.columns} checks={onSelect !== undefined} />}
        </tbody>
      </table>
      {shown?.length === 0 && empty}
    </section>
  )
}

const headClasses =
  'sticky top-0 z-1 h-10 border-line border-b bg-sunken px-3 font-medium text-muted text-sm first:rounded-tl-xl last:rounded-tr-xl'
const cellClasses = 'h-12 border-line border-b px-3 group-last:border-b-0'

interface HeadProps<Row> {
  column: Column<Row>
  sorted: false | 'asc' | 'desc'
  onSort: (() => void) | undefined
}

const ariaSort = { asc: 'ascending', desc: 'descending' } as const

function Head<Row>({ column, sorted, onSort }: HeadProps<Row>) {
  return (
    <th
      scope="col"
      aria-sort={onSort && (sorted ? ariaSort[sorted] : 'none')}
      className={classes(headClasses, columnClasses(column))}
    >
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={classes(
            'group/sort -mx-1.5 inline-flex h-8 items-center gap-1 rounded-md px-1.5 font-medium hover:text-ink',
            // Keeps the label above its numbers, with or without an arrow.
            column.align === 'end' && 'flex-row-reverse',
          )}
        >
          {column.header}
          <Icon
            name={sorted === 'desc' ? 'arrowDown' : 'arrowUp'}
            className={classes(
              'size-3.5',
              sorted ? 'text-ink' : 'opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50',
            )}
          />
        </button>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

function Waiting<Row>({ columns, checks }: { columns: readonly Column<Row>[]; checks: boolean }) {
  return ['first', 'second', 'third', 'fourth'].map((row) => (
    <tr key={row} className="group">
      {checks && <td className={classes(cellClasses, 'w-10 pr-0')} />}
      {columns.map((column) => (
        <td key={column.id} className={classes(cellClasses, columnClasses(column))}>
          <Skeleton className={column.align === 'end' ? 'ml-auto h-4 w-10' : 'h-4 w-full max-w-40'} />
        </td>
      ))}
    </tr>
  ))
}
