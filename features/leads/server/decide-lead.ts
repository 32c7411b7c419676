import { requireRight } from '#features/projects/server/rights.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/find.ts'
import { faultOf } from '#platform/server/fault.ts'
import type { Moved, Opportunity } from '../contract.ts'
import { comeForward, holdFamilyOf, lockFamilyOf, settle } from './duplicates/families.ts'
import { holdLead, type LeadKey } from './leads.ts'
import { opportunities } from './opportunities.ts'
import { relearnBest } from './ranking/learn.ts'

/** What changed, for the audit; null where everything was so already. */
export type Change = Record<string, unknown> | null

/** For those seen first to be moved, and counted, for whoever decided, before the job moves them all. */
const headStartSeconds = 2

/** The whole lead, and how the decision moved others. */
export interface DecidedLead {
  data: Opportunity
  meta: { moved: Moved }
}

/**
 * What all decisions about a lead have in common: who may, one transaction, an audit entry if something changed, and
 * the whole lead as the answer. Asking for what is so already is no fault (DECISIONS 14: decisions are nouns). What it
 * teaches moves other leads: those seen first at once, all of them by a job.
 */
export async function decideLead(
  ctx: Ctx,
  id: string,
  action: string,
  work: (tx: Transaction, lead: LeadKey, userId: string) => Promise<Change>,
): Promise<DecidedLead> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const { projectId, changed, data } = await transaction(ctx, async (tx) => {
    await holdFamilyOf(ctx, tx, id)
    const lead = await holdLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'decide')
    const hasCopies = await lockFamilyOf(ctx, tx, id)
    if (hasCopies) await comeForward(tx, lead)
    const details = await work(tx, lead, actor.userId)
    if (hasCopies) await settle(tx, lead)
    if (details) {
      await audit(ctx, tx, { projectId: lead.projectId, action, subjectId: id, details })
      await announce(ctx, tx, 'opportunities', [lead.projectId], id)
      await ctx.queue.send(tx, 'learn', { projectId: lead.projectId }, { afterSeconds: headStartSeconds })
    }
    return { projectId: lead.projectId, changed: details !== null, data: await readOne(ctx, tx, opportunities, id) }
  })
  return { data, meta: { moved: changed ? await movedBy(ctx, projectId) : { up: 0, down: 0 } } }
}

async function movedBy(ctx: Ctx, projectId: string): Promise<Moved> {
  try {
    return await relearnBest(ctx, projectId)
  } catch (error) {
    // The decision stands, and its job moves them all: nobody is to be told that deciding failed.
    ctx.log.warn(faultOf(error), 'leads not moved at once')
    return { up: 0, down: 0 }
  }
}
