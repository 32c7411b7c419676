import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { type Export, exportHours } from '../../contract.ts'
import { exported } from '../tables.ts'

export type ExportRow = typeof exported.$inferSelect
/** The subject of an export. */
export type ExportSubject = Pick<ExportRow, 'kind' | 'projectId'>

/** The maximum number of unfinished exports per user. */
const unfinishedMax = 2
/** How long a failed or abandoned export is listed. */
const shownMs = 24 * 3_600_000
/** The minimum lifetime of a rewritten export. */
const renewedMs = 3_600_000
const unfinished = inArray(exported.state, ['waiting', 'running'])

export function presentExport(row: ExportRow): Export {
  const { kind, projectId, state, lines, bytes, fault, expiresAt } = row
  return { ...rowHead(row), kind, projectId, state, lines, bytes, fault, expiresAt: expiresAt?.toISOString() ?? null }
}

/** Returns a user's exports, newest first. */
export async function exportsOf(ctx: Ctx, tx: Transaction, userId: string): Promise<ExportRow[]> {
  return tx
    .select()
    .from(exported)
    .where(and(eq(exported.userId, userId), isAvailable(ctx)))
    .orderBy(desc(exported.id))
}

/** Returns one of the user's exports. Throws NotFoundError for another user's or an expired one. */
export async function exportOf(ctx: Ctx, tx: Transaction, userId: string, id: string): Promise<ExportRow> {
  const isOwn = and(eq(exported.id, id), eq(exported.userId, userId), isAvailable(ctx))
  const [row] = await tx.select().from(exported).where(isOwn)
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/** Returns an internal admin's own export, or one of an account that they asked for. Throws NotFoundError. */
export async function openedBy(ctx: Ctx, tx: Transaction, adminId: string, id: string): Promise<ExportRow> {
  const mayOpen = or(eq(exported.userId, adminId), eq(exported.requestedBy, adminId))
  const [row] = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.id, id), mayOpen, isAvailable(ctx)))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/**
 * Queues an export. Returns an unfinished export of the same subject instead, and replaces a finished one. Call with
 * the user's row locked. Throws ConflictError if too many are unfinished.
 */
export async function insertExport(
  ctx: Ctx,
  tx: Transaction,
  userId: string,
  subject: ExportSubject,
  requestedBy: string | null = null,
): Promise<ExportRow> {
  const own = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.userId, userId), unfinished))
  const same = own.find(({ kind, projectId }) => kind === subject.kind && projectId === subject.projectId)
  if (same) return requestedBy === null ? same : requestFor(tx, same, requestedBy)
  if (own.length >= unfinishedMax) {
    throw new ApiError(
      'ConflictError',
      `You have ${unfinishedMax} exports in progress. Wait for one to finish, or cancel one.`,
    )
  }
  const { kind, projectId } = subject
  const isSameProject = projectId === null ? isNull(exported.projectId) : eq(exported.projectId, projectId)
  await tx.delete(exported).where(and(eq(exported.userId, userId), eq(exported.kind, kind), isSameProject))
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const values = { kind, projectId, userId, requestedBy, state: 'waiting', ...dates } as const
  const [row] = await tx
    .insert(exported)
    .values({ ...values, id: ctx.id() })
    .returning()
  if (!row) throw new Error('the export was not written')
  await ctx.queue.send(tx, 'export', { exportId: row.id })
  return row
}

/** Lets an internal admin download an export that the user has started. */
async function requestFor(tx: Transaction, row: ExportRow, requestedBy: string): Promise<ExportRow> {
  await tx.update(exported).set({ requestedBy }).where(eq(exported.id, row.id))
  return { ...row, requestedBy }
}

/** Returns the latest export of a user's account that an internal admin asked for, or null. */
export async function requestedExport(ctx: Ctx, tx: Transaction, userId: string): Promise<ExportRow | null> {
  const wanted = and(eq(exported.userId, userId), isNotNull(exported.requestedBy), isAvailable(ctx))
  const [row] = await tx.select().from(exported).where(wanted).orderBy(desc(exported.id)).limit(1)
  return row ?? null
}

export async function removeExport(tx: Transaction, { id }: ExportRow): Promise<void> {
  await tx.delete(exported).where(eq(exported.id, id))
}

/** Deletes all exports with data of a project: its own, and those of its members. */
export async function removeExportsAbout(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`
    delete from export where project_id = ${projectId} or (kind = 'account' and user_id in (
      select user_id from member where project_id = ${projectId}))`)
}

/**
 * Restarts all exports, running ones included, that contain projects with newly forgotten data. Until they are
 * rewritten there is no file, and earlier attempts are discarded. Locks waiting exports too, so that none starts
 * reading before the data is gone.
 */
export async function renewExportsAbout(ctx: Ctx, tx: Transaction, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return
  const ids = sql`${sql.param([...projectIds])}::uuid[]`
  const { rows } = await tx.execute<{ id: string; isWaiting: boolean }>(sql`
    with held as materialized (
      select id, state = 'waiting' as is_waiting from export
      where state <> 'failed' and (project_id = any (${ids}) or (kind = 'account' and user_id in (
        select user_id from member where project_id = any (${ids}))))
      order by id for update
    )
    update export e set state = 'waiting', bytes = null, expires_at = null, lines = 0,
      updated_at = ${ctx.now().toISOString()}
    from held h where e.id = h.id
    returning e.id, h.is_waiting as "isWaiting"`)
  for (const { id, isWaiting } of rows) if (!isWaiting) await ctx.queue.send(tx, 'export', { exportId: id })
}

/** Locks an unfinished export until the transaction ends. Returns undefined if there is none. */
export async function lockUnfinished(tx: Transaction, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.id, id), unfinished))
    .for('update')
  return row
}

/** An attempt to write an export; it invalidates earlier attempts. */
export type Attempt = Pick<ExportRow, 'id'> & { attempt: string }

/** Marks an export as running. */
export async function beginExport(ctx: Ctx, tx: Transaction, { id, attempt }: Attempt): Promise<void> {
  await tx
    .update(exported)
    .set({ state: 'running', lines: 0, attempt, updatedAt: ctx.now() })
    .where(eq(exported.id, id))
}

/** Records the progress. Returns false if the export is gone or another attempt has replaced this one. */
export async function noteLines(ctx: Ctx, tx: Transaction, attempt: Attempt, lines: number): Promise<boolean> {
  const { rowCount } = await tx.update(exported).set({ lines, updatedAt: ctx.now() }).where(isRunning(attempt))
  return rowCount === 1
}

/**
 * Marks the export as done with this attempt's file. Returns false if the export is gone or another attempt has
 * replaced this one.
 */
export async function finishExport(
  ctx: Ctx,
  tx: Transaction,
  attempt: Attempt,
  { lines, bytes }: { lines: number; bytes: number },
): Promise<boolean> {
  // Counted from the request, so that repeated rewrites don't extend the lifetime forever.
  const expiresAt = sql`greatest(${exported.createdAt} + ${exportHours} * interval '1 hour',
    ${new Date(ctx.now().getTime() + renewedMs).toISOString()}::timestamptz)`
  const { rowCount } = await tx
    .update(exported)
    .set({ state: 'done', lines, bytes, expiresAt, updatedAt: ctx.now() })
    .where(isRunning(attempt))
  return rowCount === 1
}

function isRunning({ id, attempt }: Attempt) {
  return and(eq(exported.id, id), eq(exported.state, 'running'), eq(exported.attempt, attempt))
}

export async function failExport(ctx: Ctx, tx: Transaction, id: string, fault: string): Promise<void> {
  await tx
    .update(exported)
    .set({ state: 'failed', fault, updatedAt: ctx.now() })
    .where(and(eq(exported.id, id), unfinished))
}

/** Deletes expired exports. The orphan cleanup deletes their files. */
export async function forgetExports(ctx: Ctx, tx: Transaction): Promise<void> {
  const stale = and(sql`${exported.state} <> 'done'`, lte(exported.updatedAt, before(ctx)))
  await tx.delete(exported).where(or(lte(exported.expiresAt, ctx.now()), stale))
}

function isAvailable(ctx: Ctx) {
  return or(gt(exported.expiresAt, ctx.now()), and(isNull(exported.expiresAt), gt(exported.updatedAt, before(ctx))))
}

function before({ now }: Pick<Ctx, 'now'>): Date {
  return new Date(now().getTime() - shownMs)
}
