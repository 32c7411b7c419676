import { getTableColumns } from 'drizzle-orm'
import { type PgColumn, type PgTable, PgTimestamp } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Right } from '#engine/rules/rights.ts'
import type { Disconnected } from '../contract/body/relations.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { EventKind } from '../contract/events.ts'
import { storedField } from '../contract/query/filters.ts'
import { fieldsOf } from '../contract/query/populate.ts'
import type { Query } from '../contract/query/query.ts'
import type { Declared } from '../contract/resource.ts'
import type { Ctx } from './ctx.ts'
import type { Transaction } from './database/database.ts'
import type { Filterable } from './database/rows/filter.ts'
import { rowsOf, toOne } from './database/rows/find.ts'
import type { OwnRow, Writing } from './database/rows/own-row.ts'
import { relatedRowAfter } from './database/rows/related.ts'
import { rowHead } from './database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from './database/rows/write-row.ts'
import { one, type Route } from './feature.ts'
import { authorOf } from './permissions/author-of.ts'

type ProjectTable = PgTable & { projectId: PgColumn; id: PgColumn; $inferSelect: OwnRow }
type Sent = Record<string, unknown>
/** Changes to a row, as sent or as stored. */
type Changes<Update, Row> = {
  [Field in keyof Update | keyof Row]?:
    | (Field extends keyof Update ? Update[Field] : never)
    | (Field extends keyof Row ? Row[Field] : never)
    | undefined
}
type Unique = Writing<never, never>['unique']

/** Throws ValidationError unless a body's field may reference this row. Null references none. */
type RequireRelated = (tx: Transaction, named: { projectId: string; id: string | null; field: string }) => Promise<void>

/** The server part of resource(): its table and the exceptions from plain reading and writing. */
interface ResourceHalf<Table extends ProjectTable, Create, Update> {
  table: Table
  /** The noun in audit actions. */
  noun: string
  /** The unique index of the rows' natural key, and the error message for a duplicate. */
  unique?: Unique
  /** The kind of change that open screens are told about, with the row's ID. */
  announces?: EventKind
  /** Fields whose changes the audit log leaves out. */
  unaudited?: readonly (string & keyof Update)[]
  /** Fields that rows are filtered by without having them. */
  derived?: Filterable
  /** Throws if the body can't be written. */
  check?(data: Create | Update): void
  /** Checks the relations in the body, in this order and in the writing transaction. */
  related?: { readonly [Field in keyof Create]?: RequireRelated }
  /** Throws if the body names something else that the project doesn't have, in the writing transaction. */
  requires?(tx: Transaction, projectId: string, data: Create | Update): Promise<void>
  /** Returns columns that callers can't send, such as the initial state. */
  begin?(data: Create): Partial<Table['$inferInsert']>
  /** Returns the changes to a row. Throws if they aren't allowed. */
  change?(
    data: Update,
    row: Table['$inferSelect'],
    within: { ctx: Ctx; tx: Transaction },
  ): Changes<Update, Table['$inferSelect']> | Promise<Changes<Update, Table['$inferSelect']>>
  /** A field that isn't a column: returns its value for each row. */
  computed?: { field: string; of(tx: Transaction, rows: readonly Table['$inferSelect'][]): Promise<unknown[]> }
}

/**
 * Reads the rows of a resource whose fields are columns with the same names. Its relations are columns with the suffix
 * `Id`, or `createdBy`. `derived` has the fields that rows are filtered and sorted by without having them.
 */
export function resourceRows<Table extends ProjectTable, Entity extends z.ZodObject>(
  { resource }: Pick<Declared<Entity, unknown, unknown, unknown>, 'resource' | 'entity'>,
  table: Table,
  derived: Filterable = {},
): Writing<Table['$inferSelect'], z.output<Entity>> {
  type Row = Table['$inferSelect']
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns<PgTable>(table)
  const column = (field: string): PgColumn => {
    const found = columns[columnOf(table, field)]
    if (!found) throw new Error(`${resource.name} has no column for ${field}`)
    return found
  }
  const own = fieldsOf(resource).filter((field) => Object.hasOwn(columns, field))
  return {
    table,
    columns: Object.fromEntries(
      [...Object.keys(resource.filterable), ...resource.sortable]
        .map(storedField)
        .filter((field) => !Object.hasOwn(derived, field))
        .map((field) => [field, column(field)]),
    ),
    derived,
    project: table.projectId,
    links: Object.fromEntries(
      Object.entries(resource.relations).map(([field, { name }]) => {
        const key = columnOf(table, field)
        return [field, toOne<Row>(name, (row) => columnValue(row, key) as string | null)]
      }),
    ),
    cursor: resource.cursor,
    rows: rowsOf(table),
    present: async (_tx, found) =>
      found.map((row) => ({ ...valuesOf(row, own), ...rowHead(row) }) as unknown as z.output<Entity>),
  }
}

/**
 * Serves the five endpoints of a resource read by resourceRows(). Every write checks the endpoint's right, runs in one
 * transaction and adds an audit entry.
 */
export function serveResource<
  Table extends ProjectTable,
  Entity extends z.ZodObject,
  Create extends z.ZodType<Sent & { project: string }>,
  Update extends z.ZodType<Sent>,
>(
  contract: Declared<Entity, Create, Update, Readonly<Record<string, Endpoint>>>,
  {
    table,
    noun,
    unique,
    announces,
    unaudited = [],
    derived,
    check,
    related,
    requires,
    begin,
    change,
    computed,
  }: ResourceHalf<Table, z.output<Create>, z.output<Update>>,
): { rows: Writing<Table['$inferSelect'], z.output<Entity>>; routes: Route[] } {
  type Row = Table['$inferSelect']
  const { resource, endpoints } = contract
  const plain = resourceRows(contract, table, derived)
  const rows: Writing<Row, z.output<Entity>> = {
    ...plain,
    ...(unique && { unique }),
    ...(computed && {
      present: async (tx: Transaction, found: Row[], query: Query) => {
        const entities = await plain.present(tx, found, query)
        const values = await computed.of(tx, found)
        return entities.map((entity, index) => ({ ...entity, [computed.field]: values[index] }))
      },
    }),
  }
  const right = endpoints[`${resource.name}Create`]?.right
  if (!right) throw new Error(`${resource.name}Create has no right`)
  const told: { noun: string; right: Right; announces?: EventKind } = { noun, right, ...(announces && { announces }) }
  const written = { ...told, unaudited, rows }
  const requireRelated = async (tx: Transaction, projectId: string, data: Sent) => {
    for (const [field, require] of Object.entries<RequireRelated | undefined>(related ?? {})) {
      const id = data[field] as string | null | undefined
      if (id !== undefined) await require?.(tx, { projectId, id, field })
    }
    await requires?.(tx, projectId, data as z.output<Create> | z.output<Update>)
  }
  const handlers: Record<string, (ctx: Ctx, input: { id: string; body: never }) => Promise<unknown>> = {
    [`${resource.name}Create`]: (ctx, { body }) => {
      const data: z.output<Create> = body
      check?.(data)
      const author = 'createdBy' in table ? { createdBy: authorOf(ctx) } : {}
      const values = { ...storedIn(table, data), ...author, ...begin?.(data) } as unknown as Row
      return one(createRow(ctx, written, values, { check: (tx) => requireRelated(tx, values.projectId, data) }))
    },
    [`${resource.name}Update`]: (ctx, { id, body }) => {
      const sent: z.output<Update> = body
      check?.(sent)
      return one(
        updateRow(ctx, written, id, async (row, tx) => {
          const data = withoutDisconnected(table, sent, row)
          await requireRelated(tx, row.projectId, data)
          return storedIn(table, change ? await change(data, row, { ctx, tx }) : data) as Partial<Row>
        }),
      )
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

/** Returns a field's column: the same name, with the suffix `Id` for a relation. */
function columnOf(table: PgTable, field: string): string {
  if (field === 'documentId') return 'id'
  return `${field}Id` in table ? `${field}Id` : field
}

/** Replaces the relations from which rows are disconnected: by null if the row refers to one of them. */
function withoutDisconnected<Data extends Sent>(table: PgTable, data: Data, row: object): Data {
  const settled = Object.entries(data).map(([field, value]) => {
    const column = columnOf(table, field)
    if (column === field) return [field, value]
    return [field, relatedRowAfter(columnValue(row, column) as string | null, value as string | null | Disconnected)]
  })
  return Object.fromEntries(settled) as Data
}

/** Converts sent fields to stored ones: ISO 8601 timestamps become dates. */
function storedIn(table: PgTable, data: Sent): Sent {
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  return Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      const name = columnOf(table, field)
      const isInstant = columns[name] instanceof PgTimestamp && typeof value === 'string'
      return [name, isInstant ? new Date(value) : value]
    }),
  )
}

function columnValue(row: object, key: string): unknown {
  return (row as Record<string, unknown>)[key]
}

/** Converts stored fields to sent ones: dates become ISO 8601 timestamps. */
function valuesOf(row: object, fields: readonly string[]): Sent {
  return Object.fromEntries(
    fields.map((field) => {
      const value = columnValue(row, field)
      return [field, value instanceof Date ? value.toISOString() : value]
    }),
  )
}
