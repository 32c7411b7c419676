import type { Candidate } from '#engine/candidates/candidates.ts'
import { copyKeysOf } from '#engine/duplicates/copy-keys.ts'
import { headlineOf } from '#engine/explain/headline.ts'
import type { Item } from '#engine/item.ts'
import { withJudgments, withVerdictSentence } from '#engine/judge/with-judgments.ts'
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
 * Scores candidates by the current profiles and by what the judges answered on them. Similarity in meaning changes the
 * components and so the order of leads, but never whether a candidate is a lead. Skips projects that are deleted or
 * inactive, and locks the others against deletion until the transaction ends.
 */
export async function scoreCandidates(
  ctx: Ctx,
  tx: Transaction,
  candidates: readonly Unjudged[],
): Promise<ScoredCandidate[]> {
  const projectIds = [...new Set(candidates.map(({ projectId }) => projectId))]
  const profiles = await compiledProfiles(ctx, tx, projectIds)
  const postKeys = candidates.map(({ projectId, item }) => ({ projectId, postId: item.id }))
  const sources = new Map([...profiles].map(([id, { source }]) => [id, source]))
  const { similarityAt, judgmentsAt } = await scoreInputs(ctx, tx, postKeys, sources)
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
    const postKey = { projectId, postId: item.id }
    const judgments = judgmentsAt(postKey)
    const scored = withJudgments(scoreItem(compiled.profile, item, hits), judgments)
    const { score, label } = scored
    return [
      {
        ...postKey,
        version: compiled.version,
        hits,
        realm,
        score,
        label,
        postedAt: item.postedAt,
        copyKeys: label < leastLabel ? [] : keysOf(item, realm),
        // Lazy: most candidates aren't leads, and their reasons are never shown.
        get components() {
          return withSimilarity(scored.components, similarityAt(postKey)).components
        },
        get sentence() {
          return withVerdictSentence(item, headlineOf(compiled.profile, item, hits), judgments.verdict)
        },
      },
    ]
  })
}
