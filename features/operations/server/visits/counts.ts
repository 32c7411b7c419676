import { createHmac } from 'node:crypto'
import { between, desc, eq, lt, type SQL, sql, sum } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { pageView } from '#platform/contract/visits.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { visitCount, visitDay, visitor, visitSalt } from '../tables.ts'
import type { Visit } from './visit.ts'

/** Limits per day against floods: count rows, and distinct visitors. */
const rowsMost = 5000
const visitorsMost = 200_000
/** Replaces values beyond the limits. */
const other = '(other)'

const keptDays = 2 * 365
const dayMs = 24 * 3_600_000

/** Adds an event to its day (UTC), and its visitor if they are new that day. */
export async function countVisit(ctx: Ctx, tx: Transaction, visit: Visit, from: string): Promise<void> {
  const day = dayOf(ctx.now())
  const salt = await saltOf(ctx, tx, day)
  const digest = createHmac('sha256', salt).update(from).digest('base64url').slice(0, 22)
  await tx.execute(sql`
    with arrived as (
      insert into visitor (day, digest)
      select ${day}::date, ${digest}
      where coalesce((select visitors from visit_day where day = ${day}::date), 0) < ${visitorsMost}
      on conflict do nothing returning day
    )
    insert into visit_day (day, visitors) select day, 1 from arrived
    on conflict (day) do update set visitors = visit_day.visitors + 1`)
  const { name, referrer } = visit
  const path = visit.path ?? other
  if (await addTo(tx, { day, name, path, referrer })) return
  const [present] = await tx
    .select({ rows: sql<number>`count(*)::int` })
    .from(visitCount)
    .where(eq(visitCount.day, day))
  const isFull = (present?.rows ?? 0) >= rowsMost
  const key = isFull ? { day, name: other, path: other, referrer: other } : { day, name, path, referrer }
  await tx
    .insert(visitCount)
    .values({ ...key, count: 1 })
    .onConflictDoUpdate({
      target: [visitCount.day, visitCount.name, visitCount.path, visitCount.referrer],
      set: { count: sql`${visitCount.count} + 1` },
    })
}

async function addTo(
  tx: Transaction,
  { day, name, path, referrer }: Omit<typeof visitCount.$inferSelect, 'count'>,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update visit_count set count = count + 1
    where day = ${day}::date and name = ${name} and path = ${path} and referrer = ${referrer}`)
  return (rowCount ?? 0) > 0
}

/** Returns the day's salt, shared by all web processes. */
async function saltOf(ctx: Ctx, tx: Transaction, day: string): Promise<string> {
  const readSalt = tx.select({ salt: visitSalt.salt }).from(visitSalt).where(eq(visitSalt.day, day))
  const [row] = await readSalt
  if (row) return row.salt
  await tx.insert(visitSalt).values({ day, salt: ctx.secret() }).onConflictDoNothing()
  const [created] = await readSalt
  if (!created) throw new Error('the day has no salt')
  return created.salt
}

/** Deletes the data that distinguishes visitors of past days, and counts that are older than two years. */
export async function forgetVisits(ctx: Ctx, tx: Transaction): Promise<void> {
  const today = dayOf(ctx.now())
  await tx.delete(visitSalt).where(lt(visitSalt.day, today))
  await tx.delete(visitor).where(lt(visitor.day, today))
  const firstKept = dayOf(new Date(ctx.now().getTime() - keptDays * dayMs))
  await tx.delete(visitCount).where(lt(visitCount.day, firstKept))
  await tx.delete(visitDay).where(lt(visitDay.day, firstKept))
}

export interface Visits {
  days: { day: string; visitors: number; views: number }[]
  pages: Count[]
  referrers: Count[]
  events: Count[]
}

interface Count {
  what: string
  count: number
}

/** Rows per list. */
const shown = 20

/** Returns the last days, including today. */
export function lastDays({ now }: Pick<Ctx, 'now'>, days: number): { from: string; to: string } {
  return { from: dayOf(new Date(now().getTime() - (days - 1) * dayMs)), to: dayOf(now()) }
}

/** Returns the counts of a span of days. */
export async function readVisits(tx: Transaction, { from, to }: { from: string; to: string }): Promise<Visits> {
  const isView = sql`${visitCount.name} = ${pageView}`
  const most = (column: PgColumn, condition: SQL): Promise<Count[]> =>
    tx
      .select({ what: sql<string>`${column}`, count: sql<number>`sum(${visitCount.count})::int` })
      .from(visitCount)
      .where(sql`${between(visitCount.day, from, to)} and ${condition}`)
      .groupBy(column)
      .orderBy(desc(sum(visitCount.count)), column)
      .limit(shown)
  const perDay = await tx
    .select({
      day: visitDay.day,
      visitors: visitDay.visitors,
      views: sql<number>`coalesce(sum(${visitCount.count}) filter (where ${isView}), 0)::int`,
    })
    .from(visitDay)
    .leftJoin(visitCount, eq(visitCount.day, visitDay.day))
    .where(between(visitDay.day, from, to))
    .groupBy(visitDay.day)
    .orderBy(visitDay.day)
  return {
    days: perDay,
    pages: await most(visitCount.path, isView),
    referrers: await most(visitCount.referrer, sql`${isView} and ${visitCount.referrer} <> ''`),
    events: await most(visitCount.name, sql`not ${isView}`),
  }
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10)
}
