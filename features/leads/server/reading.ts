import { and, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { isActing, signedInId } from '#platform/server/permissions/signed-in.ts'
import { isSeenAs } from '#platform/server/tenancy/visible-rows.ts'
import type { LeadVisit, Opportunity } from '../contract.ts'
import { lockLeadRow } from './leads.ts'
import { opportunitiesOf } from './opportunities.ts'
import { leadRead, leadVisit } from './tables.ts'

/** How long a visit lasts without a sign of the user. */
const visitMs = 30 * 60_000

/** Marks a lead as read by the actor. Other members don't see it. Does nothing for an admin who acts as the user. */
export async function readOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const { projectId } = await lockLeadRow(ctx, tx, id)
    if (isActing(ctx)) return readOne(ctx, tx, opportunitiesOf(ctx), id)
    const row = { projectId, userId, opportunityId: id, createdAt: ctx.now() }
    await tx.insert(leadRead).values(row).onConflictDoNothing()
    await extendVisit(ctx, tx, { projectId, userId })
    return readOne(ctx, tx, opportunitiesOf(ctx), id)
  })
}

/** Marks a lead as unread by the actor. */
export async function unreadOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const { projectId } = await lockLeadRow(ctx, tx, id)
    await tx
      .delete(leadRead)
      .where(and(eq(leadRead.projectId, projectId), eq(leadRead.userId, userId), eq(leadRead.opportunityId, id)))
    return readOne(ctx, tx, opportunitiesOf(ctx), id)
  })
}

interface Visitor {
  projectId: string
  userId: string
}

/** Records the actor's visit to a project's leads, and returns what is new since their last visit. */
export async function visitLeads(ctx: Ctx, { id: projectId }: { id: string }): Promise<LeadVisit> {
  const userId = signedInId(ctx)
  roleIn(ctx, projectId)
  // An internal admin's visit isn't one of the user's.
  if (isActing(ctx)) return { since: null, newLeads: 0 }
  return transaction(
    ctx,
    async (tx) => {
      const since = await extendVisit(ctx, tx, { projectId, userId })
      if (!since) return { since: null, newLeads: 0 }
      const { rows } = await tx.execute<{ leads: number }>(sql`
        select count(*)::int as leads from opportunity o
        where o.project_id = ${projectId} and o.state = 'new' and o.sibling_of is null and ${isSeenAs('o')}
          and o.released_at > ${since.toISOString()}`)
      return { since: since.toISOString(), newLeads: rows[0]?.leads ?? 0 }
    },
    { onlyProject: projectId },
  )
}

/** Continues the actor's visit, or starts the next. Returns when the one before it ended; null for the first. */
async function extendVisit(ctx: Ctx, tx: Transaction, visitor: Visitor): Promise<Date | null> {
  const now = ctx.now()
  const over = sql`${leadVisit.lastSeenAt} < ${new Date(now.getTime() - visitMs).toISOString()}`
  const [visit] = await tx
    .insert(leadVisit)
    .values({ ...visitor, lastSeenAt: now, beforeAt: null })
    .onConflictDoUpdate({
      target: [leadVisit.projectId, leadVisit.userId],
      set: {
        lastSeenAt: now,
        beforeAt: sql`case when ${over} then ${leadVisit.lastSeenAt} else ${leadVisit.beforeAt} end`,
      },
    })
    .returning({ beforeAt: leadVisit.beforeAt })
  return visit?.beforeAt ?? null
}
