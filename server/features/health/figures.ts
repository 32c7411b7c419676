import { sql } from 'drizzle-orm'
import { failedQueue } from '../../boss.ts'
import { actingAs, type Ctx } from '../../ctx.ts'
import { type Transaction, transaction } from '../../db/database.ts'
import { sourceHealth } from '../../db/schema.ts'

/** Figures of the whole program, without anything that belongs to a project. */
export interface Figures {
  sources: (typeof sourceHealth.$inferSelect)[]
  tallies: Tally[]
  backlog: { batches: number; items: number; oldestSeconds: number }
  queues: QueueFigures[]
}

/** How many of something there were: since the beginning, and a minute over the last few minutes. */
export interface Tally {
  name: 'arrived' | 'matched' | 'leads'
  /** Empty for leads. */
  source: string
  total: number
  perMinute: number
}

export interface QueueFigures {
  name: string
  /** Queued, retry: waits for another try, active, failed: given up. */
  state: 'queued' | 'retry' | 'active' | 'failed'
  count: number
  /** How long the first of them has been ready to be worked on; 0 where none is. */
  readySeconds: number
}

/** Rates are over so many minutes and what has passed of the current one. */
const rateMinutes = 5
/** Nobody needs figures younger than this, however many ask. */
const freshMs = 1000

/** Reads the figures at most once a second, whoever asks. */
export type ReadFigures = (ctx: Ctx) => Promise<Figures>

export function figuresReader(): ReadFigures {
  let read: { at: number; figures: Promise<Figures> } | null = null
  return (ctx) => {
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
}

function readFigures(ctx: Ctx): Promise<Figures> {
  return transaction(actingAs(ctx, { kind: 'job', name: 'figures' }), async (tx) => ({
    sources: await tx.select().from(sourceHealth).orderBy(sourceHealth.source),
    tallies: await tallies(tx, ctx.now()),
    backlog: await backlog(tx, ctx.now()),
    queues: await queues(tx),
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

/** The queue's times are the database's. */
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

/** Adds up what is older than a day; called by the hourly upkeep. */
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
