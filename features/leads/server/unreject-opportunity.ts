import type { Ctx } from '#platform/server/ctx.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { undecide } from './decisions.ts'
import { returnLead } from './leads.ts'

/** Takes a rejection back: the lead is in the inbox again. */
export function unrejectOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.unreject', async (tx, lead) => {
    await returnLead(ctx, tx, lead, 'rejected')
    return (await undecide(tx, lead, 'rejection')) ? {} : null
  })
}
