import { and, eq, inArray } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { LeadKey } from './leads.ts'
import { leadRead } from './tables.ts'

/** Returns the ids of those leads that a user has read. */
export async function readBy(tx: Transaction, userId: string, leads: readonly LeadKey[]): Promise<Set<string>> {
  if (leads.length === 0) return new Set()
  const rows = await tx
    .select({ id: leadRead.opportunityId })
    .from(leadRead)
    .where(
      and(
        inArray(leadRead.projectId, [...new Set(leads.map((lead) => lead.projectId))]),
        eq(leadRead.userId, userId),
        inArray(
          leadRead.opportunityId,
          leads.map((lead) => lead.id),
        ),
      ),
    )
  return new Set(rows.map(({ id }) => id))
}
