import type { Candidate } from '@earshot/engine/candidates'
import type { Item } from '@earshot/engine/item'
import { scoreItem } from '@earshot/engine/score'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import type { Judged } from './opportunities.ts'
import { compiledProfiles } from './profiles.ts'

/** A candidate whose item stands in post: item.id is its id there. */
interface Unjudged extends Candidate {
  item: Item
}

/**
 * Scores candidates by the profiles of this instant. A project that is gone by now, or listens no more, is left out;
 * the others are kept from going until the transaction ends.
 */
export async function judge(ctx: Ctx, tx: Transaction, candidates: readonly Unjudged[]): Promise<Judged[]> {
  const profiles = await compiledProfiles(ctx, tx, [...new Set(candidates.map(({ projectId }) => projectId))])
  const now = ctx.now().getTime()
  return candidates.flatMap(({ projectId, hits, item }) => {
    const compiled = profiles.get(projectId)
    if (!compiled) return []
    const scored = scoreItem(compiled.profile, item, hits, now)
    return [{ projectId, postId: item.id, version: compiled.version, hits, ...scored, postedAt: item.postedAt }]
  })
}
