import type { Ctx } from '../ctx.ts'
import { undecide } from '../features/opportunity/decisions.ts'
import { markSaved } from '../features/opportunity/leads.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'

/** No longer keeps a lead for later. */
export function unsaveOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.unsave', async (tx, lead) => {
    await markSaved(ctx, tx, lead, false)
    return (await undecide(tx, lead, 'save')) ? {} : null
  })
}
