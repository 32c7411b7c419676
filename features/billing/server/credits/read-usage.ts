import { and, desc, eq, sql } from 'drizzle-orm'
import { forecastOf } from '#engine/subscription/credits.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { CreditEntry, Usage } from '../../contract.ts'
import { creditEntry, creditPeriods } from '../tables.ts'
import { todayOf } from './count-message.ts'
import { openPeriod } from './credits.ts'
import { type Terms, termsOf } from './terms.ts'

/** Returns how much of its quota a project has used. */
export async function readUsage(ctx: Ctx, { id: projectId }: { id: string }): Promise<Usage[]> {
  requireRight(ctx, projectId, 'readProject')
  return readOnly(ctx, async (tx) => {
    const terms = await termsOf(ctx, tx, projectId)
    return [
      ...(await entriesUsed(tx, projectId, terms)),
      await creditsUsed(ctx, tx, projectId, terms),
      await messagesSent(ctx, tx, projectId, terms),
    ]
  })
}

async function entriesUsed(tx: Transaction, projectId: string, { quota }: Terms): Promise<Usage[]> {
  const { rows } = await tx.execute<{ what: 'keywords' | 'competitors'; used: number; held: number }>(sql`
    select 'keywords' as what, count(*) filter (where status = 'active')::int as used,
      count(*) filter (where paused_by = 'quota')::int as held
    from keyword where project_id = ${projectId} and kind <> 'competitor'
    union all
    select 'competitors', count(*) filter (where status = 'active')::int, count(*) filter (where paused_by = 'quota')::int
    from competitor where project_id = ${projectId}`)
  return rows.map((row) => ({ ...row, limit: quota?.[row.what] ?? null, renewsAt: null, forecast: null }))
}

async function creditsUsed(
  ctx: Ctx,
  tx: Transaction,
  projectId: string,
  { quota, period, renews }: Terms,
): Promise<Usage> {
  const what = 'commentSuggestionCredits'
  const limit = quota?.commentSuggestionCredits ?? null
  if (!period) return { what, used: 0, limit, renewsAt: null, forecast: null, held: 0 }
  const [row] = await tx
    .select()
    .from(creditPeriods)
    .where(and(eq(creditPeriods.projectId, projectId), eq(creditPeriods.startsAt, period.start)))
  const used = row ? row.granted - row.remaining : 0
  return {
    what,
    used,
    // After a downgrade, what was granted before stays until the period ends.
    limit: limit === null ? null : Math.max(limit, row?.granted ?? 0),
    renewsAt: renews ? period.end.toISOString() : null,
    forecast: renews ? forecastOf(used, period, ctx.now()) : null,
    held: 0,
  }
}

async function messagesSent(ctx: Ctx, tx: Transaction, projectId: string, { quota }: Terms): Promise<Usage> {
  const { day, ends } = await todayOf(ctx, tx, projectId)
  const { rows } = await tx.execute<{ sent: number }>(
    sql`select sent from message_count where project_id = ${projectId} and day = ${day}`,
  )
  const limit = quota?.dailyDMs ?? null
  return { what: 'dailyDMs', used: rows[0]?.sent ?? 0, limit, renewsAt: ends.toISOString(), forecast: null, held: 0 }
}

const entriesMax = 1000

/** Returns the changes of a project's credits, newest first. Grants the present period's, if nothing used them yet. */
export async function readCreditEntries(ctx: Ctx, { id: projectId }: { id: string }): Promise<CreditEntry[]> {
  requireRight(ctx, projectId, 'readProject')
  return transaction(ctx, async (tx) => {
    const { quota, period } = await termsOf(ctx, tx, projectId)
    if (quota && period) await openPeriod(ctx, tx, { projectId, period, quota: quota.commentSuggestionCredits })
    const rows = await tx
      .select()
      .from(creditEntry)
      .where(eq(creditEntry.projectId, projectId))
      .orderBy(desc(creditEntry.createdAt), desc(creditEntry.id))
      .limit(entriesMax)
    return rows.map((row) => {
      const { kind, amount, remaining: left, note, createdAt } = row
      return { ...rowHead({ id: row.id, createdAt, updatedAt: createdAt }), kind, amount, left, note }
    })
  })
}
