import type { Candidate } from '#engine/candidates/candidates.ts'
import type { Item } from '#engine/item.ts'
import { writeMentions } from '#features/mentions/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ScoredCandidate } from './opportunities.ts'

/** Writes the mentions of new and changed candidates, with the items they were found in. */
export function upsertMentions(
  ctx: Ctx,
  tx: Transaction,
  changed: readonly ScoredCandidate[],
  found: readonly (Candidate & { item: Item })[],
): Promise<void> {
  const items = new Map(found.map(({ item }) => [item.id, item]))
  return writeMentions(
    ctx,
    tx,
    changed.map(({ projectId, postId, version, hits }) => ({
      projectId,
      postId,
      version,
      hits,
      item: items.get(postId)!,
    })),
  )
}
