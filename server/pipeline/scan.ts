import { buildFinder } from '@earshot/engine/candidates'
import { asc, gt } from 'drizzle-orm'
import type { Ctx } from '../ctx.ts'
import { type Transaction, transaction } from '../db/database.ts'
import { batch, post } from '../db/schema.ts'
import type { Jobs } from '../queue.ts'
import { type Found, writeCandidates } from './rows/candidates.ts'
import { itemColumns, itemOf } from './rows/items.ts'
import { type Listening, listeningProject } from './rows/listening.ts'

const pageSize = 2000

/**
 * Looks back: one page of all kept posts for one project, then the next one. A page of a version that is no longer
 * the project's own ends its look-back, since the change that outdated it has enqueued another.
 */
export async function lookBack(ctx: Ctx, { projectId, after, version }: Jobs['scan']): Promise<void> {
  const now = ctx.now()
  await transaction(ctx, async (tx) => {
    const project = await listeningProject(tx, projectId)
    if (!project || (version !== undefined && version !== project.version)) return
    const page = await tx
      .select(itemColumns)
      .from(post)
      .where(after === null ? undefined : gt(post.id, after))
      .orderBy(asc(post.id))
      .limit(pageSize)
    const found = findIn(page.map(itemOf), project)
    if (found.length > 0) await writeBatch(ctx, tx, project, found, now)
    const last = page.at(-1)
    if (last && page.length === pageSize) {
      await ctx.queue.send(tx, 'scan', { projectId, after: last.id, version: project.version })
    } else {
      await ctx.queue.send(tx, 'settle', { projectId, scanned: project.version })
    }
  })
}

function findIn(items: ReturnType<typeof itemOf>[], { id, version, profile }: Listening): Found[] {
  const finder = buildFinder([{ id, profile }])
  return items.flatMap((item) =>
    finder.find(item).map(({ projectId, hits }) => ({ projectId, version, postId: item.id, hits })),
  )
}

/** A page found once more by the same version writes nothing and needs no batch. */
async function writeBatch(ctx: Ctx, tx: Transaction, project: Listening, found: Found[], now: Date): Promise<void> {
  const batchId = ctx.id()
  if ((await writeCandidates(tx, batchId, found, now)) === 0) return
  const postIds = found.map(({ postId }) => postId)
  await tx.insert(batch).values({ id: batchId, projectId: project.id, postIds, createdAt: now })
  await ctx.queue.send(tx, 'score', { batchId })
}
