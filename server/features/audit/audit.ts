import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { auditEntry } from '../../db/schema.ts'

export interface AuditEntry {
  projectId: string
  /** What happened, as noun and verb: `keyword.create`. */
  action: string
  subjectId: string
  details?: Record<string, unknown>
}

/** Notes who did what in a project, in the transaction that does it. */
export async function audit(ctx: Ctx, tx: Transaction, entry: AuditEntry): Promise<void> {
  await tx.insert(auditEntry).values({ ...entry, id: ctx.id(), actor: actorName(ctx), createdAt: ctx.now() })
}

function actorName({ actor }: Ctx): string {
  if (actor.kind === 'user') return `user:${actor.userId}`
  return actor.kind === 'job' ? `job:${actor.name}` : 'anonymous'
}
