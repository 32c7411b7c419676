import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { batch, project } from '../db/schema.ts'
import type { Jobs } from '../queue.ts'

/**
 * Brings a look-back to its end. Sent by its last page, with the version that the page was of, and by each of its
 * batches when it is through: whichever comes last finds all done, whatever the order.
 *
 * Once the look-back of the project's own version has read every post, what is left of older versions is withdrawn:
 * their candidates, and the leads among them that nobody decided on or saved. Once its batches are through as well,
 * the project's first scan is over (DECISIONS 16).
 */
export async function settle(ctx: Ctx, { projectId, scanned }: Jobs['settle']): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    // Before anything else, as in writeCandidates; it waits for batches that still write by an older version.
    const [own] = await tx
      .select({ version: project.version, scannedVersion: project.scannedVersion })
      .from(project)
      .where(eq(project.id, projectId))
      .for('no key update')
    if (!own) return
    if (scanned === own.version && own.scannedVersion !== own.version) {
      await tx.update(project).set({ scannedVersion: own.version }).where(eq(project.id, projectId))
    } else if (own.scannedVersion !== own.version) return
    await withdrawOutdated(tx, projectId, own.version)
    await endFirstScan(tx, projectId, now)
  })
}

async function withdrawOutdated(tx: Transaction, projectId: string, version: number): Promise<void> {
  await tx.execute(sql`
    with outdated as materialized (
      select post_id from candidate where project_id = ${projectId} and project_version < ${version}
      order by post_id for update
    )
    delete from candidate c using outdated o where c.project_id = ${projectId} and c.post_id = o.post_id`)
  await tx.execute(sql`
    delete from opportunity o
    where o.project_id = ${projectId} and o.state = 'new' and not o.saved
      and not exists (select from candidate c where c.project_id = o.project_id and c.post_id = o.post_id)`)
}

async function endFirstScan(tx: Transaction, projectId: string, now: Date): Promise<void> {
  const unfinished = tx
    .select()
    .from(batch)
    .where(and(eq(batch.projectId, projectId), isNull(batch.finishedAt)))
  await tx
    .update(project)
    .set({ status: 'done', updatedAt: now })
    .where(and(eq(project.id, projectId), eq(project.status, 'processing'), notExists(unfinished)))
}
