import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { type Export, exportHours } from '../../contract.ts'
import { exported } from '../tables.ts'

export type ExportRow = typeof exported.$inferSelect
/** What an export is of. */
export type ExportSubject = Pick<ExportRow, 'kind' | 'projectId'>

/** Files that somebody may have made at once. */
const unfinishedMax = 2
/** An export that failed, or that no job ever came to, is shown so long. */
const shownMs = 24 * 3_600_000
/** One that had to be written again is there at least so long. */
const renewedMs = 3_600_000
const unfinished = inArray(exported.state, ['waiting', 'running'])

export function presentExport(row: ExportRow): Export {
  const { kind, projectId, state, lines, bytes, fault, expiresAt } = row
  return { ...rowHead(row), kind, projectId, state, lines, bytes, fault, expiresAt: expiresAt?.toISOString() ?? null }
}

/** Somebody's own, newest first. */
export async function exportsOf(ctx: Ctx, tx: Transaction, userId: string): Promise<ExportRow[]> {
  return tx
    .select()
    .from(exported)
    .where(and(eq(exported.userId, userId), isThere(ctx)))
    .orderBy(desc(exported.id))
}

/** One of somebody's own. Throws NotFoundError for anybody else's and for what is over. */
export async function exportOf(ctx: Ctx, tx: Transaction, userId: string, id: string): Promise<ExportRow> {
  const wanted = and(eq(exported.id, id), eq(exported.userId, userId), isThere(ctx))
  const [row] = await tx.select().from(exported).where(wanted)
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/**
 * Begins one; one of the same that is under way is answered in its place, and one that is done makes room. To be called
 * with the user's row locked. Throws ConflictError where too many are under way.
 */
export async function insertExport(
  ctx: Ctx,
  tx: Transaction,
  userId: string,
  whose: ExportSubject,
): Promise<ExportRow> {
  const own = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.userId, userId), unfinished))
  const same = own.find(({ kind, projectId }) => kind === whose.kind && projectId === whose.projectId)
  if (same) return same
  if (own.length >= unfinishedMax) {
    throw new ApiError(
      'ConflictError',
      `You have ${unfinishedMax} exports in progress. Wait for one to finish, or cancel one.`,
    )
  }
  const { kind, projectId } = whose
  const ofSame = projectId === null ? isNull(exported.projectId) : eq(exported.projectId, projectId)
  await tx.delete(exported).where(and(eq(exported.userId, userId), eq(exported.kind, kind), ofSame))
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const values = { kind, projectId, userId, state: 'waiting', ...dates } as const
  const [row] = await tx
    .insert(exported)
    .values({ ...values, id: ctx.id() })
    .returning()
  if (!row) throw new Error('the export was not written')
  await ctx.queue.send(tx, 'export', { exportId: row.id })
  return row
}

export async function removeExport(tx: Transaction, { id }: ExportRow): Promise<void> {
  await tx.delete(exported).where(eq(exported.id, id))
}

/** Removes every export that tells of a project: those of it, and those of the people who belong to it. */
export async function removeExportsAbout(tx: Transaction, projectId: string): Promise<void> {
  await tx.execute(sql`
    delete from export where project_id = ${projectId} or (kind = 'account' and user_id in (
      select user_id from member where project_id = ${projectId}))`)
}

/**
 * Has the files written anew that tell of projects of which something was forgotten, those under way too: until then
 * there is no file, and what was written until now counts for nothing. Those that wait are held as well, so that nobody
 * begins to read what is not forgotten yet.
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

/** One that is not finished, held until the transaction ends; undefined where there is nothing to do. */
export async function lockUnfinished(tx: Transaction, id: string): Promise<ExportRow | undefined> {
  const [row] = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.id, id), unfinished))
    .for('update')
  return row
}

/** One that is written, by whom: whoever wrote it until now does so for nothing. */
export type Attempt = Pick<ExportRow, 'id'> & { attempt: string }

/** Takes one in hand. */
export async function beginExport(ctx: Ctx, tx: Transaction, { id, attempt }: Attempt): Promise<void> {
  await tx
    .update(exported)
    .set({ state: 'running', lines: 0, attempt, updatedAt: ctx.now() })
    .where(eq(exported.id, id))
}

/** Says how far one is. Answers false where it is wanted no more, or by somebody else. */
export async function noteLines(ctx: Ctx, tx: Transaction, attempt: Attempt, lines: number): Promise<boolean> {
  const { rowCount } = await tx.update(exported).set({ lines, updatedAt: ctx.now() }).where(isUnderWay(attempt))
  return rowCount === 1
}

/** Lets the file of an attempt count. Answers false where it is wanted no more, or by somebody else. */
export async function finishExport(
  ctx: Ctx,
  tx: Transaction,
  attempt: Attempt,
  { lines, bytes }: { lines: number; bytes: number },
): Promise<boolean> {
  // From when it was asked for: one that is written again and again does not stay for ever.
  const expiresAt = sql`greatest(${exported.createdAt} + ${exportHours} * interval '1 hour',
    ${new Date(ctx.now().getTime() + renewedMs).toISOString()}::timestamptz)`
  const { rowCount } = await tx
    .update(exported)
    .set({ state: 'done', lines, bytes, expiresAt, updatedAt: ctx.now() })
    .where(isUnderWay(attempt))
  return rowCount === 1
}

function isUnderWay({ id, attempt }: Attempt) {
  return and(eq(exported.id, id), eq(exported.state, 'running'), eq(exported.attempt, attempt))
}

export async function failExport(ctx: Ctx, tx: Transaction, id: string, fault: string): Promise<void> {
  await tx
    .update(exported)
    .set({ state: 'failed', fault, updatedAt: ctx.now() })
    .where(and(eq(exported.id, id), unfinished))
}

/** Removes what is over; the files go with the next look for those without a row (orphans). */
export async function forgetExports(ctx: Ctx, tx: Transaction): Promise<void> {
  const stale = and(sql`${exported.state} <> 'done'`, lte(exported.updatedAt, before(ctx)))
  await tx.delete(exported).where(or(lte(exported.expiresAt, ctx.now()), stale))
}

function isThere(ctx: Ctx) {
  return or(gt(exported.expiresAt, ctx.now()), and(isNull(exported.expiresAt), gt(exported.updatedAt, before(ctx))))
}

function before({ now }: Pick<Ctx, 'now'>): Date {
  return new Date(now().getTime() - shownMs)
}
