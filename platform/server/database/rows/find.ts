import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ApiError } from '../../../contract/errors.ts'
import type { Condition } from '../../../contract/query/conditions.ts'
import { totalMax } from '../../../contract/query/filters.ts'
import type { Paging } from '../../../contract/query/paging.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { Ctx } from '../../ctx.ts'
import { projectIdsOf, readOnly, type Transaction } from '../database.ts'
import { type Columns, columnOf, compile } from './filter.ts'
import { cursorAfter, orderBy, rowsAfter, totalOrder } from './keyset.ts'

/** Which rows to read, worked out from a query. */
export interface Selection {
  where: SQL | undefined
  orderBy: SQL[]
  limit: number
  offset: number
}

/** How a resource of the contract is read; the feature that owns its table says so. */
export interface Reading<Row, Entity extends Record<string, unknown>> {
  table: PgTable
  /** A column for every field that the contract lets filter or sort. */
  columns: Columns
  /** The column that names the row's project; where none does, the condition under which the actor sees a row. */
  project: PgColumn | ((ctx: Ctx) => SQL)
  /** The relations that populate may name, but for those that present() answers with by itself. */
  links?: Readonly<Record<string, Link<Row>>>
  /** True where lists move, so that pages go by cursor. */
  cursor: boolean
  /** Which of its rows are there for anybody at all; unless it is said, all of them. */
  seen?: SQL
  /** Which of its rows lists are of; the others are read one by one. Counters count these alone. */
  listed?: SQL
  /** Where its rows are counted as they change. */
  counters?: Counters
  rows(tx: Transaction, selection: Selection): Promise<Row[]>
  /** The number of all rows, if each row says it: for resources of which nobody has many. */
  total?(row: Row): number
  /** Rows as they are sent, in the same order. */
  present(tx: Transaction, rows: Row[], query: Query): Promise<Entity[]>
}

/** Where a relation leads from each of some rows: to one row, to none, or to a list of them, by their ids. */
export interface Link<Row> {
  /** The name under which app/server.ts has what it leads to. */
  to: string
  ids(tx: Transaction, rows: readonly Row[]): Promise<(string | readonly string[] | null)[]>
}

/** How rows are read, by the name of their resource. Some depend on who asks. */
export type Readings = Readonly<Record<string, AnyReading | ((ctx: Ctx) => AnyReading)>>
/** A reading whose rows nobody but itself looks into. */
export type AnyReading = Reading<unknown, Record<string, unknown>>

/** The reading of a resource for whoever acts. */
export function readingOf(ctx: Ctx, readings: Readings, name: string): AnyReading | undefined {
  const reading = Object.hasOwn(readings, name) ? readings[name] : undefined
  return typeof reading === 'function' ? reading(ctx) : reading
}

/** Reads the rows of one table as they are. */
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

/** A relation whose id stands in the row. */
export function toOne<Row>(to: string, id: (row: Row) => string | null): Link<Row> {
  return { to, ids: async (_tx, rows) => rows.map(id) }
}

/** Rows whose sum says how many there are of each kind (DECISIONS 12). */
interface Counters {
  table: PgTable
  /** A column for every field that a kind is made of; a filter on others can not be answered by them. */
  columns: Columns
  project: PgColumn
  /** Which of them count what is seen. */
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
  total: number
  totalCapped?: true
  nextCursor?: string | null
}

/** A query that asks for nothing in particular. */
export const everything: Query = {
  where: null,
  sort: [],
  fields: null,
  populate: {},
  paging: { by: 'page', page: 1, pageSize: 1 },
}

/** The rows of the actor's projects that a query asks for, a page of them. */
export function find<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  reading: Reading<Row, Entity>,
  query: Query,
): Promise<Page<Entity>> {
  const order = totalOrder(query.sort)
  const filtered = query.where ? compile(query.where, reading.columns) : undefined
  const wanted = and(ownRows(ctx, reading), reading.listed, filtered)
  const { paging } = query
  const behind = paging.by === 'cursor' ? rowsAfter(paging.cursor, order, reading.columns) : undefined
  const { limit, offset } = windowOf(paging)
  return readOnly(ctx, async (tx) => {
    const where = and(wanted, behind)
    // One more row than the page shows tells whether there is another page.
    const rows = await reading.rows(tx, {
      where,
      orderBy: orderBy(order, reading.columns),
      limit: limit + 1,
      offset,
    })
    const data = await reading.present(tx, rows.slice(0, limit), query)
    const last = rows.length > limit ? data.at(-1) : undefined
    const next = reading.cursor ? { nextCursor: last ? cursorAfter(last, order) : null } : {}
    const total =
      seenToEnd(paging, rows.length) ??
      totalIn(reading, rows) ??
      (await counted(ctx, tx, reading, query)) ??
      (await capped(tx, reading.table, wanted))
    return { data, meta: { pagination: { ...describe(paging, total), ...next } } }
  })
}

/** One row of the actor's projects. Throws NotFoundError for a missing row and for somebody else's alike. */
export function findOne<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  reading: Reading<Row, Entity>,
  id: string,
  query: Query = everything,
): Promise<Entity> {
  return readOnly(ctx, (tx) => readOne(ctx, tx, reading, id, query))
}

/** The same within a transaction that is under way, so that a verb answers with what it has written. */
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

/** The condition that keeps a reading within what the actor may see. */
export function ownRows(
  ctx: Ctx,
  { project, seen }: Pick<Reading<unknown, Record<string, unknown>>, 'project' | 'seen'>,
): SQL | undefined {
  return and(typeof project === 'function' ? project(ctx) : ownProjects(ctx, project), seen)
}

/** The condition that keeps a query within the actor's projects; the tables' policies are the second lock. */
export function ownProjects(ctx: Ctx, project: PgColumn): SQL | undefined {
  if (ctx.actor.kind === 'job') return undefined
  const ids = projectIdsOf(ctx.actor)
  const [first] = ids
  // With one project, an index gives its rows in order. More are one parameter, however many.
  return ids.length === 1 && first ? eq(project, first) : sql`${project} = any(${`{${ids.join(',')}}`}::uuid[])`
}

function windowOf(paging: Paging): { limit: number; offset: number } {
  if (paging.by === 'start') return { limit: paging.limit, offset: paging.start }
  const offset = paging.by === 'page' ? (paging.page - 1) * paging.pageSize : 0
  return { limit: paging.pageSize, offset }
}

interface Total {
  total: number
  totalCapped?: true
}

/** The total that each row says. */
function totalIn<Row>({ total }: { total?(row: Row): number }, [row]: readonly Row[]): Total | undefined {
  return total && row !== undefined ? cappedAt(total(row)) : undefined
}

/** What a page with the last row on it tells of all rows, so that most lists need no counting. */
function seenToEnd(paging: Paging, seen: number): Total | undefined {
  const { limit, offset } = windowOf(paging)
  const isLast = paging.by !== 'cursor' && seen <= limit && (seen > 0 || offset === 0)
  return isLast && offset + seen <= totalMax ? { total: offset + seen } : undefined
}

/** The sum of the counters that a query speaks of; undefined where there are none or they don't tell. */
async function counted<Row, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  { counters }: Reading<Row, Entity>,
  { where }: Query,
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

/** Counts no further than one row above the cap, so that a large list costs no more than a small one. */
async function capped(tx: Transaction, table: PgTable, where: SQL | undefined): Promise<Total> {
  const first = sql`select 1 from ${table} where ${where ?? sql`true`} limit ${totalMax + 1}`
  const result = await tx.execute<{ total: number }>(sql`select count(*)::int as total from (${first}) as first`)
  return cappedAt(result.rows[0]?.total ?? 0)
}

function cappedAt(total: number): Total {
  return total > totalMax ? { total: totalMax, totalCapped: true } : { total }
}

function describe(paging: Paging, total: Total): PageMeta {
  if (paging.by === 'start') return { start: paging.start, limit: paging.limit, ...total }
  const { pageSize } = paging
  if (paging.by === 'cursor') return { pageSize, ...total }
  return { page: paging.page, pageSize, pageCount: Math.ceil(total.total / pageSize), ...total }
}
