import { and, asc, desc, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import type { SortKey } from '../../../contract/query/query.ts'
import { invalidValue } from '../../../contract/query/query-faults.ts'
import { type Columns, columnOf } from './filter.ts'

/** A value that rows are sorted by, as it stands in a presented row. */
type KeyValue = z.infer<typeof KeyValue>
const KeyValue = z.union([z.string().max(1000), z.number(), z.null()])
const Cursor = z.strictObject({ sort: z.string(), after: z.array(KeyValue) })

/** The same rows always come in the same order: whatever was asked for, ties are broken by id. */
export function totalOrder(sort: readonly SortKey[]): SortKey[] {
  return [...sort, { field: 'id', direction: sort.at(-1)?.direction ?? 'asc' }]
}

/** Missing values count as the smallest, so that both directions can walk the same index. */
export function orderBy(order: readonly SortKey[], columns: Columns): SQL[] {
  return order.map(({ field, direction }) => {
    const expression = sortExpression(columnOf(columns, field))
    return direction === 'desc' ? desc(expression) : asc(expression)
  })
}

/**
 * What a column's rows are sorted by, the same in the index behind it: an instant that may be missing stands before all
 * others. No other column that the contract lets sort may be empty (resources.ts).
 */
function sortExpression(column: PgColumn): PgColumn | SQL {
  return column.notNull ? column : sql`coalesce(${column}, '-infinity'::timestamptz)`
}

/** An opaque mark of a row's place in an order. */
export function cursorAfter(row: Record<string, unknown>, order: readonly SortKey[]): string {
  const after = order.map(({ field }) => KeyValue.parse(row[field]))
  return Buffer.from(JSON.stringify({ sort: signature(order), after })).toString('base64url')
}

/** The rows behind a cursor. Throws ValidationError for a cursor that is damaged or belongs to another order. */
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

/** One comparison of all keys at once, which an index answers without reading what came before. */
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

/** Behind by the first key, or level with it and behind by the second, and so on. */
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

/** Refuses what the column could not be compared with, before the database does. */
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
