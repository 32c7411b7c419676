import { and, eq } from 'drizzle-orm'
import { eraseProjectSoon } from '#features/privacy/server/index.ts'
import { startBackfill } from '#features/watchlist/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { Jobs } from '#platform/server/jobs/queue.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { writeProject } from '../projects.ts'
import { insertLeads } from './insert-leads.ts'
import { readProjectFile } from './project-file.ts'
import { projectFile } from './tables.ts'

/**
 * Adds the posts and leads of an imported project, which then is in lists and gets its first scan, exactly once. A job
 * does it, because requests must not write posts. Until then nothing is matched for the project.
 */
export async function finishImport(ctx: Ctx, { projectId }: Jobs['projectImport']): Promise<void> {
  const isOf = eq(projectFile.projectId, projectId)
  const [stored] = await transaction(ctx, (tx) => tx.select().from(projectFile).where(isOf))
  if (!stored) return
  const file = await readProjectFile(stored.bytes)
  await transaction(ctx, async (tx) => {
    const [mine] = await tx.delete(projectFile).where(isOf).returning({ userId: projectFile.userId })
    if (!mine || !(await lockDraft(tx, projectId))) return
    await insertLeads(ctx, tx, { projectId, ...mine }, { file, bytes: stored.bytes.length })
    await writeProject(ctx, tx, projectId, { status: 'processing' })
    // Last, because all matching waits from here to the commit.
    await startBackfill(ctx, tx, projectId)
  })
}

/** Locks a project until the transaction ends. Returns false if its import is finished, or if it was deleted. */
async function lockDraft(tx: Transaction, projectId: string): Promise<boolean> {
  const isDraft = and(eq(project.id, projectId), eq(project.status, 'draft'))
  const found = await tx.select({ id: project.id }).from(project).where(isDraft).for('no key update')
  return found.length > 0
}

/** Deletes a project whose import can't be finished. */
export async function giveUpImport(ctx: Ctx, { projectId }: Jobs['projectImport']): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (await lockDraft(tx, projectId)) await eraseProjectSoon(ctx, tx, projectId)
  })
}
