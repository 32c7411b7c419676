import { Fragment, type ReactNode, useRef } from 'react'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/icon.tsx'
import { ChooseBox } from './choose-box.tsx'
import { useRowsInSight } from './use-rows-in-sight.ts'

export interface TableColumn<Row> {
  label: string
  /** Its width, and the width of the table from which it is shown. */
  className: string
  /** What its header does, where it sorts. */
  sort?: TableSort
  /** Whether its text is as dark as the title's. */
  strong?: boolean
  cell: (row: Row) => ReactNode
}

export interface TableSort {
  isSorted: boolean
  /** Whether its values fall, now or once it is chosen. */
  falls: boolean
  title?: string
  onSort: () => void
}

interface ListTableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly TableColumn<Row>[]
  /** How many rows the list has with those that aren't loaded; -1 if that is unknown. */
  total: number
  /** Whether rows have room for a line of controls. */
  tall?: boolean
  /** As for useRowsInSight. */
  listKey: string
  keptId: string | null
  /** The row that is open beside the table. */
  selectedId?: string | null
  isChosen: (id: string) => boolean
  /** Null where rows can't be chosen. */
  onChoose: ((id: string, range: boolean) => void) | null
  /** The label of a row's checkbox, or null for rows that can't be chosen. */
  nameOf: (row: Row) => string | null
}

/** The class of columns of numbers. */
export const numbers = 'text-right tabular'

/**
 * A long list as a table with one line each, to sort and to choose from. Only the lines in sight are in the document,
 * unless they are few. One cell of each row has a link that covers the row.
 */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { label, columns, total, tall = false, listKey, keptId, selectedId, isChosen, onChoose, nameOf } = props
  const table = useRef<HTMLTableElement>(null)
  const height = tall ? 45 : 37
  const { rows, rest, measure, onFocus } = useRowsInSight(props.rows, { listKey, list: table, height, keptId })
  const cellClasses = classes('truncate border-line border-b px-2 py-0 first:pl-4 last:pr-4', tall ? 'h-11' : 'h-9')
  return (
    <table
      ref={table}
      aria-label={label}
      aria-rowcount={total === -1 ? -1 : total + 1}
      onFocus={onFocus}
      className="w-full table-fixed border-separate border-spacing-0 text-left text-sm"
    >
      <thead>
        <tr aria-rowindex={1}>
          {onChoose && (
            <th scope="col" className={classes(headClasses, 'w-10 pr-0')}>
              <span className="sr-only">Select</span>
            </th>
          )}
          {columns.map((column) => (
            <Head key={column.label} {...column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, index, gap }) => (
          <Fragment key={row.id}>
            {gap > 0 && <Gap height={gap} />}
            <tr
              ref={measure}
              data-index={index}
              aria-rowindex={index + 2}
              className={classes(
                'relative scroll-mt-10',
                'has-[a:focus-visible]:outline-2 has-[a:focus-visible]:-outline-offset-2 has-[a:focus-visible]:outline-focus',
                row.id === selectedId ? 'bg-accent-soft' : isChosen(row.id) ? 'bg-hover' : 'hover:bg-sunken',
              )}
            >
              {onChoose && (
                <td className={classes(cellClasses, 'pr-0')}>
                  <Choice id={row.id} name={nameOf(row)} chosen={isChosen(row.id)} onChoose={onChoose} />
                </td>
              )}
              {columns.map(({ label, className, strong, cell }) => (
                <td key={label} className={classes(cellClasses, !strong && 'text-muted', className)}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
        {rest > 0 && <Gap height={rest} />}
      </tbody>
    </table>
  )
}

const headClasses =
  'sticky top-0 z-2 h-9 border-line border-b bg-sunken px-2 font-medium text-muted first:pl-4 last:pr-4'

function Head({ label, className, sort }: Pick<TableColumn<never>, 'label' | 'className' | 'sort'>) {
  if (!sort) {
    return (
      <th scope="col" className={classes(headClasses, className)}>
        {label}
      </th>
    )
  }
  const { isSorted, falls, title, onSort } = sort
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (falls ? 'descending' : 'ascending') : 'none'}
      className={classes(headClasses, className)}
    >
      <button
        type="button"
        title={title}
        onClick={onSort}
        className={classes(
          'group/sort -mx-1 inline-flex h-7 items-center gap-0.5 rounded-md px-1 font-medium hover:text-ink',
          isSorted && 'text-ink',
          // The numbers and their label end at the same place, with or without an arrow.
          className.includes('text-right') && 'flex-row-reverse',
        )}
      >
        {label}
        <Icon
          name={falls ? 'arrowDown' : 'arrowUp'}
          className={classes('size-3.5', !isSorted && 'opacity-0 group-hover/sort:opacity-50')}
        />
      </button>
    </th>
  )
}

interface ChoiceProps {
  id: string
  name: string | null
  chosen: boolean
  onChoose: (id: string, range: boolean) => void
}

function Choice({ name, ...props }: ChoiceProps) {
  return name === null ? null : <ChooseBox name={name} className="-ml-2" {...props} />
}

/** Stands for the rows that are left out. */
function Gap({ height }: { height: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it can't get the focus
    <tr aria-hidden="true">
      <td colSpan={99} style={{ height }} className="p-0" />
    </tr>
  )
}
