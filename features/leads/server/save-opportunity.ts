import type { Ctx } from '#platform/server/ctx.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { decide } from './decisions.ts'
import { markSaved } from './leads.ts'

/** Keeps a lead for later, whatever else is decided about it. */
export function saveOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.save', async (tx, lead, userId) => {
    await markSaved(ctx, tx, lead, true)
    return (await decide(ctx, tx, lead, { kind: 'save', userId })) ? {} : null
  })
}
