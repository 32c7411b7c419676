import { setImmediate } from 'node:timers/promises'
import type { PreviewCreate } from '@earshot/contract/endpoints/website'
import type { Component } from '@earshot/contract/entities'
import { ApiError } from '@earshot/contract/errors'
import type { Preview, SampleHit } from '@earshot/contract/website'
import { buildFinder } from '@earshot/engine/candidates'
import { compileProfile, type Scored, scoreItem } from '@earshot/engine/score'
import { snippet } from '@earshot/engine/snippet'
import type { z } from 'zod'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { spend } from '../features/identity/throttle.ts'
import { newestShared, type SharedItem } from '../pipeline/rows/newest-shared.ts'
import { leastLabel } from '../pipeline/rows/opportunities.ts'

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
  const shared = await transaction(ctx, (tx) => newestShared(tx, postsMost))
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
    if (scored.label >= closeLabel) hits.push({ ...each, ...scored })
  }
  const found = hits.filter(isLead).length
  hits.sort((a, b) => Number(isLead(b)) - Number(isLead(a)) || b.score - a.score)
  return { read, found, close: hits.length - found, examples: hits.slice(0, examplesMost).map(presentHit) }
}

function isLead({ label }: Scored): boolean {
  return label >= leastLabel
}

function presentHit(hit: SharedItem & Scored): SampleHit {
  const { item, permalink, components } = hit
  const { title, kind, subreddit, body, postedAt } = item
  return {
    ...{ isLead: isLead(hit), title, kind, subreddit, permalink },
    postedAt: postedAt === null ? null : new Date(postedAt).toISOString(),
    titleMarks: titleMarks(components),
    snippet: snippet(title, body, components),
  }
}

/** Where the words of the title stand that earned points, in the order of reading, without overlaps. */
function titleMarks(components: readonly Component[]): [number, number][] {
  const spans = components
    .flatMap(({ reasons }) => reasons.filter(({ points }) => points > 0).flatMap((reason) => reason.spans))
    .filter(({ field }) => field === 'title')
    .sort((a, b) => a.start - b.start)
  const marks: [number, number][] = []
  for (const { start, end } of spans) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else marks.push([start, end])
  }
  return marks
}
