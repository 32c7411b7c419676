import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { phraseVersion, project } from '../../db/schema.ts'

/**
 * To be called by whatever changes what a project listens for, in its transaction: the project gets its next version
 * and is scanned again, and every matcher learns that phrases have changed (DESIGN 4).
 */
export async function listeningChanged(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  const rescanned = sql`case when ${project.status} in ('draft', 'done') then 'processing' else ${project.status} end`
  await tx
    .update(project)
    .set({ version: sql`${project.version} + 1`, status: rescanned, updatedAt: ctx.now() })
    .where(eq(project.id, projectId))
  await startListening(ctx, tx, projectId)
}

/** The part of it that a new project needs too: its first version is the one it was written with. */
export async function startListening(ctx: Ctx, tx: Transaction, projectId: string): Promise<void> {
  await tx.update(phraseVersion).set({ version: sql`${phraseVersion.version} + 1` })
  await ctx.queue.send(tx, 'scan', { projectId, after: null })
}
