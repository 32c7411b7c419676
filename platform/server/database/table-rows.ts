import { Column, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

/** How the rows of a table are asked for and read by hand. */
interface TableRows<Row> {
  /** All columns, as they stand in a select list. */
  columns: SQL
  /** A row as select() would give it; what else was selected is not in it. */
  rowOf(found: Record<string, unknown>): Row
}

/**
 * Works out once what is the same for all rows of a table: to write each column's name and to find out how each value is
 * read costs a list as much as all else that is done for it.
 */
export function tableRows<Table extends PgTable>(table: Table): TableRows<Table['$inferSelect']> {
  const columns = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const isAsItIs = column.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return { key, name: column.name, decode: isAsItIs ? null : column.mapFromDriverValue.bind(column) }
  })
  return {
    columns: sql.raw(columns.map(({ name }) => `"${name}"`).join(', ')),
    rowOf: (found) => {
      const row: Record<string, unknown> = {}
      for (const { key, name, decode } of columns) {
        const value = found[name]
        row[key] = decode === null || value === null ? value : decode(value)
      }
      return row as Table['$inferSelect']
    },
  }
}
