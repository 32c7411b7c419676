import { and, asc, eq, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { bareCommunity, barePermalink, titleWordsOf } from '#engine/reddit/forgotten-text.ts'
import { rssKeptMs } from '#engine/reddit/rechecks.ts'
import { type Identity, identityOf } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import type { BatchKey } from '#platform/server/jobs/queue.ts'
import { outsideIdText } from '#platform/server/outside-id.ts'
import { isBatch, packItems, unpackItems } from '../batches.ts'
import { recent } from '../tables.ts'
import type { Draft } from './posts.ts'

const keysAtOnce = 1000

/**
 * Blanks these posts in the batches that they arrived in, keeping their indexes. Returns whether it finished. Only
 * unpacks batches that may contain one; batches of imports have only IDs.
 */
export async function scrubBatches(ctx: Ctx, posts: readonly Identity[]): Promise<boolean> {
  const gone = new Set(posts.map(identityOf))
  const ids = sql.param([...new Set(posts.map(({ outsideId }) => outsideId))])
  // Hashes the wanted IDs once; the array operator would compare every pair.
  const mayContain = sql`(${recent.outsideIds} is null or exists (
    select from unnest(${recent.outsideIds}) as held(id) where held.id = any (${ids}::bigint[])))`
  return eachBatch(ctx, mayContain, (tx, key) =>
    rewrite(tx, key, {}, (draft) => (gone.has(identityOf(draft)) && hasContent(draft) ? blankDraft(draft) : draft)),
  )
}

/** Reduces RSS arrivals after a retention period to the words of their titles (DESIGN 4). */
export async function reduceRssBatches(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - rssKeptMs)
  const isStale = and(eq(recent.source, 'reddit-rss'), isNull(recent.reducedAt), lte(recent.createdAt, before))
  await eachBatch(ctx, isStale, (tx, key) => rewrite(tx, key, { reducedAt: ctx.now() }, reducedDraft))
}

/** Processes one batch per transaction, oldest first; returns false if the process shut down before the end. */
async function eachBatch(
  ctx: Ctx,
  condition: SQL | undefined,
  work: (tx: Transaction, key: BatchKey) => Promise<void>,
): Promise<boolean> {
  for (let after: BatchKey | null = null; ; ) {
    const keys: BatchKey[] = await transaction(ctx, (tx) => nextKeys(tx, condition, after))
    for (const key of keys) {
      if (ctx.stopping.aborted) return false
      await transaction(ctx, (tx) => work(tx, key))
    }
    if (keys.length < keysAtOnce) return true
    after = keys.at(-1) ?? null
  }
}

function nextKeys(tx: Transaction, condition: SQL | undefined, after: BatchKey | null): Promise<BatchKey[]> {
  const isAfter = after && sql`(${recent.arrivedOn}, ${recent.id}) > (${after.arrivedOn}::date, ${after.batchId}::uuid)`
  return tx
    .select({ arrivedOn: recent.arrivedOn, batchId: recent.id })
    .from(recent)
    .where(and(isNotNull(recent.items), condition, isAfter ?? undefined))
    .orderBy(asc(recent.arrivedOn), asc(recent.id))
    .limit(keysAtOnce)
}

/** Changes items of a batch in place; a batch without changes isn't written. */
async function rewrite(
  tx: Transaction,
  key: BatchKey,
  also: { reducedAt?: Date },
  change: (draft: Draft) => Draft,
): Promise<void> {
  const [batch] = await tx.select({ items: recent.items }).from(recent).where(isBatch(key))
  if (!batch?.items) return
  // No lock needed: only this job changes items, and it runs alone.
  const drafts = unpackItems(batch.items)
  const changed = drafts.map(change)
  if (also.reducedAt === undefined && changed.every((draft, at) => draft === drafts[at])) return
  await tx
    .update(recent)
    .set({ ...also, items: packItems(changed) })
    .where(isBatch(key))
}

function hasContent({ title, body, author }: Draft): boolean {
  return title !== '' || body !== '' || author !== null
}

function blankDraft(draft: Draft): Draft {
  const erased = { author: null, title: '', body: '', bodyTruncated: false, url: null, flair: null }
  const subreddit = bareCommunity(draft.subreddit)
  return { ...draft, ...erased, subreddit, permalink: bareOf(draft), score: null, numComments: null }
}

function reducedDraft(draft: Draft): Draft {
  const erased = { author: null, body: '', bodyTruncated: false, url: null, flair: null }
  return { ...draft, ...erased, title: titleWordsOf(draft.title), permalink: bareOf(draft) }
}

function bareOf({ permalink, outsideId, outsideName }: Draft): string {
  return barePermalink(permalink, outsideIdText({ outsideId: BigInt(outsideId), outsideName }))
}
