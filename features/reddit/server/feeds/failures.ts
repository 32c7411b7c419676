import { sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { waitAfter } from '#engine/reddit/polling.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { feed } from '../tables.ts'
import { type Budget, type Claim, ownFeeds } from './claims.ts'

/** A source that answered within this time, or this many calls, is healthy. A failure then concerns one feed. */
const healthy = { ms: 60_000, calls: 3 }

/** The number of failures in a row after which a list's own feeds are to blame, if the source's other lists work. */
const ownFailures = 4

/** Records that a feed can't be read, and releases it until the next try. */
export async function recordFeedFailure(ctx: Ctx, claim: Claim, words: string, nextAt: Date): Promise<void> {
  const failures = sql`${feed.failures} + 1`
  await releaseFeeds(ctx, claim, { failures, sourceFailures: 0, error: words, nextAt })
}

/**
 * Releases the feeds of a list to which the source didn't respond. Nothing counts against the feeds at first. If the
 * failures repeat while other lists succeed, each feed is polled separately and shows its error.
 */
export async function postponeFeeds(ctx: Ctx, claim: Claim, words: string, nextAt: Date): Promise<void> {
  const sourceFailures = sql`${feed.sourceFailures} + 1`
  const sinceMs = waitAfter(claim.sourceFailures)
  const isOwn = sql`(${feed.sourceFailures} + 1 >= ${ownFailures} and exists (
    select from source_health h where h.source = ${feed.source}
      and h.last_success_at > ${feed.nextAt} - ${sinceMs}::float8 * interval '1 ms'))`
  const changes =
    claim.feeds.length > 1
      ? { aloneAt: sql`case when ${isOwn} then null else ${feed.aloneAt} end` }
      : { error: sql`case when ${isOwn} then ${words} else ${feed.error} end` }
  await releaseFeeds(ctx, claim, { sourceFailures, nextAt, ...changes })
}

/** Has each feed of a list polled separately next: one of them is closed, and Reddit doesn't say which. */
export async function pollSeparately(ctx: Ctx, claim: Claim): Promise<void> {
  await releaseFeeds(ctx, claim, { aloneAt: null, sourceFailures: 0, nextAt: ctx.now() })
}

async function releaseFeeds(ctx: Ctx, claim: Claim, values: PgUpdateSetSource<typeof feed>): Promise<void> {
  await transaction(ctx, (tx) =>
    tx
      .update(feed)
      .set({ leaseId: null, leasedUntil: null, ...values })
      .where(sql`${feed.id} = any (${ownFeeds(claim)})`),
  )
}

/** Records a source's error for the status page; `failed_at` is the time of its first failure in a row. */
export async function recordSourceFailure(
  ctx: Ctx,
  { name: source, callsPerMinute }: Budget,
  words: string,
  nextTryAt: Date,
): Promise<void> {
  const now = ctx.now().toISOString()
  const healthyMs = Math.max(healthy.ms, (healthy.calls * 60_000) / callsPerMinute)
  const healthySince = new Date(ctx.now().getTime() - healthyMs).toISOString()
  await transaction(ctx, (tx) =>
    tx.execute(sql`
      insert into source_health as known (source, error, failed_at, next_try_at, updated_at)
      values (${source}, ${words}, ${now}, ${nextTryAt.toISOString()}, ${now})
      on conflict (source) do update set error = excluded.error, next_try_at = excluded.next_try_at,
        failed_at = case when known.error is null then excluded.failed_at else known.failed_at end,
        updated_at = excluded.updated_at
      where known.error is not null or known.last_success_at is null or known.last_success_at <= ${healthySince}`),
  )
}
