import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { buildFinder } from '#engine/candidates/candidates.ts'
import { compileProfile, type Scored, scoreItem } from '#engine/score/score.ts'
import { shownSources } from '#engine/sources.ts'
import { isLead, presentHit, type SharedItem, sampleShared } from '#features/matching/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Preview, PreviewCreate } from '../contract.ts'
import { firstSeeing } from './first-seeing.ts'

/** Limits of a preview: posts, time in ms, and posts between pauses that let other requests run. */
const postsMost = 2_000
const budgetMs = 250
const pauseEvery = 100
const examplesMost = 5
/** From this label on, a post is on topic even if it is no lead. */
const closeLabel = 1
/** Previews per user in ten minutes. */
const attempts = 120

/**
 * Returns what a project would find in a sample of the shared posts; stores nothing. Stops early when time runs out, and
 * reports how many posts it scanned, of how many.
 */
export async function createPreview(ctx: Ctx, input: z.output<typeof PreviewCreate>): Promise<Preview> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  await spend(ctx, [{ key: `previews of ${actor.userId}`, attempts, minutes: 10 }])
  const profile = { name: '', ...input }
  const shared = await transaction(ctx, async (tx) =>
    sampleShared(tx, shownSources(await firstSeeing(ctx, tx, input.website)), postsMost),
  )
  const finder = buildFinder([{ id: 'preview', profile }])
  const compiled = compileProfile(profile)
  const startedAt = ctx.now().getTime()
  const hits: (SharedItem & Scored)[] = []
  let read = 0
  for (const each of shared.items) {
    if (read % pauseEvery === pauseEvery - 1) {
      await setImmediate()
      if (ctx.now().getTime() - startedAt > budgetMs) break
    }
    read++
    const [candidate] = finder.find(each.item, { now: startedAt })
    if (!candidate) continue
    const scored = scoreItem(compiled, each.item, candidate.hits)
    if (scored.label >= closeLabel) hits.push({ ...each, ...scored.explained() })
  }
  const found = hits.filter(isLead).length
  hits.sort((a, b) => Number(isLead(b)) - Number(isLead(a)) || b.score - a.score)
  const examples = hits.slice(0, examplesMost).map(presentHit)
  return { read, total: Math.max(read, shared.total), found, close: hits.length - found, examples }
}
