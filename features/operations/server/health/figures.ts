import { sql } from 'drizzle-orm'
import { endings } from '#features/reddit/server/index.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { sourceHealth } from '#platform/server/database/tables.ts'
import { failedQueue } from '#platform/server/jobs/boss.ts'

/** Figures of the whole server, without any project's data. */
export interface Figures {
  sources: (typeof sourceHealth.$inferSelect)[]
  polling: PollingFigures[]
  tallies: Tally[]
  backlog: { batches: number; items: number; oldestSeconds: number }
  queues: QueueFigures[]
}

/** Figures of a source's feeds (docs/decisions/0043). */
interface PollingFigures {
  source: string
  lagSeconds: number | null
  feeds: { polled: number; failing: number }
  gaps: { open: number; lost: number }
}

/** A count: in total, and per minute over the last few minutes. */
export interface Tally {
  name: 'arrived' | 'matched' | 'leads'
  /** For leads, `sandbox` if they are from the sandbox, otherwise empty. */
  source: string
  total: number
  perMinute: number
}

export interface QueueFigures {
  name: string
  /** retry: waits for another attempt; failed: given up. */
  state: 'queued' | 'retry' | 'active' | 'failed'
  count: number
  /** How long the oldest one has been ready to run, in seconds; 0 if there is none. */
  readySeconds: number
}

/** Rates cover this many full minutes plus the current one. */
const rateMinutes = 5
/** Figures may be this old, in ms, to limit queries. */
const freshMs = 1000

/** Reads the figures at most once a second for all callers. */
export type ReadFigures = (ctx: Ctx) => Promise<Figures>

/** Returns a reader with a cache. Call `forget` when health changes, so that the next request reads new figures. */
export function figuresReader(): { read: ReadFigures; forget(): void } {
  let read: { at: number; figures: Promise<Figures> } | null = null
  const readOnce: ReadFigures = (ctx) => {
    const at = ctx.now().getTime()
    if (read && at - read.at < freshMs) return read.figures
    const figures = readFigures(ctx)
    const own = { at, figures }
    read = own
    figures.catch(() => {
      if (read === own) read = null
    })
    return figures
  }
  return {
    read: readOnce,
    forget: () => {
      read = null
    },
  }
}

function readFigures(ctx: Ctx): Promise<Figures> {
  return transaction(actingAs(ctx, { kind: 'job', name: 'figures' }), async (tx) => ({
    sources: await tx.select().from(sourceHealth).orderBy(sourceHealth.source),
    polling: await polling(tx, ctx.now()),
    tallies: await tallies(tx, ctx.now()),
    backlog: await backlog(tx, ctx.now()),
    queues: await queues(tx),
  }))
}

/**
 * A community that is missing in the sandbox is no failure. A gap that was not filled counts for a day. Posts from
 * before polling began are no gap.
 */
async function polling(tx: Transaction, now: Date): Promise<PollingFigures[]> {
  const lostSince = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  const { rows } = await tx.execute<Record<string, string> & { lag: number | null }>(sql`
    select p.source, count(*) as polled, count(*) filter (where p.error is not null and not (p.source = 'sandbox' and p.error = ${endings.missing})) as failing,
      percentile_cont(0.5) within group (order by p.lag_ms) / 1000 as lag,
      coalesce(sum(g.open), 0) as open, coalesce(sum(g.lost), 0) as lost
    from feed p left join (
      select feed_id, count(*) filter (where ended_at is null) as open,
        count(*) filter (where given_up is not null and ended_at > ${lostSince}) as lost
      from feed_gap where not is_beginning group by 1) g on g.feed_id = p.id
    group by 1 order by 1`)
  return rows.map(({ source, lag, polled, failing, open, lost }) => ({
    source: source!,
    lagSeconds: lag,
    feeds: { polled: Number(polled), failing: Number(failing) },
    gaps: { open: Number(open), lost: Number(lost) },
  }))
}

async function tallies(tx: Transaction, now: Date): Promise<Tally[]> {
  const minute = 60_000
  const from = Math.floor(now.getTime() / minute - rateMinutes) * minute
  const { rows } = await tx.execute<Record<keyof Tally, string> & { recently: string }>(sql`
    select name, source, sum(delta) as total,
      coalesce(sum(delta) filter (where minute >= ${new Date(from).toISOString()}), 0) as recently
    from tally group by 1, 2 order by 1, 2`)
  return rows.map(({ name, source, total, recently }) => ({
    name: name as Tally['name'],
    source,
    total: Number(total),
    perMinute: Number(recently) / ((now.getTime() - from) / minute),
  }))
}

async function backlog(tx: Transaction, now: Date): Promise<Figures['backlog']> {
  const { rows } = await tx.execute<{ batches: number; items: string; oldest: string }>(sql`
    select count(*)::int as batches, coalesce(sum(item_count - position), 0) as items,
      coalesce(extract(epoch from ${now.toISOString()}::timestamptz - min(created_at)), 0) as oldest
    from recent where finished_at is null`)
  const { batches = 0, items = 0, oldest = 0 } = rows[0] ?? {}
  return { batches, items: Number(items), oldestSeconds: Math.max(0, Number(oldest)) }
}

/** Uses the database's clock, as the queue does. */
async function queues(tx: Transaction): Promise<QueueFigures[]> {
  const { rows } = await tx.execute<{ name: string; state: string; count: number; ready: string }>(sql`
    select case name when ${failedQueue} then source_name else name end as name,
      case when name = ${failedQueue} then 'failed' when state = 'created' then 'queued' else state::text end as state,
      count(*)::int,
      coalesce(extract(epoch from now() - min(greatest(created_on, start_after)) filter (where start_after <= now())), 0)
        as ready
    from pgboss.job where state < 'completed' and name not like '\\_\\_%' group by 1, 2 order by 1, 2`)
  return rows.map(({ name, state, count, ready }) => ({
    name,
    state: state as QueueFigures['state'],
    count,
    readySeconds: state === 'queued' || state === 'retry' ? Math.max(0, Number(ready)) : 0,
  }))
}

/** Merges tallies that are older than a day; runs hourly. */
export async function foldTallies(tx: Transaction, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 24 * 3_600_000).toISOString()
  await tx.execute(sql`
    with folded as (
      delete from tally where id in (select id from tally order by id for update skip locked)
      returning case when minute < ${before} then '-infinity' else minute end as minute, name, source, delta
    )
    insert into tally (minute, name, source, delta)
    select minute, name, source, sum(delta) from folded group by 1, 2, 3`)
}
