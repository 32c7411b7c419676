import { removeShells } from '#features/leads/server/index.ts'
import { reduceRssBatches, scrubBatches } from '#features/matching/server/index.ts'
import type { Identity } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { removeBlankPosts } from './blank-posts.ts'
import { forgetPost } from './forget-post.ts'
import { forgetOldForgettings } from './forgettings.ts'
import { settleTombstones, unsettledTombstones } from './tombstones.ts'

/** Longer than any job may run that read a text before it was forgotten and still writes results. */
const longestMs = 15 * 60_000

/**
 * Forgets posts a second time, once all jobs that may have written more of them have ended, and scrubs the batches they
 * arrived in. Can be repeated after a crash at any point.
 */
export async function settleForgotten(ctx: Ctx): Promise<void> {
  await reduceRssBatches(ctx)
  await transaction(ctx, (tx) => forgetOldForgettings(ctx, tx))
  for (const remove of [removeShells, removeBlankPosts]) {
    while ((await transaction(ctx, (tx) => remove(ctx, tx))) > 0) if (ctx.stopping.aborted) return
  }
  const before = new Date(ctx.now().getTime() - longestMs)
  const posts = await transaction(ctx, (tx) => unsettledTombstones(tx, before))
  if (posts.length === 0) return
  const done: Identity[] = []
  for (const { standing, ...post } of posts) {
    if (ctx.stopping.aborted) return
    if (await forgetPost(ctx, post, standing, { isLast: true })) done.push(post)
  }
  if (!(await scrubBatches(ctx, posts))) return
  await transaction(ctx, (tx) => settleTombstones(ctx, tx, done))
}
