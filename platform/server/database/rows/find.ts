import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ApiError } from '../../../contract/errors.ts'
import type { Condition } from '../../../contract/query/conditions.ts'
import { totalMax } from '../../../contract/query/filters.ts'
import type { Paging } from '../../../contract/query/paging.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { Ctx } from '../../ctx.ts'
import { projectIdsOf, readOnly, type Transaction } from '../database.ts'
import { type Columns, columnOf, compile, type Filterable } from './filter.ts'
import { cursorAfter, orderBy, rowsAfter, totalOrder } from './keyset.ts'

/** The rows to read, as SQL. */
export interface Selection {
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

/** How a resource of the contract is read. Defined by the feature that owns the table. */
export interface Reading<Row, Entity extends Record<string, unknown>> {
  table: PgTable
  /** A column for every field that can be filtered or sorted by. */
  columns: Columns
  /**
   * Fields that can be filtered by but aren't columns, as expressions on the table. Those that lists without cursors sort
   * by are never null.
   */
  derived?: Filterable
  /** The row's project column or, without one, the condition for the rows the actor sees. */
  project: PgColumn | ((ctx: Ctx) => SQL)
  /** The relations that populate may name, except those in `included`. */
  links?: Readonly<Record<string, Link<Row>>>
  /** The relations that present() includes itself when they are asked for. */
  included?: Readonly<Record<string, Included<Row>>>
  /** True for lists that change while they are read, so that pages use cursors. */
  cursor: boolean
  /** The condition for rows that anyone can see; all by default. */
  seen?: SQL
  /** The condition for rows in lists. Others are only read one by one, and not counted. */
  listed?: SQL
  /** The timestamps without which a row is sorted after all others, instead of before them. */
  unsetLast?: readonly string[]
  /** The counters of its rows. */
  counters?: Counters
  rows(tx: Transaction, selection: Selection): Promise<Row[]>
  /** The total number of rows, if each row has it. For resources with few rows per user. */
  total?(row: Row): number
  /** Converts rows to the entities sent, in the same order. */
  present(tx: Transaction, rows: Row[], query: Query): Promise<Entity[]>
}

/** A relation: returns, for each row, the related row's id, null, or a list of ids. */
export interface Link<Row> {
  /** The target's name in the readings of app/server.ts. */
  to: string
  ids(tx: Transaction, rows: readonly Row[]): Promise<(string | readonly string[] | null)[]>
}

/** A relation to one row that comes with the rows themselves. */
interface Included<Row> {
  id(row: Row): string
  /** Returns which of these related rows match a condition. */
  matching(tx: Transaction, where: Condition, ids: readonly string[]): Promise<ReadonlySet<string>>
}

/** Readings by resource name. Some depend on the actor. */
export type Readings = Readonly<Record<string, AnyReading | ((ctx: Ctx) => AnyReading)>>
/** A reading with its row type hidden. */
export type AnyReading = Reading<unknown, Record<string, unknown>>

/** Returns the actor's reading of a resource. */
export function readingOf(ctx: Ctx, readings: Readings, name: string): AnyReading | undefined {
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined
  return typeof reading === 'function' ? reading(ctx) : reading
}

/** Returns a function that reads unmodified rows of a table. */
export function rowsOf<Table extends PgTable>(table: Table) {
  return (tx: Transaction, { where, orderBy, limit, offset }: Selection): Promise<Table['$inferSelect'][]> =>
    tx
      .select()
      .from(table as PgTable)
      .where(where)
      .orderBy(...orderBy)
      .limit(limit)
      .offset(offset)
}

/** Returns a relation whose id is a column of the row. */
export function toOne<Row>(to: string, id: (row: Row) => string | null): Link<Row> {
  return { to, ids: async (_tx, rows) => rows.map(id) }
}

/** A table whose rows add up to the number of rows of each kind (DECISIONS 12). */
interface Counters {
  table: PgTable
  /** The columns that define a kind. Filters on other fields can't be answered by counters. */
  columns: Columns
  project: PgColumn
  /** The condition for counters of visible rows. */
  seen?: SQL
  change: PgColumn
}

export interface Page<Entity> {
  data: Entity[]
  meta: { pagination: PageMeta }
}

interface PageMeta {
  page?: number
  pageSize?: number
  pageCount?: number
  start?: number
  limit?: number
  total?: number
  totalCapped?: true
  nextCursor?: string | null
}

/** A query without filters or options. */
export const everything: Query = {
  where: null,
  sort: [],
  fields: null,
  populate: {},
  paging: { by: 'page', page: 1, pageSize: 1 },
}

/** Returns a page of the rows that a query finds in the actor's projects. */
export function find<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  reading: Reading<Row, Entity>,
  query: Query,
): Promise<Page<Entity>> {
  const order = totalOrder(query.sort)
  const filtered = query.where ? compile(query.where, { ...reading.columns, ...reading.derived }) : undefined
  const wanted = and(ownRows(ctx, reading), reading.listed, filtered)
  const { paging } = query
  const behind = paging.by === 'cursor' ? rowsAfter(paging.cursor, order, reading.columns) : undefined
  const { limit, offset } = windowOf(paging)
  return readOnly(ctx, async (tx) => {
    const where = and(wanted, behind)
    // One extra row shows whether there is another page.
    const rows = await reading.rows(tx, {
      where,
      orderBy: orderBy(order, { ...reading.derived, ...reading.columns }, reading.unsetLast),
      limit: limit + 1,
      offset,
    })
    const data = await reading.present(tx, rows.slice(0, limit), query)
    const last = rows.length > limit ? data.at(-1) : undefined
    const next = reading.cursor ? { nextCursor: last ? cursorAfter(last, order) : null } : {}
    const total = paging.uncounted
      ? null
      : (seenToEnd(paging, rows.length) ?? totalIn(reading, rows) ?? (await totalOf(ctx, tx, reading, query)))
    return { data, meta: { pagination: { ...describe(paging, total), ...next } } }
  })
}

/** Returns one row of the actor's projects. Throws NotFoundError if it is missing or belongs to others. */
export function findOne<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  reading: Reading<Row, Entity>,
  id: string,
  query: Query = everything,
): Promise<Entity> {
  return readOnly(ctx, (tx) => readOne(ctx, tx, reading, id, query))
}

/** Does the same in an open transaction, so that a write can return the row it wrote. */
export async function readOne<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  reading: Reading<Row, Entity>,
  id: string,
  query: Query = everything,
): Promise<Entity> {
  const where = and(ownRows(ctx, reading), eq(columnOf(reading.columns, 'id'), id))
  const rows = await reading.rows(tx, { where, orderBy: [], limit: 1, offset: 0 })
  const [entity] = await reading.present(tx, rows, query)
  if (!entity) throw new ApiError('NotFoundError', 'Not Found')
  return entity
}

/** Returns the condition for rows that the actor may see. */
export function ownRows(
  ctx: Ctx,
  { project, seen }: Pick<Reading<unknown, Record<string, unknown>>, 'project' | 'seen'>,
): SQL | undefined {
  return and(typeof project === 'function' ? project(ctx) : ownProjects(ctx, project), seen)
}

/** Returns the condition for rows of the actor's projects. Row-level security is the second barrier. */
export function ownProjects(ctx: Ctx, project: PgColumn): SQL | undefined {
  if (ctx.actor.kind === 'job') return undefined
  const ids = projectIdsOf(ctx.actor)
  const [first] = ids
  // With one project, an index returns its rows in order. Several are passed as a single parameter.
  return ids.length === 1 && first ? eq(project, first) : sql`${project} = any(${`{${ids.join(',')}}`}::uuid[])`
}

function windowOf(paging: Paging): { limit: number; offset: number } {
  if (paging.by === 'start') return { limit: paging.limit, offset: paging.start }
  const offset = paging.by === 'page' ? (paging.page - 1) * paging.pageSize : 0
  return { limit: paging.pageSize, offset }
}

/** Above `totalMax`, the number of rows is capped. */
export interface Total {
  total: number
  totalCapped?: true
}

/** Returns the total that each row has. */
function totalIn<Row>({ total }: { total?(row: Row): number }, [row]: readonly Row[]): Total | undefined {
  return total && row !== undefined ? cappedAt(total(row)) : undefined
}

/** Returns the total if the page shows the last row, so that most lists need no counting. */
function seenToEnd(paging: Paging, seen: number): Total | undefined {
  const { limit, offset } = windowOf(paging)
  const isLast = paging.by !== 'cursor' && seen <= limit && (seen > 0 || offset === 0)
  return isLast && offset + seen <= totalMax ? { total: offset + seen } : undefined
}

/** Returns how many rows a query's list has, in an open transaction. */
export async function totalOf<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  reading: Reading<Row, Entity>,
  query: Pick<Query, 'where'>,
): Promise<Total> {
  const counters = await counted(ctx, tx, reading, query)
  if (counters) return counters
  const filtered = query.where ? compile(query.where, { ...reading.columns, ...reading.derived }) : undefined
  return capped(tx, reading.table, and(ownRows(ctx, reading), reading.listed, filtered))
}

/** Returns the sum of the counters that match a query; undefined if the counters can't answer it. */
async function counted<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  { counters }: Reading<Row, Entity>,
  { where }: Pick<Query, 'where'>,
): Promise<Total | undefined> {
  if (!counters || (where && !fieldsOf(where).every((field) => Object.hasOwn(counters.columns, field)))) return
  const filtered = where ? compile(where, counters.columns) : undefined
  const wanted = and(ownProjects(ctx, counters.project), counters.seen, filtered)
  const result = await tx.execute<{ total: string }>(
    sql`select coalesce(sum(${counters.change}), 0) as total from ${counters.table} where ${wanted ?? sql`true`}`,
  )
  return { total: Number(result.rows[0]?.total ?? 0) }
}

function fieldsOf(condition: Condition): string[] {
  if (condition.kind === 'test') return [condition.field]
  return condition.kind === 'not' ? fieldsOf(condition.of) : condition.of.flatMap(fieldsOf)
}

/** Counts at most one row above the cap, so that a large list costs no more than a small one. */
async function capped(tx: Transaction, table: PgTable, where: SQL | undefined): Promise<Total> {
  const first = sql`select 1 from ${table} where ${where ?? sql`true`} limit ${totalMax + 1}`
  const result = await tx.execute<{ total: number }>(sql`select count(*)::int as total from (${first}) as first`)
  return cappedAt(result.rows[0]?.total ?? 0)
}

function cappedAt(total: number): Total {
  return total > totalMax ? { total: totalMax, totalCapped: true } : { total }
}

/** Describes a page; without a total if its rows weren't counted. */
function describe(paging: Paging, total: Total | null): PageMeta {
  if (paging.by === 'start') return { start: paging.start, limit: paging.limit, ...total }
  const { pageSize } = paging
  if (paging.by === 'cursor') return { pageSize, ...total }
  const pageCount = total && { pageCount: Math.ceil(total.total / pageSize) }
  return { page: paging.page, pageSize, ...pageCount, ...total }
}
