import type { Candidate } from '#engine/candidates/candidates.ts'
import { copyKeysOf } from '#engine/duplicates/copy-keys.ts'
import type { Item } from '#engine/item.ts'
import { withNeed } from '#engine/judge/need.ts'
import { withVerdict } from '#engine/judge/with-verdict.ts'
import { feedbackOf, withFeedback } from '#engine/learn/feedback.ts'
import { leastLabel } from '#engine/score/component.ts'
import { scoreItem } from '#engine/score/score.ts'
import { withSimilarity } from '#engine/score/similarity.ts'
import type { Realm } from '#engine/sources.ts'
import { scoreInputs } from '#features/leads/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { ScoredCandidate } from './opportunities.ts'
import { compiledProfiles } from './profiles.ts'

/** A candidate whose item is stored: item.id is the post's ID. */
interface Unjudged extends Candidate {
  item: Item
  realm: Realm
}

/**
 * Scores candidates by the current profiles and user decisions. Decisions change the components and so the order of
 * leads, but never whether a candidate is a lead. Skips projects that are deleted or inactive, and locks the others
 * against deletion until the transaction ends.
 */
export async function scoreCandidates(
  ctx: Ctx,
  tx: Transaction,
  candidates: readonly Unjudged[],
): Promise<ScoredCandidate[]> {
  const projectIds = [...new Set(candidates.map(({ projectId }) => projectId))]
  const profiles = await compiledProfiles(ctx, tx, projectIds)
  const postKeys = candidates.map(({ projectId, item }) => ({ projectId, postId: item.id }))
  // After the profiles: locking their projects assigns the transaction its number (leads/server/ranking/learn.ts).
  const sources = new Map([...profiles].map(([id, { source }]) => [id, source]))
  const { learned, similarityAt, judgmentsAt } = await scoreInputs(ctx, tx, postKeys, sources)
  const now = ctx.now().getTime()
  // Cached, since many projects may match the same item.
  const keys = new Map<string, string[]>()
  const keysOf = (item: Item, realm: Realm) => {
    const known = keys.get(item.id) ?? copyKeysOf(item, realm)
    keys.set(item.id, known)
    return known
  }
  return candidates.flatMap(({ projectId, hits, item, realm }) => {
    const compiled = profiles.get(projectId)
    if (!compiled) return []
    const scored = scoreItem(compiled.profile, item, hits, now)
    const own = learned.get(projectId)
    const { score } = scored
    const { verdict, need } = judgmentsAt({ projectId, postId: item.id })
    const label = verdict?.lead ?? scored.label
    return [
      {
        projectId,
        postId: item.id,
        version: compiled.version,
        hits,
        realm,
        score,
        label,
        postedAt: item.postedAt,
        copyKeys: label < leastLabel ? [] : keysOf(item, realm),
        // Lazy: most candidates aren't leads, and their reasons are never shown.
        get components() {
          const compared = withSimilarity(scored.components, similarityAt({ projectId, postId: item.id }))
          const { components } = withFeedback(compared.components, own ? feedbackOf(own, item) : null)
          const judged = withVerdict({ components, label }, verdict).components
          return need ? withNeed(judged, need).components : judged
        },
      },
    ]
  })
}
