import { sql } from 'drizzle-orm'
import type { Marks } from '#engine/reddit/forgotten-text.ts'
import {
  absentRecheckMs,
  nextCheckAt,
  rssKeptMs,
  turnOrder,
  type Urgency,
  urgencies,
  urgencyOf,
} from '#engine/reddit/rechecks.ts'
import type { Realm } from '#engine/sources.ts'
import type { Identity, SeenBy } from '#features/posts/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Ending } from './tombstones.ts'

/** The lease of a worker on the posts it checks. */
const leaseMs = 5 * 60_000
/** The delay for posts that couldn't be requested. */
const passedOverMs = 60 * 60_000
/** The time over which posts from an implausible response are checked again, one by one. */
const spreadMs = 2 * 60 * 60_000

/** A post to check. */
export interface Leased extends Identity {
  id: string
  outsideName: string | null
  /** Whether it arrived with an author's name, even if only the name's mark is left. */
  isNamed: boolean
  postedAt: Date | null
  seenBy: SeenBy
  /** The time Reddit last showed it; null if it was never seen there. */
  checkedAt: Date | null
  /** The time since which Reddit omits it; null if Reddit returned it the last time. */
  absentAt: Date | null
  /** The time it was due, for releasing it. */
  wasDue: Date
  isShown: boolean
}

/** Leases posts of a realm that are due for a check. `update ... returning` gives no two workers the same post. */
export async function leaseDue(
  ctx: Ctx,
  tx: Transaction,
  { realm, turn, most }: { realm: Realm; turn: number; most: number },
): Promise<Leased[]> {
  const leased: Leased[] = []
  for (const urgency of turnOrder(turn, await oldestDue(ctx, tx, realm))) {
    if (leased.length < most) leased.push(...(await leaseOf(ctx, tx, { realm, urgency, most: most - leased.length })))
  }
  return leased
}

async function oldestDue(ctx: Ctx, tx: Transaction, realm: Realm): Promise<Map<Urgency, number>> {
  const { rows } = await tx.execute<{ urgency: Urgency; due: Date }>(sql`
    select u.urgency, c.due_at as due from unnest(${sql.param([...urgencies])}::smallint[]) as u(urgency)
    cross join lateral (
      select due_at from post_check
      where realm = ${realm} and urgency = u.urgency and due_at <= ${ctx.now().toISOString()} order by due_at limit 1) c`)
  return new Map(rows.map(({ urgency, due }) => [urgency, new Date(due).getTime()]))
}

type LeasedRow = Omit<Leased, 'postedAt' | 'checkedAt' | 'absentAt' | 'wasDue'> & {
  postedAt: string | null
  checkedAt: string | null
  absentAt: string | null
  wasDue: string
} & Record<string, unknown>

async function leaseOf(
  ctx: Ctx,
  tx: Transaction,
  { realm, urgency, most }: { realm: Realm; urgency: Urgency; most: number },
): Promise<Leased[]> {
  const now = ctx.now()
  const { rows } = await tx.execute<LeasedRow>(sql`
    with next as (
      select post_id, due_at from post_check
      where realm = ${realm} and urgency = ${urgency} and due_at <= ${now.toISOString()}
      order by due_at limit ${most} for update skip locked
    )
    update post_check c set due_at = ${new Date(now.getTime() + leaseMs).toISOString()}
    from next n join post p on p.id = n.post_id
    where c.post_id = n.post_id
    returning p.id, p.source, p.kind, p.outside_id::text as "outsideId", p.outside_name as "outsideName",
      p.author is not null or c.name_marks <> '{}' as "isNamed",
      p.posted_at as "postedAt", c.seen_by as "seenBy", c.checked_at as "checkedAt", c.absent_at as "absentAt",
      n.due_at as "wasDue",
      exists (select from opportunity o where o.post_id = p.id) or exists (select from mention m where m.post_id = p.id)
        as "isShown"`)
  return rows.map((row) => ({
    ...row,
    postedAt: row.postedAt === null ? null : new Date(row.postedAt),
    checkedAt: row.checkedAt === null ? null : new Date(row.checkedAt),
    absentAt: row.absentAt === null ? null : new Date(row.absentAt),
    wasDue: new Date(row.wasDue),
  }))
}

/** Releases posts that can't be checked now. */
export async function releaseChecks(tx: Transaction, leased: readonly Leased[]): Promise<void> {
  await move(tx, leased, ({ wasDue }) => wasDue)
}

/** Postpones posts that Reddit can't be asked about. */
export async function skipChecks(ctx: Ctx, tx: Transaction, leased: readonly Leased[]): Promise<void> {
  const later = new Date(ctx.now().getTime() + passedOverMs)
  await move(tx, leased, () => later)
}

/** Postpones posts and spreads them over time, so that each response covers only a few of them. */
export async function spreadChecks(ctx: Ctx, tx: Transaction, leased: readonly Leased[]): Promise<void> {
  const from = ctx.now().getTime() + passedOverMs
  const indexes = new Map(leased.map((post, index) => [post, index]))
  await move(tx, leased, (post) => new Date(from + (indexes.get(post)! * spreadMs) / leased.length))
}

/** Records that Reddit omitted these posts, and checks them again soon, before all others. */
export async function recordAbsent(ctx: Ctx, tx: Transaction, leased: readonly Leased[]): Promise<void> {
  if (leased.length === 0) return
  const now = ctx.now()
  await tx.execute(sql`
    update post_check set absent_at = coalesce(absent_at, ${now.toISOString()}), urgency = 0,
      due_at = ${new Date(now.getTime() + absentRecheckMs).toISOString()}
    where post_id = any (${sql.param(leased.map(({ id }) => id))}::uuid[]) and standing in ('there', 'reduced')`)
}

/** Ends the checks of posts that Reddit doesn't know and never showed: an archive's made-up ids look like Reddit's. */
export async function endChecks(tx: Transaction, leased: readonly Leased[]): Promise<void> {
  await move(tx, leased, () => null)
}

async function move(tx: Transaction, leased: readonly Leased[], due: (post: Leased) => Date | null): Promise<void> {
  if (leased.length === 0) return
  await tx.execute(sql`
    update post_check c set due_at = k.due
    from unnest(${sql.param(leased.map(({ id }) => id))}::uuid[],
      ${sql.param(leased.map((post) => due(post)?.toISOString() ?? null))}::timestamptz[]) as k(id, due)
    where c.post_id = k.id and c.standing in ('there', 'reduced')`)
}

/** Records that Reddit still shows these posts, and schedules their next check. */
export async function recordPresent(ctx: Ctx, tx: Transaction, leased: readonly Leased[]): Promise<void> {
  if (leased.length === 0) return
  const now = ctx.now()
  const next = leased.map(({ id, isShown, postedAt }) => {
    const urgency = urgencyOf({ isShown, postedAt: postedAt?.getTime() ?? null }, now.getTime())
    return { id, urgency, dueAt: new Date(nextCheckAt(urgency, now.getTime())).toISOString() }
  })
  const column = <T>(value: (row: (typeof next)[number]) => T) => sql.param(next.map(value))
  await tx.execute(sql`
    update post_check c set checked_at = ${now.toISOString()}, checked_by = 'api', absent_at = null,
      urgency = k.urgency, due_at = k.due
    from unnest(${column(({ id }) => id)}::uuid[], ${column(({ urgency }) => urgency)}::smallint[],
      ${column(({ dueAt }) => dueAt)}::timestamptz[]) as k(id, urgency, due)
    where c.post_id = k.id and c.standing in ('there', 'reduced')`)
}

/** Records the standing of deleted posts and ends their checks, even for posts without a check so far. */
export async function recordGone(
  ctx: Ctx,
  tx: Transaction,
  postIds: readonly string[],
  standing: Ending,
): Promise<void> {
  const now = ctx.now().toISOString()
  await tx.execute(sql`
    insert into post_check as c (post_id, realm, seen_by, checked_at, checked_by, standing)
    select id, realm, 'api', ${now}, 'api', ${standing} from post where id = any (${sql.param([...postIds])}::uuid[])
    on conflict (post_id) do update set checked_at = excluded.checked_at, checked_by = excluded.checked_by,
      standing = excluded.standing, due_at = null, quote_marks = null, name_marks = null
    where c.standing in ('there', 'reduced')`)
}

/** Returns when Reddit last showed one of these posts; null if it was never seen there. */
export async function lastSeen(tx: Transaction, postIds: readonly string[]): Promise<Date | null> {
  const { rows } = await tx.execute<{ at: string | null }>(sql`
    select max(checked_at) as at from post_check
    where post_id = any (${sql.param([...postIds])}::uuid[]) and standing in ('there', 'reduced')`)
  return rows[0]?.at ? new Date(rows[0].at) : null
}

/**
 * Returns RSS posts that weren't seen for so long that their texts have to go, locked until the transaction ends. Locks
 * the posts first, in the order of `forgetPost`.
 */
export async function staleRssPosts(ctx: Ctx, tx: Transaction, most: number): Promise<string[]> {
  const before = new Date(ctx.now().getTime() - rssKeptMs).toISOString()
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from post_check c join post p on p.id = c.post_id
    where c.seen_by = 'feed' and c.standing = 'there' and c.checked_at <= ${before}
    order by c.checked_at limit ${most} for update of p skip locked`)
  // Checks again, since a transaction that held the lock may have seen or forgotten the post.
  const { rows: stale } = await tx.execute<{ id: string }>(sql`
    select post_id as id from post_check
    where post_id = any (${sql.param(rows.map(({ id }) => id))}::uuid[]) and standing = 'there' and checked_at <= ${before}
    order by post_id for update`)
  return stale.map(({ id }) => id)
}

/** Records that posts were reduced to title words. They can still be checked, and their marks identify quotes. */
export async function recordReduced(tx: Transaction, reduced: readonly ({ id: string } & Marks)[]): Promise<void> {
  await tx.execute(sql`
    update post_check c set standing = 'reduced', quote_marks = k.quotes, name_marks = k.names
    from json_to_recordset(${JSON.stringify(reduced)}) as k(id uuid, quotes bigint[], names bigint[])
    where c.post_id = k.id`)
}
