import { and, eq, inArray } from 'drizzle-orm'
import { apiToken } from '#features/accounts/server/index.ts'
import { subscription } from '#features/billing/server/index.ts'
import { imported } from '#features/matching/server/index.ts'
import { watchlistChanged } from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { writeArchived } from '#platform/server/tenancy/lock-project.ts'
import { member } from '#platform/server/tenancy/tables.ts'

import { removeExportsAbout } from '../export/exports.ts'
import { insertErasure } from './erasures.ts'

/**
 * Makes a project inaccessible and queues its erasure (docs/decisions/0032). Ends all memberships, so the project is no
 * longer found and its streams end, and deactivates it. Call with the project locked. The caller notifies the owners.
 */
export async function eraseProjectSoon(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await requireNoSubscription(ctx, tx, projectId)
  await audit(ctx, tx, { projectId, action: 'project.delete', subjectId: projectId })
  // A running import stops after its current batch, an upload after its current chunk.
  await tx
    .update(imported)
    .set({ state: 'stopped', updatedAt: ctx.now() })
    .where(and(eq(imported.projectId, projectId), inArray(imported.state, ['uploading', 'waiting', 'running'])))
  await removeExportsAbout(tx, projectId)
  await tx.delete(apiToken).where(eq(apiToken.projectId, projectId))
  await tx.delete(member).where(eq(member.projectId, projectId))
  await insertErasure(ctx, tx, { kind: 'project', subjectId: projectId })
  // Last, because matching waits for this lock. Matchers learn from the row that the watchlist is empty.
  await writeArchived(ctx, tx, projectId, true)
  await watchlistChanged(ctx, tx, projectId)
}

/** Throws ConflictError for a running subscription: it would be charged further, with no owner left to cancel it. */
async function requireNoSubscription({ billing }: Ctx, tx: Transaction, projectId: string): Promise<void> {
  if (billing === 'off') return
  const rows = await tx.select().from(subscription).where(eq(subscription.projectId, projectId))
  const runs = rows.some(
    ({ status, scheduledChangeAction }) => status !== 'canceled' && scheduledChangeAction !== 'cancel',
  )
  if (runs)
    throw new ApiError(
      'ConflictError',
      "Cancel this project's subscription first. Otherwise, you would still be charged.",
    )
}
