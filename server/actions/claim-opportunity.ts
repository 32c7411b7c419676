import type { Claim } from '@earshot/contract/entities/reminder'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { announce } from '../events.ts'
import { audit } from '../features/audit/audit.ts'
import { signedInId } from '../features/identity/people.ts'
import { findLead, holdLead } from '../features/opportunity/leads.ts'
import { requireRight } from '../features/project/rights.ts'
import { claimOf, endClaim, takeClaim } from '../features/reminder/claims.ts'

/** Who works on a lead; null where nobody does. */
export async function readClaim(ctx: Ctx, { id }: { id: string }): Promise<Claim | null> {
  return transaction(ctx, async (tx) => claimOf(tx, await findLead(ctx, tx, id)))
}

/** The actor works on a lead from now on. Throws ConflictError where somebody else does. */
export async function claimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Claim> {
  const userId = signedInId(ctx)
  return transaction(ctx, async (tx) => {
    const lead = await holdLead(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    const { claim, isNew } = await takeClaim(ctx, tx, lead, userId)
    if (isNew) {
      await audit(ctx, tx, { projectId, action: 'opportunity.claim', subjectId: id })
      await announce(ctx, tx, 'opportunities', [projectId], id)
    }
    return claim
  })
}

/** Nobody works on a lead any more, whoever did: somebody may be ill. Nobody doing so is no fault. */
export async function unclaimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return transaction(ctx, async (tx) => {
    const lead = await holdLead(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    if (!(await endClaim(tx, lead))) return
    await audit(ctx, tx, { projectId, action: 'opportunity.unclaim', subjectId: id })
    await announce(ctx, tx, 'opportunities', [projectId], id)
  })
}
