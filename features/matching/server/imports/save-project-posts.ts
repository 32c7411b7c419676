import type { SourceRecord } from '#engine/records/record.ts'
import { identityOf } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { archivedPosts, draftOf, insertPosts } from '../posts/posts.ts'
import { seeReal } from '../posts/realms.ts'
import { pinned, recent } from '../tables.ts'
import { insertImport } from './imports.ts'

/** Posts per batch. */
const postsAtOnce = 500

interface ProjectPosts {
  projectId: string
  createdBy: string | null
  /** What the list of imports shows. */
  name: string
  bytes: number
  records: readonly SourceRecord[]
}

/**
 * Saves the posts of a project that was exported elsewhere as an import of the new project, and queues them for
 * matching. Like other uploads, they are the project's own copies, since their origin is unverified
 * (docs/decisions/0019). Call it before anything is matched for the project. Returns each record's post ID, or null for a
 * forgotten post.
 */
export async function saveProjectPosts(
  ctx: Ctx,
  tx: Transaction,
  { projectId, createdBy, name, bytes, records }: ProjectPosts,
): Promise<(string | null)[]> {
  if (records.length === 0) return []
  const now = ctx.now()
  const about = { projectId, createdBy, name, origin: 'upload', state: 'done', bytesTotal: bytes } as const
  const posts = await archivedPosts(ctx, tx, records, now)
  const itemsKnown = records.length - posts.length
  const textBytes = posts.reduce((sum, post) => sum + Buffer.byteLength(post.title) + Buffer.byteLength(post.body), 0)
  const done = { bytesDone: bytes, linesDone: records.length, itemsNew: posts.length, itemsKnown, textBytes }
  const { id: importId } = await insertImport(ctx, tx, { ...about, ...done, finishedAt: now })
  for (let start = 0; start < posts.length; start += postsAtOnce) {
    const some = posts.slice(start, start + postsAtOnce)
    await insertPosts(tx, some, { projectId, importId })
    const batchId = ctx.id()
    const postIds = some.map(({ id }) => id)
    const batch = { arrivedOn: pinned, id: batchId, source: 'archive', projectId, importId, createdAt: now } as const
    await tx.insert(recent).values({ ...batch, itemCount: postIds.length, postIds })
    await ctx.queue.send(tx, 'candidates', { arrivedOn: pinned, batchId })
  }
  await seeReal(ctx, tx, [projectId])
  const ids = new Map(posts.map((post) => [identityOf(post), post.id]))
  return records.map((record) => ids.get(identityOf(draftOf(record, 'archive'))) ?? null)
}
