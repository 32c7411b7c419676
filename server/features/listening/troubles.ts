import type { Source } from '@earshot/contract/sources'
import { eq, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { place } from '../../db/listening-tables.ts'
import type { Claim } from './claims.ts'

/** A source that has answered so shortly ago is well: what failed is one of its places. */
const wellMs = 60_000

/** Notes that a place cannot be read, and gives it back until it is tried again. */
export async function noteTrouble(ctx: Ctx, { leaseId }: Claim, words: string, nextAt: Date): Promise<void> {
  const failures = sql`${place.failures} + 1`
  await transaction(ctx, (tx) =>
    tx
      .update(place)
      .set({ leaseId: null, leasedUntil: null, failures, sourceFailures: 0, error: words, nextAt })
      .where(eq(place.leaseId, leaseId)),
  )
}

/** Gives places back of which the source told nothing. Nothing is known against them: they are asked for as before. */
export async function putOff(ctx: Ctx, { leaseId }: Claim, nextAt: Date): Promise<void> {
  const sourceFailures = sql`${place.sourceFailures} + 1`
  await transaction(ctx, (tx) =>
    tx
      .update(place)
      .set({ leaseId: null, leasedUntil: null, sourceFailures, nextAt })
      .where(eq(place.leaseId, leaseId)),
  )
}

/** Has every place of a list asked for by itself next: one of them is closed, and nobody said which. */
export async function setApart(ctx: Ctx, { leaseId }: Claim): Promise<void> {
  await transaction(ctx, (tx) =>
    tx
      .update(place)
      .set({ leaseId: null, leasedUntil: null, aloneAt: null, sourceFailures: 0, nextAt: ctx.now() })
      .where(eq(place.leaseId, leaseId)),
  )
}

/** Says what is wrong with a source where people look; `failed_at` is since when. */
export async function noteSourceTrouble(ctx: Ctx, source: Source, words: string, nextTryAt: Date): Promise<void> {
  const now = ctx.now().toISOString()
  const wellSince = new Date(ctx.now().getTime() - wellMs).toISOString()
  await transaction(ctx, (tx) =>
    tx.execute(sql`
      insert into source_health as known (source, error, failed_at, next_try_at, updated_at)
      values (${source}, ${words}, ${now}, ${nextTryAt.toISOString()}, ${now})
      on conflict (source) do update set error = excluded.error, next_try_at = excluded.next_try_at,
        failed_at = case when known.error is null then excluded.failed_at else known.failed_at end,
        updated_at = excluded.updated_at
      where known.error is not null or known.last_success_at is null or known.last_success_at <= ${wellSince}`),
  )
}
