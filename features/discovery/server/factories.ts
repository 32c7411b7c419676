import { post } from '#features/posts/server/index.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { leadRun, leadRunResult } from './tables.ts'

let posts = 0

/** Adds a finished run with one result for tests, as its job would. Returns the IDs of both. */
export async function seedLeadRun(
  ctx: Ctx,
  projectId: string,
  overrides: Partial<typeof leadRun.$inferInsert> = {},
): Promise<{ run: string; result: string; post: string }> {
  const [run, result, postId] = [ctx.id(), ctx.id(), ctx.id()]
  const now = ctx.now()
  const dates = { createdAt: now, updatedAt: now }
  const criteria = { audience: [], communities: [], signals: [], competitors: [], days: 30, size: 50 }
  const profile = { name: 'Weldly', website: null, summary: '', keywords: [], competitors: [] }
  const outsideId = BigInt(parseInt('run000', 36) + ++posts)
  await transaction(actingAs(ctx, { kind: 'job', name: 'test' }), async (tx) => {
    await tx.insert(leadRun).values({
      ...{ projectId, id: run, criteria, profile, state: 'done', phase: 'ranking', postsTotal: 1, postsDone: 1 },
      ...{ sources: { api: 1, feed: 0, import: 0 }, candidates: 1, results: 1, startedAt: now, finishedAt: now },
      ...dates,
      ...overrides,
    })
    await tx.insert(post).values({
      ...{ id: postId, outsideId, source: 1, kind: 'post', subreddit: 'Welding', author: 'ida', bodyTruncated: false },
      ...{ title: 'Which pipe welder?', body: 'We need one.', permalink: '/r/Welding/comments/2/', postedAt: now },
      ...dates,
    })
    await tx.insert(leadRunResult).values({
      ...{ projectId, id: result, runId: run, postId, rank: 1, score: 61, label: 3, postedAt: now },
      components: [
        { name: 'fit', points: 20, reasons: [{ kind: 'words', text: 'Mentions pipe', points: 20, spans: [] }] },
      ],
      ...dates,
    })
  })
  return { run, result, post: postId }
}
