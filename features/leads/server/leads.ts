import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
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
export async function lockLeadRow(ctx: Ctx, tx: Transaction, id: string): Promise<LeadKey> {
  const [row] = await tx
    .select({ projectId: opportunity.projectId, id: opportunity.id })
    .from(opportunity)
    .where(and(ownProjects(ctx, opportunity.projectId), isSeen(opportunity), eq(opportunity.id, id)))
    .for('no key update')
  if (!row) throw new ApiError('NotFoundError', 'Not Found')
  return row
}
