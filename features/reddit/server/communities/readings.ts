import { and, asc, count, desc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { CallPurpose } from '#engine/reddit/governor.ts'
import { promotionStance } from '#engine/reddit/promotion-stance.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { CommunityStanding } from '../../contract.ts'
import type { RedditApi } from '../api/api.ts'
import { type Community, type CommunityRule, readCommunity, readRules } from '../api/communities.ts'
import type { Ending, Failure, Outcome, RetryReason } from '../api/outcome.ts'
import { wordsOf } from '../sources.ts'
import { community } from '../tables.ts'
import type { CommunityRow, Realm } from './community-rows.ts'

/** The lease on a community being read. After it, another worker takes over. */
const leaseMs = 2 * 60_000
const dayMs = 24 * 3_600_000
/**
 * The delays of the next reading. Rules and sizes rarely change; a closed community may open, and a missing one may
 * have been created today.
 */
const ownTurnMs = 2_000
const againMs = { readable: 7 * dayMs, closed: dayMs, missing: 3_600_000 }

/** How long a user waits for a reading, and how many readings in that time may use the calls reserved for users. */
const awaited = { ms: 10 * 60_000, most: 100 }

/** A community to read, and the calls to use for it. */
interface Due {
  row: CommunityRow
  purpose: CallPurpose
}

/**
 * Claims the next community to read; null if none is due. Requested ones come before those that are only listed or were
 * read long ago.
 */
export async function claimDue(tx: Transaction, realm: Realm, now: Date): Promise<Due | null> {
  const since = new Date(now.getTime() - awaited.ms)
  const isAwaited = and(isNull(community.readAt), gt(community.askedAt, since))!
  const [row] = await tx
    .select()
    .from(community)
    .where(and(eq(community.realm, realm), lte(community.nextAt, now)))
    .orderBy(desc(isAwaited), asc(community.nextAt), asc(community.key))
    .limit(1)
    .for('update', { skipLocked: true })
  if (!row) return null
  await write(tx, row, { nextAt: new Date(now.getTime() + leaseMs) })
  if (row.readAt !== null || row.askedAt <= since) return { row, purpose: 'listen' }
  const [read] = await tx
    .select({ total: count() })
    .from(community)
    .where(and(eq(community.realm, realm), gt(community.askedAt, since), gt(community.readAt, since)))
  return { row, purpose: (read?.total ?? 0) < awaited.most ? 'action' : 'listen' }
}

/** The result of reading a community: its description and its rules, as far as Reddit returned them. */
export interface Reading {
  about: Outcome<Community>
  rules: Outcome<CommunityRule[]> | null
}

/** Reads a community. Never throws for Reddit's failures. */
export async function readOne(api: RedditApi, { row: { key, failures }, purpose }: Due): Promise<Reading> {
  const asking = { purpose, failures }
  const about = await readCommunity(api, key, asking)
  const rules = about.state === 'ok' ? await readRules(api, key, asking) : null
  return { about, rules }
}

/** Returns whether the rate limit or the connection failed, so that the next community would fail too. */
export function isSharedFailure({ about, rules }: Reading): boolean {
  return [about, rules].some(
    (outcome) =>
      outcome?.state === 'signIn' ||
      (outcome?.state === 'later' && sharedReasons.has(outcome.because)) ||
      (outcome?.state === 'never' && outcome.because === 'appRefused'),
  )
}

const sharedReasons: ReadonlySet<RetryReason> = new Set(['governed', 'token', 'limited', 'page', 'unreachable', 'slow'])

/** Saves a reading. A failed one keeps the earlier facts. */
export async function writeReading(
  tx: Transaction,
  row: CommunityRow,
  { about, rules }: Reading,
  now: Date,
): Promise<void> {
  if (about.state !== 'ok') return write(tx, row, changesAfterFailure(row, about, now))
  const rulesTrouble = rules !== null && rules.state !== 'ok' ? rules : null
  await write(tx, row, {
    ...profileOf(about.value),
    ...(rules?.state === 'ok' ? rulesOf(rules.value) : {}),
    source: row.realm === 'sandbox' ? 'sandbox' : 'reddit-api',
    readAt: now,
    trouble: null,
    failures: 0,
    nextAt: new Date(now.getTime() + againMs.readable),
    ...(rulesTrouble?.state === 'later' ? { nextAt: new Date(rulesTrouble.at), failures: row.failures + 1 } : {}),
  })
}

function profileOf({ name, title, members, kind, isAdult, isQuarantined }: Community) {
  const standing: CommunityStanding = isQuarantined ? 'quarantined' : (standings[kind] ?? 'open')
  return { name, title, members, isAdult, standing }
}

/** The standing by Reddit's kinds. Communities that only some can read count as private. */
const standings: Record<string, CommunityStanding> = {
  restricted: 'restricted',
  archived: 'archived',
  private: 'private',
  employees_only: 'private',
  gold_only: 'private',
}

function rulesOf(read: readonly CommunityRule[]) {
  const rules = read.map(({ name, description }) => ({ name, description }))
  const { stance, because } = promotionStance(rules)
  return { rules, stance, stanceRule: because?.rule ?? null, stanceWords: because?.words ?? null }
}

/** The standing of a community that can't be read, by reason. */
const closings: Partial<Record<Ending, CommunityStanding>> = {
  private: 'private',
  forbidden: 'private',
  banned: 'banned',
  quarantined: 'quarantined',
  missing: 'missing',
}

function changesAfterFailure({ failures }: CommunityRow, trouble: Failure, now: Date): Partial<CommunityRow> {
  const standing = trouble.state === 'never' ? closings[trouble.because] : undefined
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (standing) {
    const nextAt = after(standing === 'missing' ? againMs.missing : againMs.closed)
    return { standing, readAt: now, trouble: null, failures: 0, nextAt, ...noProfile }
  }
  const words = wordsOf(trouble)
  // Only our own rate limit delays the reading, and the next turn may come sooner than announced.
  if (words === null) return { trouble: null, nextAt: after(ownTurnMs) }
  const nextAt = trouble.state === 'later' ? new Date(trouble.at) : after(againMs.missing)
  return { trouble: words, failures: failures + 1, nextAt }
}

/** The rules of a community that can't be read any more are no longer valid. */
const noProfile = { rules: null, stance: 'unknown', stanceRule: null, stanceWords: null } as const

async function write(tx: Transaction, { realm, key }: CommunityRow, changes: Partial<CommunityRow>): Promise<void> {
  await tx
    .update(community)
    .set(changes)
    .where(and(eq(community.realm, realm), eq(community.key, key)))
}
