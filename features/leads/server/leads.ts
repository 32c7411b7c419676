import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { isSeen } from '#features/matching/server/seen.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/find.ts'
import type { OpportunityState } from '../contract.ts'
import { opportunity } from './tables.ts'

/** What names an opportunity in its tables. */
export interface LeadKey {
  projectId: string
  id: string
}

/**
 * The opportunity of the actor's projects behind an id, held until the transaction ends: of two decisions at once, one
 * follows the other, and the state and the row that says who and when agree. Throws NotFoundError.
 */
export async function holdLead(ctx: Ctx, tx: Transaction, id: string): Promise<LeadKey> {
  const [row] = await tx
    .select({ projectId: opportunity.projectId, id: opportunity.id })
    .from(opportunity)
    .where(and(ownProjects(ctx, opportunity.projectId), isSeen(opportunity), eq(opportunity.id, id)))
    .for('no key update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/**
 * Moves a lead from the inbox to a state. A lead that is there already stays.
 * Answers false where it is in a third state: somebody decided otherwise.
 */
export async function moveLead(
  ctx: Ctx,
  tx: Transaction,
  lead: LeadKey,
  state: Exclude<OpportunityState, 'new'>,
): Promise<boolean> {
  const moved = await tx
    .update(opportunity)
    .set({ state, updatedAt: sql`case when ${opportunity.state} = 'new' then ${stamp(ctx)} else updated_at end` })
    .where(and(same(lead), inArray(opportunity.state, ['new', state])))
    .returning({ id: opportunity.id })
  return moved.length > 0
}

/** Takes a lead back to the inbox if it is in that state. */
export async function returnLead(ctx: Ctx, tx: Transaction, lead: LeadKey, from: OpportunityState): Promise<void> {
  await tx
    .update(opportunity)
    .set({ state: 'new', updatedAt: ctx.now() })
    .where(and(same(lead), eq(opportunity.state, from)))
}

export async function markSaved(ctx: Ctx, tx: Transaction, lead: LeadKey, saved: boolean): Promise<void> {
  await tx
    .update(opportunity)
    .set({ saved, updatedAt: ctx.now() })
    .where(and(same(lead), ne(opportunity.saved, saved)))
}

function same(lead: LeadKey) {
  return and(eq(opportunity.projectId, lead.projectId), eq(opportunity.id, lead.id))
}

function stamp(ctx: Ctx) {
  return sql`${ctx.now().toISOString()}::timestamptz`
}
