import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { buildFinder, type Hit, isListed } from '#engine/candidates/candidates.ts'
import { isTooCommon } from '#engine/candidates/common-keywords.ts'
import type { Profile } from '#engine/item.ts'
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
  const profile = { ...unnamed, ...input, summary: summaryOf(input) }
  const proposed = { ...unnamed, ...input.proposed }
  const shared = await transaction(ctx, async (tx) =>
    sampleShared(tx, shownSources(await firstSeeing(ctx, tx, input.website)), postsMost),
  )
  const finder = buildFinder([
    { id: 'preview', profile },
    { id: 'proposed', profile: proposed },
  ])
  const tally = new HitTally([profile, proposed])
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
    const candidates = finder.find(each.item, { now: startedAt })
    tally.count(candidates.flatMap((candidate) => candidate.hits))
    const candidate = candidates.find(({ projectId }) => projectId === 'preview')
    if (!candidate) continue
    const scored = scoreItem(compiled, each.item, candidate.hits)
    if (scored.label >= closeLabel) hits.push({ ...each, ...scored.explained() })
  }
  const found = hits.filter(isLead).length
  hits.sort((a, b) => Number(isLead(b)) - Number(isLead(a)) || b.score - a.score)
  const examples = hits.slice(0, examplesMost).map(presentHit)
  return {
    read,
    total: Math.max(read, shared.total),
    found,
    close: hits.length - found,
    examples,
    hits: tally.result(),
  }
}

const unnamed: Profile = { name: '', website: null, summary: '', keywords: [], competitors: [] }

/** Returns the summary with audience and pains, as it is read for a project (readActiveProjects). */
function summaryOf({ summary, audience, pains }: z.output<typeof PreviewCreate>): string {
  return [summary, audience.join(', '), pains.join('.\n')].filter((part) => part !== '').join('\n')
}

/** Counts the posts with each keyword and competitor. */
class HitTally {
  private readonly counts = new Map<string, Preview['hits'][number]>()

  constructor(profiles: readonly Profile[]) {
    for (const { keywords, competitors } of profiles) {
      for (const phrase of keywords) this.add('keyword', phrase, isTooCommon(phrase))
      for (const phrase of competitors) this.add('competitor', phrase, false)
    }
  }

  private add(kind: 'keyword' | 'competitor', phrase: string, tooCommon: boolean): void {
    this.counts.set(`${kind} ${phrase}`, { kind, phrase, hits: 0, tooCommon })
  }

  /** Counts one post by the hits in it. */
  count(found: readonly Hit[]): void {
    for (const key of new Set(found.filter(isListed).map(({ kind, phrase }) => `${kind} ${phrase}`))) {
      const counted = this.counts.get(key)
      if (counted) counted.hits++
    }
  }

  result(): Preview['hits'] {
    return [...this.counts.values()]
  }
}
