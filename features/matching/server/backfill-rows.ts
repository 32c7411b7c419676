import { and, asc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Candidate } from '#engine/candidates/candidates.ts'
import { matchedSources } from '#engine/sources.ts'
import { withdrawMentions } from '#features/mentions/server/index.ts'
import { itemColumns, itemOf, post } from '#features/posts/server/index.ts'
import type { ActiveProject } from '#features/watchlist/server/index.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { BackfillPage, BatchKey } from '#platform/server/jobs/queue.ts'
import { type Arrival, arrivalsOf, type Batch } from './batches.ts'
import { writeMatches } from './candidates.ts'
import { removeUntouched } from './opportunities.ts'
import { finderOf } from './projects.ts'
import { candidate, recent } from './tables.ts'

/** Limits of one page: items, unless a single batch has more, and batches. */
const itemsAtOnce = 1000
const batchesAtOnce = 200
const candidatesAtOnce = 1000

export interface PageResult {
  /** At least 1 if there is a next page. */
  items: number
  /** Where the next page starts; null after the last. */
  next: BackfillPage['after'] | null
}

/** Selects the batches to backfill: matched by phrases older than the project's own, and visible to it. */
function isBefore({ id, phraseVersion, seeing }: ActiveProject): SQL | undefined {
  const isFromItsSources = inArray(recent.source, matchedSources(seeing))
  const isVisible = sql`(${recent.projectId} is null and ${isFromItsSources} or ${recent.projectId} = ${id})`
  // Excludes sampled batches, which would yield random matches.
  return and(lt(recent.phraseVersion, phraseVersion), isNull(recent.standsFor), isVisible)
}

/** Counts the items that a backfill reads, with all of the project's own candidates, which are usually fewer. */
export async function itemsToBackfill(tx: Transaction, project: ActiveProject): Promise<number> {
  const [recents] = await tx
    .select({ items: sql<string>`coalesce(sum(${recent.itemCount}), 0)` })
    .from(recent)
    .where(isBefore(project))
  return Number(recents!.items) + (await tx.$count(candidate, isOutdated(project)))
}

/** Matches the next batches: first those stored by day, then the pinned ones. The project's own candidates follow. */
export async function readBatches(
  ctx: Ctx,
  tx: Transaction,
  project: ActiveProject,
  after: BatchKey | null,
): Promise<PageResult> {
  const page = await nextBatches(tx, project, after)
  const last = page.at(-1)
  if (!last) return readOwnCandidates(ctx, tx, project, null)
  const arrivals: Arrival[] = []
  for (const batch of page) arrivals.push(...(await arrivalsOf(tx, batch)))
  await find(ctx, tx, project, arrivals)
  const items = page.reduce((sum, { itemCount }) => sum + itemCount, 0)
  return { items, next: { batch: { arrivedOn: last.arrivedOn, batchId: last.id } } }
}

async function nextBatches(
  tx: Transaction,
  project: ActiveProject,
  after: BatchKey | null,
): Promise<Pick<Batch, 'arrivedOn' | 'id' | 'source' | 'itemCount' | 'items' | 'postIds' | 'createdAt'>[]> {
  const behind = after && sql`(${recent.arrivedOn}, ${recent.id}) > (${after.arrivedOn}::date, ${after.batchId}::uuid)`
  const { arrivedOn, id, source, itemCount, items, postIds, createdAt } = recent
  const next = await tx
    .select({ arrivedOn, id, itemCount })
    .from(recent)
    .where(and(isBefore(project), behind ?? undefined))
    .orderBy(asc(arrivedOn), asc(id))
    .limit(batchesAtOnce)
  let sum = 0
  const page = next.filter(({ itemCount: count }, index) => {
    sum += count
    return index === 0 || sum <= itemsAtOnce
  })
  if (page.length === 0) return []
  const days = [...new Set(page.map((batch) => batch.arrivedOn))]
  const ids = page.map((batch) => batch.id)
  return tx
    .select({ arrivedOn, id, source, itemCount, items, postIds, createdAt })
    .from(recent)
    .where(and(inArray(arrivedOn, days), inArray(id, ids)))
    .orderBy(asc(arrivedOn), asc(id))
}

/**
 * Matches the project's own candidates again if older phrases found them and no batch has since. Their posts stay after
 * their day expires, which must not remove a lead. Withdraws candidates that the current phrases don't find, except
 * leads that a user decided on or saved. Locks posts before candidates, as deletion does.
 */
export async function readOwnCandidates(
  ctx: Ctx,
  tx: Transaction,
  project: ActiveProject,
  after: string | null,
): Promise<PageResult> {
  const page = await tx
    .select({ id: post.id })
    .from(candidate)
    .innerJoin(post, eq(post.id, candidate.postId))
    .where(and(isOutdated(project), after === null ? undefined : gt(candidate.postId, after)))
    .orderBy(asc(candidate.postId))
    .limit(candidatesAtOnce)
    .for('key share', { of: post })
  const pageIds = page.map(({ id }) => id)
  const arrivals = await lockCandidates(tx, and(isOutdated(project), inArray(candidate.postId, pageIds)))
  const kept = new Set(await find(ctx, tx, project, arrivals))
  await withdraw(
    ctx,
    tx,
    project,
    arrivals.filter(({ item }) => !kept.has(item.id)),
  )
  const isLast = page.length < candidatesAtOnce
  return { items: page.length, next: isLast ? null : { postId: pageIds.at(-1)! } }
}

/** Withdraws candidates that the phrases no longer find. */
async function withdraw(
  ctx: Ctx,
  tx: Transaction,
  { id: projectId, version }: ActiveProject,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return
  const gone = arrivals.map(({ item }) => item.id)
  await tx.delete(candidate).where(and(eq(candidate.projectId, projectId), inArray(candidate.postId, gone)))
  const withdrawn = await removeUntouched(
    tx,
    gone.map((postId) => ({ projectId, postId })),
  )
  if (withdrawn.length > 0) await announce(ctx, tx, 'opportunities', [projectId])
  await withdrawMentions(
    ctx,
    tx,
    arrivals.map(({ item }) => ({ projectId, version, postId: item.id, item })),
  )
}

/** Matches posts of a project again whose texts changed. The caller has locked them. */
export async function matchAgain(
  ctx: Ctx,
  tx: Transaction,
  project: ActiveProject,
  postIds: readonly string[],
): Promise<void> {
  const rows = await tx
    .select({ ...itemColumns, realm: post.realm })
    .from(post)
    .where(inArray(post.id, [...postIds]))
    .orderBy(asc(post.id))
  const arrivals = rows.map(({ realm, ...row }, index): Arrival => ({ index, item: itemOf(row), realm, draft: null }))
  const kept = new Set(await find(ctx, tx, project, arrivals))
  await withdraw(
    ctx,
    tx,
    project,
    arrivals.filter(({ item }) => !kept.has(item.id)),
  )
}

/** Locks candidates whose posts are locked already, and returns their items, as if they had arrived again. */
async function lockCandidates(tx: Transaction, where: SQL | undefined): Promise<Arrival[]> {
  const rows = await tx
    .select({ ...itemColumns, realm: post.realm })
    .from(candidate)
    .innerJoin(post, eq(post.id, candidate.postId))
    .where(where)
    .orderBy(asc(candidate.postId))
    .for('update', { of: candidate })
  return rows.map(({ realm, ...row }, index) => ({ index, item: itemOf(row), realm, draft: null }))
}

/** Scores these candidates of a project again. Locks posts before candidates, as deletion does. */
export async function scoreAgain(
  ctx: Ctx,
  tx: Transaction,
  project: ActiveProject,
  postIds: readonly string[],
): Promise<void> {
  await tx
    .select({ id: post.id })
    .from(post)
    .where(inArray(post.id, [...postIds]))
    .orderBy(asc(post.id))
    .for('key share')
  const own = and(eq(candidate.projectId, project.id), inArray(candidate.postId, [...postIds]))
  await find(ctx, tx, project, await lockCandidates(tx, own))
}

function isOutdated({ id, version }: ActiveProject): SQL | undefined {
  return and(eq(candidate.projectId, id), lt(candidate.projectVersion, version))
}

/** Matches these arrivals for the project, writes the results, and returns the IDs of the posts with a match. */
async function find(
  ctx: Ctx,
  tx: Transaction,
  project: ActiveProject,
  arrivals: readonly Arrival[],
): Promise<string[]> {
  const finder = finderOf(project)
  const now = ctx.now().getTime()
  const found = arrivals.flatMap((arrival) =>
    finder.find(arrival.item, { now }).map((each: Candidate) => ({ ...each, arrival })),
  )
  return writeMatches(ctx, tx, found, finder)
}
