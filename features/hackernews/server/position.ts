import { sql } from 'drizzle-orm'
import type { Realm, Source } from '#engine/sources.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

/** Where reading continues. */
export interface Position {
  /** The last item that was read; null before the first one. */
  item: number | null
  /** When the newest known item was posted, in ms. */
  newestPostedAt: number | null
}

/** The row of source_health with the position. That of the sandbox is also its Reddit's. */
const rowOf = { real: 'hackernews', sandbox: 'sandbox' } as const satisfies Record<Realm, Source>

/** Longer than any run, so that only a process that died loses the lease. */
const leaseMs = 3 * 60_000
/** How long a run waits after a failure. */
const retryMs = 2 * 60_000

/** Takes the lease of Hacker News and returns where to continue; null while another worker has it or after a failure. */
export async function takeLease(ctx: Ctx, realm: Realm): Promise<Position | null> {
  const now = ctx.now().toISOString()
  const until = new Date(ctx.now().getTime() + leaseMs).toISOString()
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ position: string | null; newest: string | null }>(sql`
      insert into source_health as h (source, leased_until, updated_at) values (${rowOf[realm]}, ${until}, ${now})
      on conflict (source) do update set leased_until = excluded.leased_until
      where (h.leased_until is null or h.leased_until <= ${now}) and (h.next_try_at is null or h.next_try_at <= ${now})
      returning position, newest_posted_at as newest`),
  )
  const [row] = rows
  if (!row) return null
  return {
    item: row.position === null ? null : Number(row.position),
    newestPostedAt: row.newest === null ? null : Date.parse(row.newest),
  }
}

export async function savePosition(ctx: Ctx, realm: Realm, item: number): Promise<void> {
  await transaction(ctx, (tx) =>
    tx.execute(sql`update source_health set position = ${item} where source = ${rowOf[realm]}`),
  )
}

/** Ends the lease, with the error if the run failed. */
export async function endLease(ctx: Ctx, realm: Realm, error: string | null): Promise<void> {
  const now = ctx.now().toISOString()
  const nextTryAt = new Date(ctx.now().getTime() + retryMs).toISOString()
  await transaction(ctx, (tx) =>
    tx.execute(
      error === null
        ? sql`update source_health set leased_until = null where source = ${rowOf[realm]}`
        : sql`update source_health set leased_until = null, error = ${error}, next_try_at = ${nextTryAt},
            failed_at = case when error is null then ${now} else failed_at end, updated_at = ${now}
          where source = ${rowOf[realm]}`,
    ),
  )
}

/** Forgets the state of the real Hacker News where it is off. */
export async function deleteStaleState(ctx: Ctx): Promise<void> {
  if (ctx.hackerNews?.realm === 'real') return
  await transaction(ctx, (tx) => tx.execute(sql`delete from source_health where source = 'hackernews'`))
}
