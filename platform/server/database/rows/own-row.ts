import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { ApiError } from '../../../contract/errors.ts'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../database.ts'
import { violates } from '../violation.ts'
import { columnOf } from './filter.ts'
import { ownRows, type Reading } from './find.ts'

/** The columns of every project row that users write. */
export interface OwnRow {
  projectId: string
  id: string
  createdAt: Date
  updatedAt: Date
}

/** A resource that users write. Its table has a column for every field of its rows. */
export interface Writing<Row extends OwnRow, Entity extends Record<string, unknown>> extends Reading<Row, Entity> {
  project: PgColumn
  /** The unique index of the rows' natural key, and the error message for a duplicate. */
  unique?: { index: string; field: string; taken: string }
}

/** Returns a row of the actor's projects, locked until the transaction ends. Throws NotFoundError. */
export async function lockRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  writing: Writing<Row, Entity>,
  id: string,
): Promise<Row> {
  const where = and(ownRows(ctx, writing), eq(columnOf(writing.columns, 'id'), id))
  const locked = await tx.execute(sql`select from ${writing.table} where ${where} for update`)
  // Read again after the lock: another transaction may have changed it while we waited.
  const [row] = locked.rowCount ? await writing.rows(tx, { where, orderBy: [], limit: 1, offset: 0 }) : []
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Adds a row to a project and returns its id. Throws ValidationError if its key is taken. */
export async function insertRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  writing: Writing<Row, Entity>,
  values: Omit<Row, 'id' | 'createdAt' | 'updatedAt'>,
): Promise<string> {
  const id = ctx.id()
  const row = { ...values, id, createdAt: ctx.now(), updatedAt: ctx.now() }
  await orTaken(writing, () => tx.insert(writing.table).values(row))
  return id
}

/** Changes a locked row. Throws ValidationError if its key is taken. */
export async function writeRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  ctx: Ctx,
  tx: Transaction,
  writing: Writing<Row, Entity>,
  row: Row,
  changes: Partial<Row>,
): Promise<void> {
  const written = { ...changes, updatedAt: ctx.now() }
  await orTaken(writing, () => tx.update(writing.table).set(written).where(same(writing, row)))
}

export async function removeRow<Row extends OwnRow, Entity extends Record<string, unknown>>(
  tx: Transaction,
  writing: Writing<Row, Entity>,
  row: Row,
): Promise<void> {
  await tx.delete(writing.table).where(same(writing, row))
}

/**
 * Throws ValidationError unless the row that a field names is in the same project and visible (`seen` in Reading).
 * Accepts null.
 */
export async function requireSameProject(
  tx: Transaction,
  table: PgTable & { projectId: PgColumn; id: PgColumn },
  { projectId, id, field }: { projectId: string; id: string | null; field: string },
  seen?: SQL,
): Promise<void> {
  if (id === null) return
  const wanted = and(eq(table.projectId, projectId), eq(table.id, id), seen)
  const { rowCount } = await tx.execute(sql`select from ${table} where ${wanted}`)
  if (!rowCount) throw faultOfField(field, `${field} must belong to the same project`)
}

/** Returns a ValidationError for one field of a body. */
export function faultOfField(field: string, message: string): ApiError {
  return new ApiError('ValidationError', message, { errors: [{ path: [field], message, name: 'ValidationError' }] })
}

function same<Row extends OwnRow, Entity extends Record<string, unknown>>(
  { project, columns }: Writing<Row, Entity>,
  row: Row,
) {
  return and(eq(project, row.projectId), eq(columnOf(columns, 'id'), row.id))
}

async function orTaken(
  { unique }: { unique?: Writing<never, never>['unique'] },
  write: () => PromiseLike<unknown>,
): Promise<void> {
  try {
    await write()
  } catch (error) {
    throw unique && violates(error, unique.index) ? faultOfField(unique.field, unique.taken) : error
  }
}
