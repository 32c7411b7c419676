import { eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { isReleasedAs } from '#platform/server/tenancy/visible-rows.ts'

/** What is released by an interval of its own (contract/plans). */
export const streams = ['leads', 'mentions'] as const
export type Stream = (typeof streams)[number]

const tables: Record<Stream, SQL> = { leads: sql`opportunity`, mentions: sql`mention` }

/** The release that what a project holds of each stream waits for; null: what is found is released at once. */
export type Releases = Record<Stream, Date | null>

/** Projects behind one, by id, that the job has to look at: it is due, or something that it hangs on changed. */
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
 * Takes a project that is to be looked at, until the transaction ends. Undefined where another worker has it, or had it:
 * of two, one releases; and where somebody changes it just now, who is not waited for.
 */
export async function takeReleases(
  tx: Transaction,
  projectId: string,
  now: Date,
): Promise<(Releases & { timeZone: string }) | undefined> {
  const free = sql`(select id from project where id = ${projectId} and release_look_at <= ${now.toISOString()}
    for no key update skip locked)`
  const [taken] = await tx
    .update(project)
    .set({ releaseLookAt: null })
    .where(eq(project.id, free))
    .returning({ leads: project.leadsReleaseAt, mentions: project.mentionsReleaseAt, timeZone: project.timeZone })
  return taken
}

/** The same for somebody who changes the project and waits for it. */
export async function lockReleases(
  tx: Transaction,
  projectId: string,
): Promise<(Releases & { timeZone: string }) | undefined> {
  const [held] = await tx
    .select({ leads: project.leadsReleaseAt, mentions: project.mentionsReleaseAt, timeZone: project.timeZone })
    .from(project)
    .where(eq(project.id, projectId))
    .for('no key update')
  return held
}

/** Notes what is waited for from now on, and when the job has to look at it; null: never by the clock. */
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
 * Releases all that a project holds of a stream. Answers how much it was. Rows are held in the order in which the
 * pipeline writes them, so that neither waits for the other in a circle.
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
 * Lets the job look at projects whose releases are not as the configuration has it: with billing off nobody waits; else
 * only those do not who pay for it or are internal admins. Both change between two starts, and owners and passes by the
 * way: so does the access to an agency's project, which hangs on its owner. And what is held where nothing is, was
 * written after all by whoever had read the project before that. Answers how many.
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
