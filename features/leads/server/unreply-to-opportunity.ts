import type { Ctx } from '#platform/server/ctx.ts'
import { type DecidedLead, decideLead } from './decide-lead.ts'
import { undecide } from './decisions.ts'
import { returnLead } from './leads.ts'

/** Takes the note of a reply back: the lead is in the inbox again. */
export function unreplyToOpportunity(ctx: Ctx, { id }: { id: string }): Promise<DecidedLead> {
  return decideLead(ctx, id, 'opportunity.unreply', async (tx, lead) => {
    await returnLead(ctx, tx, lead, 'replied')
    return (await undecide(tx, lead, 'reply')) ? {} : null
  })
}
