import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { fieldsOf } from '../contract/query/populate.ts'
import type { Declared } from '../contract/resource.ts'
import type { Ctx } from './ctx.ts'
import { rowsOf, toOne } from './database/rows/find.ts'
import type { OwnRow, Writing } from './database/rows/own-row.ts'
import { rowHead } from './database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from './database/rows/write-row.ts'
import { one, type Route } from './feature.ts'
import { authorOf } from './permissions/author-of.ts'

type ProjectTable = PgTable & { projectId: PgColumn; id: PgColumn; $inferSelect: OwnRow }
type Sent = Record<string, unknown>
type Changes<Row> = { [Field in keyof Row]?: Row[Field] | undefined }

/** The server's half of resource(): its table, and what deviates from plain reading and writing. */
interface ResourceHalf<Table extends ProjectTable, Create, Update> {
  table: Table
  /** What audit entries call it. */
  noun: string
  /** The unique index of what people tell its rows by, and what is said where that is taken. */
  unique?: Writing<Table['$inferSelect'], Sent>['unique']
  /** Throws if what is sent can't be written. */
  check?(data: Create | Update): void
  /** Returns columns that nobody sends, such as the state that a row begins in. */
  begin?(data: Create): Partial<Table['$inferInsert']>
  /** Returns what is to change in a row; throws where it may not. */
  change?(data: Update, row: Table['$inferSelect']): Changes<Table['$inferSelect']>
}

/**
 * Serves the five endpoints of a resource whose fields are columns of its table under the same names, and whose
 * relations are columns with `Id` behind the name, or `createdBy`. Every write checks the right of its endpoint, runs in
 * one transaction, and leaves an audit entry.
 */
export function serveResource<
  Table extends ProjectTable,
  Entity extends z.ZodObject,
  Create extends z.ZodType<Sent & { project: string }>,
  Update extends z.ZodType<Sent>,
>(
  { resource, endpoints }: Declared<Entity, Create, Update, Readonly<Record<string, Endpoint>>>,
  { table, noun, unique, check, begin, change }: ResourceHalf<Table, z.output<Create>, z.output<Update>>,
): { rows: Writing<Table['$inferSelect'], z.output<Entity>>; routes: Route[] } {
  type Row = Table['$inferSelect']
  const columnNames = Object.keys(getTableColumns(table))
  const columnOf = (field: string) => {
    if (field === 'documentId') return 'id'
    return columnNames.includes(`${field}Id`) ? `${field}Id` : field
  }
  const column = (field: string): PgColumn => {
    const found: PgColumn | undefined = getTableColumns<PgTable>(table)[columnOf(field)]
    if (!found) throw new Error(`${resource.name} has no column for ${field}`)
    return found
  }
  const related = Object.entries(resource.relations)
  const own = fieldsOf(resource).filter((field) => columnNames.includes(field))
  const rows: Writing<Row, z.output<Entity>> = {
    table,
    columns: Object.fromEntries(
      [...Object.keys(resource.filterable), ...resource.sortable].map((field) => [field, column(field)]),
    ),
    project: table.projectId,
    ...(unique && { unique }),
    links: Object.fromEntries(
      related.map(([field, { name }]) => {
        const key = columnOf(field)
        return [field, toOne<Row>(name, (row) => columnValue(row, key) as string | null)]
      }),
    ),
    cursor: resource.cursor,
    rows: rowsOf(table),
    present: async (_tx, found) =>
      found.map((row) => ({ ...valuesOf(row, own), ...rowHead(row) }) as unknown as z.output<Entity>),
  }
  const right = endpoints[`${resource.name}Create`]?.right
  if (!right) throw new Error(`nobody may write ${resource.name}`)
  const written: { noun: string; right: Right; rows: Writing<Row, z.output<Entity>> } = { noun, right, rows }
  const handlers: Record<string, (ctx: Ctx, input: { id: string; body: never }) => Promise<unknown>> = {
    [`${resource.name}Create`]: (ctx, { body }) => {
      const data: z.output<Create> = body
      check?.(data)
      const sent = Object.fromEntries(Object.entries(data).map(([field, value]) => [columnOf(field), value]))
      const author = columnNames.includes('createdBy') ? { createdBy: authorOf(ctx) } : {}
      return one(createRow(ctx, written, { ...sent, ...author, ...begin?.(data) } as unknown as Row))
    },
    [`${resource.name}Update`]: (ctx, { id, body }) => {
      const data: z.output<Update> = body
      check?.(data)
      return one(updateRow(ctx, written, id, async (row) => (change ? change(data, row) : data) as Changes<Row>))
    },
    [`${resource.name}Delete`]: (ctx, { id }) => deleteRow(ctx, written, id),
  }
  const routes = Object.entries(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    handle: (handlers[name] as Route['handle']) ?? null,
  }))
  return { rows, routes }
}

function columnValue(row: object, key: string): unknown {
  return (row as Record<string, unknown>)[key]
}

/** Fields as they are sent: instants in ISO 8601. */
function valuesOf(row: object, fields: readonly string[]): Sent {
  return Object.fromEntries(
    fields.map((field) => {
      const value = columnValue(row, field)
      return [field, value instanceof Date ? value.toISOString() : value]
    }),
  )
}
