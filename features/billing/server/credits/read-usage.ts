import { and, eq, sql } from 'drizzle-orm'
import { forecastOf } from '#engine/subscription/credits.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { CreditEntry, Usage } from '../../contract.ts'
import { creditPeriods } from '../tables.ts'
import { messageAllowance } from './count-message.ts'
import { openPeriod } from './credits.ts'
import { type Terms, termsOf } from './terms.ts'

/** Returns how much of its quota a project has used. */
export async function readUsage(ctx: Ctx, { id: projectId }: { id: string }): Promise<Usage[]> {
  requireRight(ctx, projectId, 'readMembers')
  return readOnly(ctx, async (tx) => {
    const terms = await termsOf(ctx, tx, projectId)
    return [
      ...(await entriesUsed(tx, projectId, terms)),
      await creditsUsed(ctx, tx, projectId, terms),
      await messagesSent(ctx, tx, projectId),
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

async function messagesSent(ctx: Ctx, tx: Transaction, projectId: string): Promise<Usage> {
  const { used, limit, renewsAt } = await messageAllowance(ctx, tx, projectId)
  return { what: 'dailyDMs', used, limit, renewsAt: renewsAt.toISOString(), forecast: null, held: 0 }
}

const entriesMax = 1000

interface CreditRow extends Record<string, unknown>, Pick<CreditEntry, 'id' | 'kind' | 'amount' | 'left' | 'note'> {
  at: string
  userId: string | null
  email: string | null
  opportunityId: string | null
  title: string | null
}

/**
 * Returns the changes of a project's credits, newest first, with who spent them on which lead. A suggestion that was
 * deleted with its post leaves no lead. Grants the present period's, if nothing used them yet.
 */
export async function readCreditEntries(ctx: Ctx, { id: projectId }: { id: string }): Promise<CreditEntry[]> {
  requireRight(ctx, projectId, 'readMembers')
  return transaction(ctx, async (tx) => {
    const { quota, period } = await termsOf(ctx, tx, projectId)
    if (quota && period) await openPeriod(ctx, tx, { projectId, period, quota: quota.commentSuggestionCredits })
    const { rows } = await tx.execute<CreditRow>(sql`
      select c.id, c.kind, c.amount, c.remaining as left, c.note, c.created_at as at, m.user_id as "userId", m.email,
        o.id as "opportunityId", coalesce(nullif(p.title, ''), 'r/' || p.subreddit) as title
      from credit_entry c
      left join member m on m.project_id = c.project_id and m.user_id = c.created_by
      left join reply_draft d on d.project_id = c.project_id and d.id = coalesce(c.returns, c.id)
      left join opportunity o on o.project_id = c.project_id and o.id = coalesce(d.opportunity_id, c.opportunity_id)
        and ${isSeenAs('o')}
      left join post p on p.id = o.post_id
      where c.project_id = ${projectId}
      order by c.created_at desc, c.id desc limit ${entriesMax}`)
    return rows.map(({ id, kind, amount, left, note, at, userId, email, opportunityId, title }) => {
      const createdAt = new Date(at)
      return {
        ...rowHead({ id, createdAt, updatedAt: createdAt }),
        ...{ kind, amount, left, note },
        opportunity: opportunityId !== null && title !== null ? { id: opportunityId, title } : null,
        createdBy: userId !== null && email !== null ? { id: userId, documentId: userId, email } : null,
      }
    })
  })
}
