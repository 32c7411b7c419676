import { setImmediate } from 'node:timers/promises'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { buildFinder, type Hit } from '#engine/candidates/candidates.ts'
import { isTooCommon } from '#engine/candidates/common-keywords.ts'
import { healthDays } from '#engine/candidates/health-days.ts'
import type { Item, Profile } from '#engine/item.ts'
import { compileProfile, scoreItem } from '#engine/score/score.ts'
import { type Source, shownSources } from '#engine/sources.ts'
import type { KeywordPreview, KeywordPreviewCreate } from '#features/watchlist/contract.ts'
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
import { sampleImports } from '../posts/sample-imports.ts'
import { PreviewTally } from './preview-tally.ts'
import { isLead, presentHit } from './sample-hit.ts'
import { searchImports } from './search-imports.ts'

/** Batches between two checks of the time budget, and the budget in ms. */
const batchesEach = 20
const budgetMs = 350
/** The most imported posts to search. */
const searchedMost = 50_000
/** The most matches to score, and to show. */
const judgedMost = 200
const samplesMost = 5
/** Attempts per user in ten minutes. */
const attempts = 240

interface Find extends Pick<SampledItem, 'item' | 'draft'> {
  hits: Hit[]
}

/**
 * Previews a keyword on recent arrivals and imports that the project may see, compared with its watchlist; stores
 * nothing. Reads a sample of large amounts, and less if time runs out. Unread days don't count as covered.
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
  const sources = shownSources(project.seeing)
  const readItem: ReadItem = (item) => {
    const hits = alone.find(item, { now: now.getTime() })[0]?.hits
    if (!hits?.some(({ kind }) => kind === 'keyword')) return null
    return { hits, others: rest.find(item, { now: now.getTime() })[0]?.hits ?? [] }
  }
  const live = await readLive(tx, sources, now, tally, readItem)
  const imports = await readImports(tx, { id, sources }, { query, now }, tally, readItem)
  const finds = [...live.finds, ...imports.finds].slice(0, judgedMost)
  return {
    ...tally.result(live.scale),
    ...(await judge(tx, own, finds)),
    total: live.total + imports.total,
    tooCommon: isTooCommon(query, limits),
  }
}

/** Returns the keyword's hits in an item and those of the project's other entries; null without any of the keyword. */
type ReadItem = (item: Item) => { hits: Hit[]; others: Hit[] } | null

/** Reads a sample of live arrivals, and less of it if time runs out: then each batch stands for `scale` batches. */
async function readLive(
  tx: Transaction,
  sources: readonly Source[],
  now: Date,
  tally: PreviewTally,
  readItem: ReadItem,
): Promise<{ total: number; scale: number; finds: Find[] }> {
  const { total, batches } = await sampleRecent(tx, sources, { now, days: healthDays })
  const finds: Find[] = []
  const seen = new Set<string>()
  const startedAt = performance.now()
  let read = 0
  while (read < batches.length && performance.now() - startedAt < budgetMs) {
    for (const { item, weight, draft } of await itemsOf(tx, batches.slice(read, read + batchesEach))) {
      // A live arrival has no ID yet, and may have arrived twice.
      const key = draft?.permalink ?? item.id
      if (seen.has(key)) continue
      seen.add(key)
      const at = item.postedAt ?? now.getTime()
      tally.countRead(at)
      const found = readItem(item)
      if (!found) continue
      tally.countHit(item, found.others, { at, weight, isLive: true })
      finds.push({ item, draft, hits: found.hits })
    }
    read = Math.min(read + batchesEach, batches.length)
    await setImmediate()
  }
  return { total, scale: batches.length / Math.max(1, read), finds }
}

/** Searches the imported posts, or an even share of very many. */
async function readImports(
  tx: Transaction,
  which: { id: string; sources: readonly Source[] },
  { query, now }: { query: string; now: Date },
  tally: PreviewTally,
  readItem: ReadItem,
): Promise<{ total: number; finds: Find[] }> {
  const { total, ids } = await sampleImports(tx, which, searchedMost)
  const { readOn, items, weight } = await searchImports(tx, ids, { query, now, since: tally.since })
  tally.countSearched(ids.length, readOn)
  const finds: Find[] = []
  for (const item of items) {
    const found = readItem(item)
    if (!found) continue
    // A post without a date counts as older than the days covered.
    const at = item.postedAt ?? 0
    tally.countHit(item, found.others, { at, weight: (weight * total) / ids.length, isLive: false })
    finds.push({ item, draft: null, hits: found.hits })
  }
  return { total, finds }
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
