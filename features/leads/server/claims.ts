import { and, eq, inArray } from 'drizzle-orm'
import { user } from '#features/accounts/server/tables.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Decision } from '../contract.ts'
import type { LeadKey } from './leads.ts'
import { claim } from './tables.ts'

/** Who works on each of some leads and since when, by lead id. */
export async function claimsOf(tx: Transaction, leads: readonly LeadKey[]): Promise<Map<string, Decision>> {
  if (leads.length === 0) return new Map()
  const projectIds = [...new Set(leads.map((lead) => lead.projectId))]
  const ids = leads.map((lead) => lead.id)
  const rows = await tx
    .select({ opportunityId: claim.opportunityId, by: user.username, at: claim.createdAt })
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(and(inArray(claim.projectId, projectIds), inArray(claim.opportunityId, ids)))
  return new Map(rows.map(({ opportunityId, by, at }) => [opportunityId, { by, at: at.toISOString() }]))
}

/**
 * Lets a user work on a lead, of which there is one at a time: throws ConflictError where it is somebody else. To be
 * called with the lead held. Answers whether it is new.
 */
export async function takeClaim(ctx: Ctx, tx: Transaction, lead: LeadKey, userId: string): Promise<boolean> {
  const [standing] = await tx
    .select({ userId: claim.userId, by: user.username })
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(onLead(lead))
  if (standing?.userId === userId) return false
  if (standing) throw new ApiError('ConflictError', `${standing.by} works on this lead already`)
  const row = { projectId: lead.projectId, opportunityId: lead.id, userId, createdAt: ctx.now() }
  await tx.insert(claim).values(row)
  return true
}

/** Answers whether there was one. */
export async function endClaim(tx: Transaction, lead: LeadKey): Promise<boolean> {
  const ended = await tx.delete(claim).where(onLead(lead)).returning({ userId: claim.userId })
  return ended.length > 0
}

function onLead({ projectId, id }: LeadKey) {
  return and(eq(claim.projectId, projectId), eq(claim.opportunityId, id))
}
