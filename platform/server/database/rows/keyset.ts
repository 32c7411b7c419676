import { and, asc, desc, is, or, SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { invalidValue } from '../../../contract/query/query-faults.ts'
import type { SortKey } from '../../../contract/query/sort.ts'
import { type Columns, columnOf, type Filterable, ValuesOf } from './filter.ts'

/** A sort key's value in a presented row. */
type KeyValue = z.infer<typeof KeyValue>
const KeyValue = z.union([z.string().max(1000), z.number(), z.null()])
const Cursor = z.strictObject({ sort: z.string(), after: z.array(KeyValue) })

/** Adds the id as the last sort key, so that the order is always the same. */
export function totalOrder(sort: readonly SortKey[]): SortKey[] {
  return [...sort, { field: 'id', direction: sort.at(-1)?.direction ?? 'asc' }]
}

/** Returns the SQL order. Missing values sort lowest, so that one index serves both directions, except `unsetLast`. */
export function orderBy(order: readonly SortKey[], columns: Filterable, unsetLast: readonly string[] = []): SQL[] {
  return order.map(({ field, direction }) => {
    const column = columnOf(columns, field)
    if (column instanceof ValuesOf) throw new Error(`${field} has several values, and can't be sorted by`)
    const isLast = unsetLast.includes(field)
    const expression = isLast ? sql`coalesce(${column}, 'infinity'::timestamptz)` : sortExpression(column)
    return direction === 'desc' ? desc(expression) : asc(expression)
  })
}

/**
 * Returns a column's sort expression, the same as in its index: a missing timestamp or number sorts before all others.
 * No other sortable column is nullable (resources.ts).
 */
function sortExpression(column: PgColumn | SQL): PgColumn | SQL {
  if (is(column, SQL) || column.notNull) return column
  const lowest = column.dataType === 'number' ? sql`'-infinity'::float8` : sql`'-infinity'::timestamptz`
  return sql`coalesce(${column}, ${lowest})`
}

/** Returns an opaque cursor: a row's position in an order. */
export function cursorAfter(row: Record<string, unknown>, order: readonly SortKey[]): string {
  const after = order.map(({ field }) => KeyValue.parse(row[field]))
  return Buffer.from(JSON.stringify({ sort: signature(order), after })).toString('base64url')
}

/** Returns the condition for the rows after a cursor. Throws ValidationError if it is damaged or of another order. */
export function rowsAfter(cursor: string, order: readonly SortKey[], columns: Columns): SQL {
  const { sort, after } = decode(cursor)
  if (sort !== signature(order) || after.length !== order.length) throw refused('it belongs to another sort order')
  const keys = order.map((key, index) => {
    const column = columnOf(columns, key.field)
    return { column, direction: key.direction, value: checked(column, after[index] ?? null) }
  })
  return keys.every((key) => key.direction === keys[0]?.direction) ? rowComparison(keys) : stepwise(keys)
}

interface Key {
  column: PgColumn
  direction: SortKey['direction']
  value: KeyValue
}

/** Compares all keys at once, so that an index can skip the rows before. */
function rowComparison(keys: readonly Key[]): SQL {
  const sortExpressions = sql.join(
    keys.map(({ column }) => sql`${sortExpression(column)}`),
    sql`, `,
  )
  const values = sql.join(
    keys.map(({ value }) => sql`${value ?? '-infinity'}`),
    sql`, `,
  )
  return keys[0]?.direction === 'desc'
    ? sql`(${sortExpressions}) < (${values})`
    : sql`(${sortExpressions}) > (${values})`
}

/** Compares key by key: after by the first, or equal in the first and after by the second, and so on. */
function stepwise(keys: readonly Key[]): SQL {
  const [first, ...rest] = keys
  if (!first) return sql`false`
  const expression = sortExpression(first.column)
  const value = first.value ?? '-infinity'
  const behind = first.direction === 'asc' ? sql`${expression} > ${value}` : sql`${expression} < ${value}`
  return sql`(${or(behind, and(sql`${expression} = ${value}`, stepwise(rest)))})`
}

function decode(cursor: string): z.infer<typeof Cursor> {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw refused('it is damaged')
  }
}

/** Refuses a value that the column can't be compared with, before the database does. */
function checked(column: PgColumn, value: KeyValue): KeyValue {
  if (value === null ? column.notNull : !shapeOf(column).safeParse(value).success) throw refused('it is damaged')
  return value
}

function shapeOf(column: PgColumn): z.ZodType {
  if (column.columnType === 'PgUUID') return z.guid()
  if (column.dataType === 'number') return z.number().refine((value) => Number.isFinite(Math.fround(value)))
  if (column.dataType === 'date') return z.iso.datetime().regex(/^(?!0000)/)
  return z.string().regex(/^[^\0]*$/)
}

function signature(order: readonly SortKey[]): string {
  return order.map(({ field, direction }) => `${field}:${direction}`).join()
}

function refused(why: string) {
  return invalidValue(['pagination', 'cursor'], why)
}
