import type { Ctx } from '#platform/server/ctx.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { undecide } from './decisions.ts'
import { markSaved } from './leads.ts'

/** No longer keeps a lead for later. */
export function unsaveOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.unsave', async (tx, lead) => {
    await markSaved(ctx, tx, lead, false)
    return (await undecide(tx, lead, 'save')) ? {} : null
  })
}
