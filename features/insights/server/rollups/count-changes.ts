import { type SQL, sql } from 'drizzle-orm'
import type { Day } from '#engine/mentions/periods.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'
import { type Stored, storedKinds } from './facts.ts'
import { recountDays } from './recount.ts'

/**
 * The most days that a transaction counts. A day of 14,000 leads takes seconds, and statements have a time limit. An
 * hour in UTC may be of two days, so it can't be one.
 */
const daysAtOnce = 2
/** The most changes that a transaction takes. */
const changesAtOnce = 20_000
/** A run ends after this time. The next one goes on where it was. */
const runMs = 4 * 60_000

/**
 * Counts the days that changed, in all projects, oldest changes first (docs/decisions/0120). Each transaction deletes
 * the changes whose days it counts, so that a run may end at any moment.
 */
export async function countChanges(ctx: Ctx): Promise<void> {
  const end = ctx.now().getTime() + runMs
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ id: string; last: string }>(sql`
      select project_id as id, max(id)::text as last from insight_change group by 1 order by min(id)`),
  )
  for (const { id, last } of rows) {
    let next: string | null = last
    while (next !== null && ctx.now().getTime() < end && !ctx.stopping.aborted) {
      const until: string = next
      next = await transaction(ctx, (tx) => countSome(ctx, tx, id, until))
    }
  }
}

/** Counts some of a project's days that changed up to a change. Returns until which to go on; null: none are left. */
async function countSome(ctx: Ctx, tx: Transaction, id: string, last: string): Promise<string | null> {
  const { rows: locks } = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`insights ${id}`}, 0)) as held`,
  )
  // Another worker counts this project.
  if (!locks[0]?.held) return null
  const { rows } = await tx.execute<{ timeZone: string }>(
    sql`select time_zone as "timeZone" from project where id = ${id}`,
  )
  if (!rows[0]) return null
  const place = { id, timeZone: rows[0].timeZone }
  for (const metric of storedKinds) {
    const spread = await spreadAll(tx, place, metric, last)
    if (spread !== null) return spread
    const days = await takeDays(tx, place, metric, last)
    if (days.length > 0) {
      await recountDays(tx, place, metric, days)
      return last
    }
  }
  await announce(ctx, tx, 'insights', [id])
  return null
}

interface Place {
  id: string
  timeZone: string
}

const postedAt = sql`coalesce(t.posted_at, '-infinity')`

/** The rows that count and their moment, as the indexes by age have them. */
const countedOf = (id: string): Record<Stored, { rows: SQL; at: SQL }> => ({
  leads: {
    rows: sql`opportunity t where t.project_id = ${id} and t.sibling_of is null and ${isReleasedAs('t')}`,
    at: postedAt,
  },
  mentions: { rows: sql`mention t where t.project_id = ${id} and ${isReleasedAs('t')}`, at: postedAt },
  decisions: { rows: sql`decision t where t.project_id = ${id}`, at: sql`t.created_at` },
})

/**
 * Replaces changes of all days with changes of each day that has something to count or is counted, so that other
 * transactions count them. Returns the last of them, or null if there are no changes of all days.
 */
async function spreadAll(
  tx: Transaction,
  { id, timeZone }: Place,
  metric: Stored,
  last: string,
): Promise<string | null> {
  const { rowCount } = await tx.execute(sql`
    delete from insight_change
    where project_id = ${id} and metric = ${metric} and hour is null and id <= ${last}::bigint`)
  if (!rowCount) return null
  // Looks each day up in the index by age, since there may be millions of rows.
  const { rows: counted, at } = countedOf(id)[metric]
  const newestBefore = (end: SQL) => sql`(
    select (nullif(${at}, '-infinity') at time zone ${timeZone})::date from ${counted} and ${at} < ${end}
    order by ${at} desc limit 1)`
  const { rows } = await tx.execute<{ last: string }>(sql`
    with recursive found (day) as (
      select ${newestBefore(sql`'infinity'`)}
      union all
      select ${newestBefore(sql`found.day::timestamp at time zone ${timeZone}`)} from found where day is not null
    ), added as (
      insert into insight_change (project_id, metric, hour)
      select ${id}, ${metric}, date_trunc('hour', (day + time '12:00') at time zone ${timeZone}, 'UTC')
      from (
        select day from found where day is not null
        union select day from insight_day where project_id = ${id} and realm in ('sandbox', 'real')
          and metric = ${metric} and scope = 'all' and dimension = 'total'
      ) days
      order by day desc
      returning id
    )
    select coalesce(max(id), ${last}::bigint)::text as last from added`)
  return rows[0]!.last
}

/** Takes the changes of a few days, and returns these days, oldest changes first. */
async function takeDays(tx: Transaction, { id, timeZone }: Place, metric: Stored, last: string): Promise<Day[]> {
  // An hour in UTC may be of two days.
  const { rows } = await tx.execute<{ day: Day }>(sql`
    with waiting as (
      select id, hour from insight_change
      where project_id = ${id} and metric = ${metric} and hour is not null and id <= ${last}::bigint
      order by id limit ${changesAtOnce}
    ), dated as (
      select w.id, (w.hour + m.minutes * interval '1 minute') at time zone ${timeZone} as at
      from waiting w, (values (0), (59)) as m (minutes)
    ), chosen as (
      select at::date as day from dated group by 1 order by min(id) limit ${daysAtOnce}
    ), taken as (
      delete from insight_change c where c.project_id = ${id} and c.id in (
        select d.id from dated d group by d.id having bool_and(d.at::date in (select day from chosen)))
    )
    select to_char(day, 'YYYY-MM-DD') as day from chosen`)
  return rows.map(({ day }) => day)
}
