import { ApiError } from '@earshot/contract/errors'
import { type Export, exportHours } from '@earshot/contract/exports'
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { exported } from '../../db/data-tables.ts'
import type { Transaction } from '../../db/database.ts'
import { rowHead } from '../../db/row-head.ts'

export type ExportRow = typeof exported.$inferSelect
/** What an export is of. */
export type Whose = Pick<ExportRow, 'kind' | 'projectId'>

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
export async function insertExport(ctx: Ctx, tx: Transaction, userId: string, whose: Whose): Promise<ExportRow> {
  const own = await tx
    .select()
    .from(exported)
    .where(and(eq(exported.userId, userId), unfinished))
  const same = own.find(({ kind, projectId }) => kind === whose.kind && projectId === whose.projectId)
  if (same) return same
  if (own.length >= unfinishedMax) {
    throw new ApiError('ConflictError', `${unfinishedMax} exports are under way: wait for one or remove it first`)
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
 * Has the files written anew that tell of projects of which something was forgotten; those under way too, where they may
 * have begun before that. Until then there is no file.
 */
export async function renewExportsAbout(
  ctx: Ctx,
  tx: Transaction,
  projectIds: readonly string[],
  { alsoRunning }: { alsoRunning: boolean },
): Promise<void> {
  if (projectIds.length === 0) return
  const ids = sql`${sql.param([...projectIds])}::uuid[]`
  const { rows } = await tx.execute<{ id: string }>(sql`
    update export set state = 'waiting', bytes = null, expires_at = null, lines = 0, updated_at = ${ctx.now().toISOString()}
    where (state = 'done' or (${alsoRunning} and state = 'running'))
      and (project_id = any (${ids}) or (kind = 'account' and user_id in (
        select user_id from member where project_id = any (${ids}))))
    returning id`)
  for (const { id } of rows) await ctx.queue.send(tx, 'export', { exportId: id })
}

/** Takes one in hand that is not finished; null where there is nothing to do. */
export async function beginExport(ctx: Ctx, tx: Transaction, id: string): Promise<ExportRow | null> {
  const [row] = await tx
    .update(exported)
    .set({ state: 'running', lines: 0, updatedAt: ctx.now() })
    .where(and(eq(exported.id, id), unfinished))
    .returning()
  return row ?? null
}

/** Says how far one is. Answers false where it is wanted no more. */
export async function noteLines(ctx: Ctx, tx: Transaction, id: string, lines: number): Promise<boolean> {
  const running = and(eq(exported.id, id), eq(exported.state, 'running'))
  const { rowCount } = await tx.update(exported).set({ lines, updatedAt: ctx.now() }).where(running)
  return rowCount === 1
}

export async function finishExport(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  { lines, bytes }: { lines: number; bytes: number },
): Promise<void> {
  // From when it was asked for: one that is written again and again does not stay for ever.
  const expiresAt = sql`greatest(${exported.createdAt} + ${exportHours} * interval '1 hour',
    ${new Date(ctx.now().getTime() + renewedMs).toISOString()}::timestamptz)`
  await tx
    .update(exported)
    .set({ state: 'done', lines, bytes, expiresAt, updatedAt: ctx.now() })
    .where(and(eq(exported.id, id), eq(exported.state, 'running')))
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
