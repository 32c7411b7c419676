import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { decide } from './decisions.ts'
import { moveLead } from './leads.ts'

/** Notes that somebody has answered a lead on Reddit; a rejected lead has to be taken back first. */
export function replyToOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.reply', async (tx, lead, userId) => {
    const moved = await moveLead(ctx, tx, lead, 'replied')
    if (!moved) throw new ApiError('ConflictError', 'This lead is already rejected: undo that first')
    return (await decide(ctx, tx, lead, { kind: 'reply', userId })) ? {} : null
  })
}
