import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'

/** A transaction that sees one project of the actor's and no other, for questions about what belongs to it. */
export function oneProject<T>(ctx: Ctx, projectId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return ctx.db.run('earshot_web', [projectId], work)
}
