import { and, eq, inArray, sql } from 'drizzle-orm'
import { signsOf } from '#engine/learn/learn.ts'
import { user } from '#features/accounts/server/tables.ts'
import { post } from '#features/matching/server/tables.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Decision, Rejection, RejectionReason } from '../contract.ts'
import type { LeadKey } from './leads.ts'
import { decision, opportunity } from './tables.ts'

export type DecisionKind = (typeof decision.$inferSelect)['kind']

/** What was decided about one lead. */
export interface Decisions {
  reply?: Decision
  rejection?: Rejection
  save?: Decision
}

/** The decisions about some leads by lead id, with who made them and when. */
export async function decisionsOf(tx: Transaction, leads: readonly LeadKey[]): Promise<Map<string, Decisions>> {
  const found = new Map<string, Decisions>()
  if (leads.length === 0) return found
  const projectIds = [...new Set(leads.map((lead) => lead.projectId))]
  const ids = leads.map((lead) => lead.id)
  const rows = await tx
    .select({
      opportunityId: decision.opportunityId,
      kind: decision.kind,
      reason: decision.reason,
      at: decision.createdAt,
      by: sql<string>`coalesce(${user.username}, ${decision.pseudonym})`,
    })
    .from(decision)
    .leftJoin(user, eq(user.id, decision.userId))
    .where(and(inArray(decision.projectId, projectIds), inArray(decision.opportunityId, ids)))
  for (const { opportunityId, kind, reason, at, by } of rows) {
    const made = { by, at: at.toISOString() }
    const known = found.get(opportunityId) ?? {}
    if (kind !== 'rejection') known[kind] = made
    else if (reason) known.rejection = { ...made, reason }
    found.set(opportunityId, known)
  }
  return found
}

/**
 * Notes a decision of the actor. One that is there already stays as it is, unless it was made for another reason.
 * Answers whether anything changed.
 */
export async function decide(
  ctx: Ctx,
  tx: Transaction,
  lead: LeadKey,
  made: { kind: DecisionKind; userId: string; reason?: RejectionReason },
): Promise<boolean> {
  const by = { userId: made.userId, pseudonym: null }
  const row = { ...by, reason: made.reason ?? null, createdAt: ctx.now(), signs: await signs(tx, lead) }
  const written = await tx
    .insert(decision)
    .values({ projectId: lead.projectId, opportunityId: lead.id, kind: made.kind, ...row })
    .onConflictDoUpdate({
      target: [decision.projectId, decision.opportunityId, decision.kind],
      set: row,
      setWhere: sql`${decision.reason} is distinct from excluded.reason`,
    })
    .returning({ kind: decision.kind })
  return written.length > 0
}

/** What the decision can be carried over by: kept with it, so that it says the same as long as it stands. */
async function signs(tx: Transaction, lead: LeadKey) {
  const [row] = await tx
    .select({ post })
    .from(opportunity)
    .innerJoin(post, eq(post.id, opportunity.postId))
    .where(and(eq(opportunity.projectId, lead.projectId), eq(opportunity.id, lead.id)))
  return row ? signsOf({ ...row.post, postedAt: row.post.postedAt?.getTime() ?? null }) : null
}

/** Takes a decision back. Answers whether there was one. */
export async function undecide(tx: Transaction, lead: LeadKey, kind: DecisionKind): Promise<boolean> {
  const removed = await tx
    .delete(decision)
    .where(and(eq(decision.projectId, lead.projectId), eq(decision.opportunityId, lead.id), eq(decision.kind, kind)))
    .returning({ kind: decision.kind })
  return removed.length > 0
}
