import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { buildFinder, type Hit } from '#engine/candidates/candidates.ts'
import { isTooCommon } from '#engine/candidates/common-keywords.ts'
import type { Profile } from '#engine/item.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'
import { shownSources } from '#engine/sources.ts'
import { healthDays, type KeywordPreview, type KeywordPreviewCreate } from '#features/watchlist/contract.ts'
import {
  keyword,
  readActiveProjects,
  requireReadable,
  requireSupportedLanguage,
} from '#features/watchlist/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { itemsOf, permalinksOf, type SampledItem, sampleRecent } from '../posts/recent-sample.ts'
import { PreviewTally } from './preview-tally.ts'
import { isLead, presentHit } from './sample-hit.ts'

/** Batches between two checks of the time budget, and the budget in ms. */
const batchesEach = 20
const budgetMs = 350
/** The most matches to score, and to show. */
const judgedMost = 200
const samplesMost = 5
/** Attempts per user in ten minutes. */
const attempts = 240

interface Find extends SampledItem {
  hits: Hit[]
}

/**
 * Previews a keyword on recent arrivals that the project may see, compared with its watchlist; stores nothing. Reads a
 * sample of large amounts, and less if time runs out. Unread days don't count as covered.
 */
export async function previewKeyword(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof KeywordPreviewCreate> },
): Promise<KeywordPreview> {
  const { actor } = ctx
  roleIn(ctx, id)
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  requireReadable([data.query], () => ['query'])
  requireSupportedLanguage(data.language)
  await spend(ctx, [{ key: `keyword previews of ${actor.userId}`, attempts, minutes: 10 }])
  return transaction(ctx, (tx) => buildPreview(ctx, tx, id, data), { onlyProject: id })
}

async function buildPreview(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  { query, insteadOf, ...limits }: z.output<typeof KeywordPreviewCreate>,
): Promise<KeywordPreview> {
  const now = ctx.now()
  const project = (await readActiveProjects(tx, sql`p.id = ${id}`))[0]
  if (!project) throw new ApiError('NotFoundError', 'Not Found')
  const replaced = insteadOf === null ? query : ((await queryOf(tx, id, insteadOf)) ?? query)
  const others = without(project.profile, [replaced, query])
  const own: Profile = { ...others, keywords: [query], keywordLimits: [{ keyword: query, ...limits }] }
  const alone = buildFinder([{ id, profile: { ...own, competitors: [], competitorNames: [] } }])
  const rest = buildFinder([{ id, profile: others }])

  const tally = new PreviewTally(now)
  const finds: Find[] = []
  const seen = new Set<string>()
  const { total, batches } = await sampleRecent(
    tx,
    { id, sources: shownSources(project.seeing) },
    { now, days: healthDays },
  )
  const startedAt = performance.now()
  let read = 0
  while (read < batches.length && performance.now() - startedAt < budgetMs) {
    for (const sampled of await itemsOf(tx, batches.slice(read, read + batchesEach))) {
      const { item, weight, draft } = sampled
      // A live arrival has no ID yet, and may have arrived twice.
      const key = draft?.permalink ?? item.id
      if (seen.has(key)) continue
      seen.add(key)
      const at = item.postedAt ?? now.getTime()
      tally.countRead(at)
      const hits = alone.find(item, { now: now.getTime() })[0]?.hits
      if (!hits?.some(({ kind }) => kind === 'keyword')) continue
      tally.countHit(at, weight, item.subreddit, rest.find(item, { now: now.getTime() })[0]?.hits ?? [])
      if (finds.length < judgedMost) finds.push({ ...sampled, hits })
    }
    read = Math.min(read + batchesEach, batches.length)
    await setImmediate()
  }
  return {
    ...tally.result(batches.length / Math.max(1, read)),
    ...(await judge(tx, own, finds)),
    total,
    tooCommon: isTooCommon(query, limits),
  }
}

/** Scores the matches as the project would, and returns the best as samples. */
async function judge(
  tx: Transaction,
  profile: Profile,
  finds: readonly Find[],
): Promise<Pick<KeywordPreview, 'judged' | 'leads' | 'samples'>> {
  const compiled = compileProfile(profile)
  const judged = finds
    .map((find) => ({ ...find, ...scoreItem(compiled, find.item, find.hits).explained() }))
    .toSorted((a, b) => Number(isLead(b)) - Number(isLead(a)) || b.score - a.score)
  const best = judged.slice(0, samplesMost)
  const stored = await permalinksOf(
    tx,
    best.filter(({ draft }) => draft === null).map(({ item }) => item.id),
  )
  return {
    judged: judged.length,
    leads: judged.filter(isLead).length,
    samples: best.map((find) =>
      presentHit({ ...find, permalink: find.draft?.permalink ?? stored.get(find.item.id) ?? '' }),
    ),
  }
}

async function queryOf(tx: Transaction, projectId: string, id: string): Promise<string | undefined> {
  const own = and(eq(keyword.projectId, projectId), eq(keyword.id, id))
  return (await tx.select({ query: keyword.query }).from(keyword).where(own))[0]?.query
}

/** Returns the watchlist without these keywords. */
function without(profile: Profile, queries: readonly string[]): Profile {
  const excluded = new Set(queries.map((query) => query.toLowerCase()))
  const isKept = (query: string) => !excluded.has(query.toLowerCase())
  return {
    ...profile,
    keywords: profile.keywords.filter(isKept),
    keywordLimits: profile.keywordLimits?.filter(({ keyword: limited }) => isKept(limited)) ?? [],
  }
}
