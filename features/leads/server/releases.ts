import { eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'

/** The streams that are released at their own interval (contract/plans). */
export const streams = ['leads', 'mentions'] as const
export type Stream = (typeof streams)[number]

const tables: Record<Stream, SQL> = { leads: sql`opportunity`, mentions: sql`mention` }

/** When the held items of each stream are released; null: new items are released immediately. */
export type Releases = Record<Stream, Date | null>

/** Returns the next projects by id that the job must process: they are due, or something that affects them changed. */
export async function projectsToLookAt(
  tx: Transaction,
  { now, after, limit }: { now: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from project where release_look_at <= ${now.toISOString()} and (${after}::uuid is null or id > ${after})
    order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/**
 * Claims a project for processing until the transaction ends. Returns undefined if another worker has claimed or
 * processed it, or if another transaction is changing it.
 */
export async function takeReleases(
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<(Releases & { timeZone: string }) | undefined> {
  const free = sql`(select id from project where id = ${projectId} and release_look_at <= ${now.toISOString()}
    for no key update skip locked)`
  const [claimed] = await tx
    .update(project)
    .set({ releaseLookAt: null })
    .where(eq(project.id, free))
    .returning({ leads: project.leadsReleaseAt, mentions: project.mentionsReleaseAt, timeZone: project.timeZone })
  return claimed
}

/** Does the same for a caller that changes the project and waits for its lock. */
export async function lockReleases(
  tx: Transaction,
  projectId: string,
): Promise<(Releases & { timeZone: string }) | undefined> {
  const [locked] = await tx
    .select({ leads: project.leadsReleaseAt, mentions: project.mentionsReleaseAt, timeZone: project.timeZone })
    .from(project)
    .where(eq(project.id, projectId))
    .for('no key update')
  return locked
}

/** Saves the next releases, and when the job must process the project; null: not by the clock. */
export async function noteReleases(
  tx: Transaction,
  projectId: string,
  { leads, mentions }: Releases,
  lookAt: Date | null,
): Promise<void> {
  await tx
    .update(project)
    .set({ leadsReleaseAt: leads, mentionsReleaseAt: mentions, releaseLookAt: lookAt?.toISOString() ?? null })
    .where(eq(project.id, projectId))
}

/**
 * Releases everything that a project holds of a stream, and returns how many items. Rows are locked in the order in
 * which the pipeline writes them, which prevents deadlocks.
 */
export async function releaseHeld(ctx: Ctx, tx: Transaction, projectId: string, stream: Stream): Promise<number> {
  const now = sql`${ctx.now().toISOString()}::timestamptz`
  const { rowCount } = await tx.execute(sql`
    with held as materialized (
      select r.id from ${tables[stream]} r where r.project_id = ${projectId} and not ${isReleasedAs('r')}
      order by r.post_id for no key update
    )
    update ${tables[stream]} r set released_at = ${now}, updated_at = ${now}
    from held h where r.project_id = ${projectId} and r.id = h.id`)
  return rowCount ?? 0
}

/**
 * Queues projects whose releases don't match the configuration, and returns how many. With billing off, no project
 * holds items. Otherwise all do except those of internal admins and paid passes. The configuration can change between
 * two starts, and an agency project's access with its owner. Also finds items held in a project that holds none,
 * written by a transaction that had read the old setting.
 */
export async function lookAtUnusual(
  { billing, adminEmails, now }: Pick<Ctx, 'billing' | 'adminEmails' | 'now'>,
  tx: Transaction,
): Promise<number> {
  const waits = sql`(p.leads_release_at is not null or p.mentions_release_at is not null)`
  const isAdmins = sql`exists (select from member m where m.project_id = p.id and m.role = 'owner'
    and lower(m.email) = any (${sql.param([...adminEmails])}::text[]))`
  const isLeftOver = sql`(not ${waits} and (exists (select from opportunity o
      where o.project_id = p.id and not ${isReleasedAs('o')})
    or exists (select from mention m where m.project_id = p.id and not ${isReleasedAs('m')})))`
  const isOfOther = sql`(p.is_agency_project and p.release_look_at is null
    and least(p.leads_release_at, p.mentions_release_at) <= ${now().toISOString()})`
  const isUnusual = billing === 'off' ? waits : sql`${waits} = ${isAdmins}`
  const { rowCount } = await tx.execute(sql`
    update project p set release_look_at = '-infinity'
    where (${isUnusual} or ${isLeftOver} or ${isOfOther}) and release_look_at is distinct from '-infinity'`)
  return rowCount ?? 0
}
