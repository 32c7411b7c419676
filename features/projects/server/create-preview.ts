import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { buildFinder } from '#engine/candidates/candidates.ts'
import { compileProfile, type Scored, scoreItem } from '#engine/score/score.ts'
import { type Realm, shownSources, sources } from '#engine/sources.ts'
import { isLead, newestShared, presentHit, type SharedItem } from '#features/matching/server/index.ts'
import { firstRealm } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Preview, PreviewCreate } from '../contract.ts'

/** Posts that are looked through at most, and for how long; others who wait get their turn after each stretch of them. */
const postsMost = 2_000
const budgetMs = 250
const stretch = 100
const examplesMost = 5
/** From this label on a post is on the topic, though no lead. */
const closeLabel = 1
/** One person's in ten minutes. */
const attempts = 120

/**
 * What a project would find among the newest posts that are for all; nothing is kept. Looks through fewer where time
 * runs out, and says through how many.
 */
export async function createPreview(ctx: Ctx, input: z.output<typeof PreviewCreate>): Promise<Preview> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  await spend(ctx, [{ key: `previews of ${actor.userId}`, attempts, minutes: 10 }])
  const profile = { name: '', website: null, ...input }
  const shared = await transaction(ctx, async (tx) => {
    const of = (realm: Realm) => newestShared(tx, shownSources({ realm, sources }), postsMost)
    const real = await of('real')
    // A project leaves the sandbox with what is real, so that where there is such, it is what is looked through.
    return real.length === 0 && firstRealm(ctx) === 'sandbox' ? of('sandbox') : real
  })
  const finder = buildFinder([{ id: 'preview', profile }])
  const compiled = compileProfile(profile)
  const began = ctx.now().getTime()
  const hits: (SharedItem & Scored)[] = []
  let read = 0
  for (const each of shared) {
    if (read % stretch === stretch - 1) {
      await setImmediate()
      if (ctx.now().getTime() - began > budgetMs) break
    }
    read++
    const [candidate] = finder.find(each.item, { now: began })
    if (!candidate) continue
    const scored = scoreItem(compiled, each.item, candidate.hits, began)
    if (scored.label >= closeLabel) hits.push({ ...each, ...scored.explained() })
  }
  const found = hits.filter(isLead).length
  hits.sort((a, b) => Number(isLead(b)) - Number(isLead(a)) || b.score - a.score)
  return { read, found, close: hits.length - found, examples: hits.slice(0, examplesMost).map(presentHit) }
}
