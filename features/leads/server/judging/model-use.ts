import { and, eq, lt, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { ModelUse } from '../../contract.ts'
import { modelUse } from '../tables.ts'

/** How long the use of a day is kept. */
const keptMs = 40 * 24 * 3_600_000

/** Returns the current day in UTC. */
export function modelDay({ now }: Pick<Ctx, 'now'>): string {
  return now().toISOString().slice(0, 10)
}

/** Returns how many posts a project has sent today, for users who may read the project. */
export async function readModelUse(ctx: Ctx, { id }: { id: string }): Promise<ModelUse> {
  roleIn(ctx, id)
  const today = and(eq(modelUse.projectId, id), eq(modelUse.day, modelDay(ctx)))
  const [row] = await transaction(ctx, (tx) => tx.select({ posts: modelUse.posts }).from(modelUse).where(today), {
    onlyProject: id,
  })
  return { model: ctx.model?.model ?? null, postsToday: row?.posts ?? 0, postsPerDay: ctx.modelDailyPosts }
}

/** Counts up to `posts` posts of a project as sent today, within its daily limit, and returns how many it counted. */
export async function reservePosts(ctx: Ctx, tx: Transaction, projectId: string, posts: number): Promise<number> {
  const key = { projectId, day: modelDay(ctx) }
  await tx
    .insert(modelUse)
    .values({ ...key, posts: 0 })
    .onConflictDoNothing()
  const own = and(eq(modelUse.projectId, projectId), eq(modelUse.day, key.day))
  const [row] = await tx.select({ posts: modelUse.posts }).from(modelUse).where(own).for('update')
  const granted = Math.max(0, Math.min(posts, ctx.modelDailyPosts - (row?.posts ?? 0)))
  if (granted > 0)
    await tx
      .update(modelUse)
      .set({ posts: sql`${modelUse.posts} + ${granted}` })
      .where(own)
  return granted
}

/** Gives posts back that the model didn't judge, on the day they were counted. */
export async function returnPosts(tx: Transaction, projectId: string, day: string, posts: number): Promise<void> {
  await tx
    .update(modelUse)
    .set({ posts: sql`greatest(0, ${modelUse.posts} - ${posts})` })
    .where(and(eq(modelUse.projectId, projectId), eq(modelUse.day, day)))
}

export async function deleteOldModelUse(ctx: Ctx, tx: Transaction): Promise<void> {
  const oldest = new Date(ctx.now().getTime() - keptMs).toISOString().slice(0, 10)
  await tx.delete(modelUse).where(lt(modelUse.day, oldest))
}
