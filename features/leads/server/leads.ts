import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import { opportunity } from './tables.ts'

/** The key of an opportunity in its tables. */
export interface LeadKey {
  projectId: string
  id: string
}

/** Returns an opportunity that the actor sees. Throws NotFoundError. */
export async function requireLead(ctx: Ctx, tx: Transaction, id: string): Promise<LeadKey> {
  const [row] = await tx
    .select({ projectId: opportunity.projectId, id: opportunity.id })
    .from(opportunity)
    .where(and(ownProjects(ctx, opportunity.projectId), isSeen(opportunity), eq(opportunity.id, id)))
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}

/**
 * Locks an opportunity of the actor's projects until the transaction ends. Concurrent decisions run one after the
 * other, so that the state matches the row with its user and time. Throws NotFoundError.
 */
export async function lockLeadRow(ctx: Ctx, tx: Transaction, id: string): Promise<LeadKey> {
  const [row] = await tx
    .select({ projectId: opportunity.projectId, id: opportunity.id })
    .from(opportunity)
    .where(and(ownProjects(ctx, opportunity.projectId), isSeen(opportunity), eq(opportunity.id, id)))
    .for('no key update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}
