import { signedInId } from '#features/accounts/server/people.ts'
import { requireRight } from '#features/projects/server/rights.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import type { Opportunity } from '../contract.ts'
import { endClaim, takeClaim } from './claims.ts'
import { comeForward, holdFamilyOf, lockFamilyOf, settle } from './duplicates/families.ts'
import { holdLead, type LeadKey } from './leads.ts'
import { opportunities } from './opportunities.ts'

/** The actor works on a lead from now on. Throws ConflictError where somebody else does. */
export function claimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  const userId = signedInId(ctx)
  return changeClaim(ctx, id, 'opportunity.claim', (tx, lead) => takeClaim(ctx, tx, lead, userId))
}

/** Nobody works on a lead any more, whoever did: somebody may be ill. Nobody doing so is no fault. */
export function unclaimOpportunity(ctx: Ctx, { id }: { id: string }): Promise<Opportunity> {
  return changeClaim(ctx, id, 'opportunity.unclaim', endClaim)
}

/** As with decisions, of copies of one text the one that somebody works on is seen; but it teaches nothing. */
async function changeClaim(
  ctx: Ctx,
  id: string,
  action: string,
  work: (tx: Transaction, lead: LeadKey) => Promise<boolean>,
): Promise<Opportunity> {
  return transaction(ctx, async (tx) => {
    await holdFamilyOf(ctx, tx, id)
    const lead = await holdLead(ctx, tx, id)
    const { projectId } = lead
    requireRight(ctx, projectId, 'changeOutreach')
    const hasCopies = await lockFamilyOf(ctx, tx, id)
    if (hasCopies) await comeForward(tx, lead)
    const isChanged = await work(tx, lead)
    if (hasCopies) await settle(tx, lead)
    if (isChanged) {
      await audit(ctx, tx, { projectId, action, subjectId: id })
      await announce(ctx, tx, 'opportunities', [projectId], id)
    }
    return readOne(ctx, tx, opportunities, id)
  })
}
