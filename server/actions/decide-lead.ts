import type { Opportunity } from '@earshot/contract/entities'
import { ApiError } from '@earshot/contract/errors'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { readOne } from '../db/find.ts'
import { announce } from '../events.ts'
import { audit } from '../features/audit/audit.ts'
import { holdLead, type LeadKey } from '../features/opportunity/leads.ts'
import { opportunities } from '../features/opportunity/opportunities.ts'
import { requireRight } from '../features/project/rights.ts'

/** What changed, for the audit; null where everything was so already. */
export type Change = Record<string, unknown> | null

/**
 * What all decisions about a lead have in common: who may, one transaction, an audit entry if something changed, and
 * the whole lead as the answer. Asking for what is so already is no fault (DECISIONS 14: decisions are nouns).
 */
export function decideLead(
  ctx: Ctx,
  id: string,
  action: string,
  work: (tx: Transaction, lead: LeadKey, userId: string) => Promise<Change>,
): Promise<Opportunity> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  return transaction(ctx, async (tx) => {
    const lead = await holdLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const details = await work(tx, lead, actor.userId)
    if (details) {
      await audit(ctx, tx, { projectId: lead.projectId, action, subjectId: id, details })
      await announce(ctx, tx, 'opportunities', [lead.projectId], id)
    }
    return readOne(ctx, tx, opportunities, id)
  })
}
