import { and, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Transaction } from '#platform/server/database/database.ts'
import type { CommunityProfile } from '../../contract.ts'
import { community } from '../tables.ts'

/** The realm of a community: the sandbox's and Reddit's of the same name are two communities. */
export type Realm = (typeof community.$inferSelect)['realm']
export type CommunityRow = typeof community.$inferSelect

/** The maximum number of new names in one request, so that one user's names don't delay another's. */
const newMost = 20
/** The minimum interval between records of a request. */
const askedMs = 3_600_000
/** The request time of communities that are only listed by projects. */
const never = new Date(0)
/** The limit for reading communities that are only listed by projects: these calls count as polling. */
const listedBounds = { most: 50, ms: 10 * 60_000 }

/** Returns those names that were neither read nor requested yet, in the given order. */
export async function unknownNames(tx: Transaction, realm: Realm, names: readonly string[]): Promise<string[]> {
  const rows = await rowsOf(tx, realm, names)
  const known = new Set(rows.filter(({ readAt, askedAt }) => readAt !== null || askedAt > never).map(({ key }) => key))
  return names.filter((name) => !known.has(name))
}

/** Queues unknown communities for reading and records the request for known ones. Returns whether any is due. */
export async function requestCommunities(
  tx: Transaction,
  realm: Realm,
  names: readonly string[],
  now: Date,
): Promise<boolean> {
  // Inserts in a fixed order to prevent deadlocks between concurrent requests.
  const unknown = (await unknownNames(tx, realm, names)).slice(0, newMost).toSorted()
  if (unknown.length > 0) {
    const rows = unknown.map((key) => ({ realm, key, name: key, askedAt: now, nextAt: now }))
    await tx
      .insert(community)
      .values(rows)
      .onConflictDoUpdate({
        target: [community.realm, community.key],
        set: { askedAt: now },
        setWhere: lte(community.askedAt, never),
      })
  }
  const own = and(eq(community.realm, realm), inArray(community.key, [...names]))
  const longAgo = lte(community.askedAt, new Date(now.getTime() - askedMs))
  // Skips locked rows: their transaction records the same, or the result of a reading.
  const noted = tx
    .select({ key: community.key })
    .from(community)
    .where(and(own, longAgo, or(isNotNull(community.readAt), gt(community.askedAt, never))))
    .for('update', { skipLocked: true })
  await tx
    .update(community)
    .set({ askedAt: now })
    .where(and(eq(community.realm, realm), inArray(community.key, noted)))
  const due = await tx
    .select({ key: community.key })
    .from(community)
    .where(and(own, lte(community.nextAt, now)))
    .limit(1)
  return due.length > 0
}

/** Returns the profiles of these communities, in the given order. `isAsked`: Reddit's API is available. */
export async function profilesOf(
  tx: Transaction,
  realm: Realm,
  names: readonly string[],
  isAsked: boolean,
): Promise<CommunityProfile[]> {
  const rows = new Map((await rowsOf(tx, realm, names)).map((row) => [row.key, row]))
  return names.map((name) => presentCommunity(name, rows.get(name), isAsked))
}

/** Returns the rules of a community as last read; null while unknown. */
export async function communityRules(tx: Transaction, realm: Realm, name: string): Promise<CommunityRow['rules']> {
  const [row] = await rowsOf(tx, realm, [name.toLowerCase()])
  return row?.rules ?? null
}

async function rowsOf(tx: Transaction, realm: Realm, names: readonly string[]): Promise<CommunityRow[]> {
  if (names.length === 0) return []
  return tx
    .select()
    .from(community)
    .where(and(eq(community.realm, realm), inArray(community.key, [...names])))
}

function presentCommunity(name: string, row: CommunityRow | undefined, isAsked: boolean): CommunityProfile {
  const isPending = isAsked && (!row || (row.standing === 'unread' && row.trouble === null))
  return {
    name,
    displayName: row?.name ?? name,
    title: row?.title ?? '',
    members: row?.members ?? null,
    isAdult: row?.isAdult ?? false,
    standing: row?.standing ?? 'unread',
    stance: row?.stance ?? 'unknown',
    stanceRule: row?.stanceRule ?? null,
    stanceWords: row?.stanceWords ?? null,
    rules: row?.rules ?? null,
    readAt: row?.readAt?.toISOString() ?? null,
    isPending,
    trouble: row?.trouble ?? null,
  }
}

/**
 * Queues communities that projects list but no user requested: they were set through the API, or before Reddit was
 * connected. A project's first names come first, up to the calls that polling can spare.
 */
export async function requestListedCommunities(tx: Transaction, realm: Realm, now: Date): Promise<void> {
  const at = now.toISOString()
  const since = new Date(now.getTime() - listedBounds.ms).toISOString()
  await tx.execute(sql`
    insert into community (realm, key, name, asked_at, next_at)
    select ${realm}, key, key, ${never.toISOString()}::timestamptz, ${at}::timestamptz
    from (
      select key, min(position) as position from project p, unnest(p.communities) with ordinality as listed(key, position)
      where p.status <> 'archived' group by 1) listed
    where not exists (select from community c where c.realm = ${realm} and c.key = listed.key)
    order by position, key
    limit greatest(0, ${listedBounds.most} - (
      select count(*) from community c where c.realm = ${realm} and c.asked_at <= ${never.toISOString()}
        and ((c.read_at is null and c.failures = 0) or c.read_at > ${since})))
    on conflict do nothing`)
}

/** Deletes communities that no project lists and no user requested lately. Missing names are deleted sooner. */
export async function forgetUnlisted(tx: Transaction, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
  await tx
    .delete(community)
    .where(
      and(
        or(
          lte(community.askedAt, before(30)),
          and(inArray(community.standing, ['missing', 'unread']), lte(community.askedAt, before(1))),
        ),
        sql`not exists (select from project p where p.communities @> array[${community.key}])`,
      ),
    )
}
