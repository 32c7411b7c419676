import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { RejectionReason } from '../contract.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { decide } from './decisions.ts'
import { moveLead } from './leads.ts'

/** Says that a lead is none, and why. Another reason replaces the first; a lead replied to can't be rejected. */
export function rejectOpportunity(
  ctx: Ctx,
  { id, reason }: { id: string; reason: RejectionReason },
): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.reject', async (tx, lead, userId) => {
    const moved = await moveLead(ctx, tx, lead, 'rejected')
    if (!moved) throw new ApiError('ConflictError', 'This lead is already marked as replied: undo that first')
    return (await decide(ctx, tx, lead, { kind: 'rejection', userId, reason })) ? { reason } : null
  })
}
