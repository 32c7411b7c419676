import { and, eq } from 'drizzle-orm'
import type { Limited } from '#features/billing/server/index.ts'
import type { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { columnOf } from '#platform/server/database/rows/filter.ts'
import { ownRows, type Reading } from '#platform/server/database/rows/find.ts'
import { lockRow, type OwnRow, type Writing } from '#platform/server/database/rows/own-row.ts'
import { takeTurn } from './turn.ts'

/** A row of a watchlist: a keyword or a competitor. */
export interface Entry extends OwnRow {
  status: string
  pausedBy: 'user' | 'quota' | null
}

/** How keywords and competitors differ. */
export interface EntryKind<Row extends Entry, Shown extends Record<string, unknown> = Record<string, unknown>> {
  /** The actions of their audit entries. */
  actions: Record<'create' | 'update' | 'delete', string>
  /** The quota of a plan that limits them. */
  limited: Limited
  rows: Writing<Row, Record<string, unknown>> & { unique: { index: string; field: string; taken: string } }
  /** Returns how the API reads them. */
  reading(ctx: Ctx): Reading<unknown, Shown>
  /** Returns the details of an audit entry that name a row. */
  name(row: Row): Record<string, string>
  /** Throws ValidationError for values that can't be matched. */
  check(values: Values<Row>): void
  /** Returns the error for an unknown ID. */
  missing(ctx: Ctx, tx: Transaction, id: string): Promise<ApiError>
}

/** Columns of a new row, or changes of one. */
export type Values<Row> = { [Column in keyof Row]?: Row[Column] | undefined }

/** Sets `pausedBy` along with the status: `user` if the user pauses it, null for any other status. */
export function withPauser<Given extends { status?: string | undefined }>(
  values: Given,
): Given & { pausedBy?: 'user' | null } {
  const { status } = values
  return status === undefined ? values : { ...values, pausedBy: status === 'paused' ? 'user' : null }
}

/** Adds rows to a project, except those that exist, ignoring case. Returns the added rows. */
export async function insertEntries<Row extends Entry>(
  ctx: Ctx,
  tx: Transaction,
  { rows }: EntryKind<Row>,
  projectId: string,
  values: readonly Values<Row>[],
): Promise<Row[]> {
  if (values.length === 0) return []
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const added = values.map((value) => ({ ...value, projectId, id: ctx.id(), ...dates }))
  const inserted: unknown[] = await tx.insert(rows.table).values(added).onConflictDoNothing().returning()
  return inserted as Row[]
}

/**
 * Locks a row in one of the actor's projects, and with it the project's watchlist, until the transaction ends. Throws
 * the error of `missing` if there is no such row.
 */
export async function lockEntry<Row extends Entry>(
  ctx: Ctx,
  tx: Transaction,
  { rows, missing }: EntryKind<Row>,
  id: string,
): Promise<Row> {
  const own = and(ownRows(ctx, rows), eq(columnOf(rows.columns, 'id'), id))
  const [found] = await tx.select({ projectId: rows.project }).from(rows.table).where(own)
  if (!found) throw await missing(ctx, tx, id)
  await takeTurn(tx, found.projectId as string)
  return lockRow(ctx, tx, rows, id)
}
