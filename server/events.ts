import type { EventKind } from '@earshot/contract/events'
import type { Ctx } from './ctx.ts'
import type { Transaction } from './db/database.ts'
import { event } from './db/schema.ts'

/** Tells open screens of these projects that something of this kind changed, once the transaction is committed. */
export async function announce(
  ctx: Ctx,
  tx: Transaction,
  kind: EventKind,
  projectIds: readonly string[],
  subjectId: string | null = null,
): Promise<void> {
  if (projectIds.length === 0) return
  const createdAt = ctx.now()
  await tx.insert(event).values(projectIds.map((projectId) => ({ projectId, kind, subjectId, createdAt })))
}
