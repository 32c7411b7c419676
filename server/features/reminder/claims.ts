import type { Claim } from '@earshot/contract/entities/reminder'
import { ApiError } from '@earshot/contract/errors'
import { and, eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { user } from '../../db/schema.ts'
import { claim } from '../../db/work-tables.ts'

interface Lead {
  projectId: string
  id: string
}

/** Who works on a lead; null where nobody does. */
export async function claimOf(tx: Transaction, lead: Lead): Promise<Claim | null> {
  const [row] = await tx
    .select({ userId: claim.userId, email: user.email, since: claim.createdAt })
    .from(claim)
    .innerJoin(user, eq(user.id, claim.userId))
    .where(onLead(lead))
  if (!row) return null
  const { userId: id, email, since } = row
  return { opportunity: lead.id, user: { id, documentId: id, email }, since: since.toISOString() }
}

/**
 * Lets a user work on a lead, of which there is one at a time: throws ConflictError where it is somebody else. To be
 * called with the lead held.
 */
export async function takeClaim(
  ctx: Ctx,
  tx: Transaction,
  lead: Lead,
  userId: string,
): Promise<{ claim: Claim; isNew: boolean }> {
  const taken = await tx
    .insert(claim)
    .values({ projectId: lead.projectId, opportunityId: lead.id, userId, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ userId: claim.userId })
  const standing = await claimOf(tx, lead)
  if (!standing) throw new Error('the claim was not written')
  if (standing.user.id !== userId) {
    throw new ApiError('ConflictError', `${standing.user.email} works on this lead already`)
  }
  return { claim: standing, isNew: taken.length > 0 }
}

/** Answers whether there was one. */
export async function endClaim(tx: Transaction, lead: Lead): Promise<boolean> {
  const ended = await tx.delete(claim).where(onLead(lead)).returning({ userId: claim.userId })
  return ended.length > 0
}

function onLead({ projectId, id }: Lead) {
  return and(eq(claim.projectId, projectId), eq(claim.opportunityId, id))
}
