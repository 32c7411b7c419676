import type { Ctx } from './ctx.ts'
import type { Transaction } from './database/database.ts'
import { auditEntry } from './database/tables.ts'

export interface AuditEntry {
  projectId: string
  /** The action as noun and verb: `keyword.create`. */
  action: string
  subjectId: string
  details?: Record<string, unknown>
}

/** Records who did what in a project, in the transaction that does it. */
export async function audit(ctx: Ctx, tx: Transaction, entry: AuditEntry): Promise<void> {
  const { actor } = ctx
  // Marks actions of an API token, and names the internal admin who acts as the user.
  const token = actor.kind === 'user' && actor.token ? { apiToken: actor.token.id } : {}
  const admin = actor.kind === 'user' && actor.acting ? { admin: actor.acting.admin } : {}
  const details = { ...entry.details, ...token, ...admin }
  await tx.insert(auditEntry).values({ ...entry, details, id: ctx.id(), actor: actorName(ctx), createdAt: ctx.now() })
}

/** Returns an update's changed fields with old and new values, for the row's history. */
export function changeDetails<Row extends object>(
  was: Row,
  is: Row,
  changed: readonly string[],
): { changed: readonly string[]; was: object; is: object } {
  const only = (row: Row) => Object.fromEntries(Object.entries(row).filter(([field]) => changed.includes(field)))
  return { changed, was: only(was), is: only(is) }
}

function actorName({ actor }: Ctx): string {
  if (actor.kind === 'user') return `user:${actor.userId}`
  return actor.kind === 'job' ? `job:${actor.name}` : actor.kind
}
