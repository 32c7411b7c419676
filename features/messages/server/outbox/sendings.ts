import { createHash } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, lt, min, ne, or, sql } from 'drizzle-orm'
import type { Sending } from '#engine/messages/governor.ts'
import { sameTextForm } from '#engine/messages/text-form.ts'
import type { Realm } from '#engine/sources.ts'
import { countMessage, uncountMessage } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { transaction } from '#platform/server/database/database.ts'
import { message, sending } from '../tables.ts'
import { contactDigest } from './first-contact.ts'
import type { MessageKey } from './outgoing-row.ts'

/** A Reddit account, by whose name in the API the limits count: it may be connected in several projects. */
export interface RedditIdentity {
  clientId: string
  subject: string
}

/** How long limits look back. */
const memoryMs = 7 * 24 * 3_600_000

/** Lets only one transaction at a time decide about an account. */
export async function lockIdentity(tx: Transaction, { clientId, subject }: RedditIdentity): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtext('earshot sending'), hashtext(${`${clientId} ${subject}`}))`,
  )
}

/**
 * Returns what an account sent in the last week, and when Earshot first sent a first message with it. What lies ahead of the clock
 * counts too, since the clock may have been set back.
 */
export async function sendingsOf(
  ctx: Ctx,
  tx: Transaction,
  { clientId, subject }: RedditIdentity,
): Promise<{ sendings: Sending[]; firstSentAt: Date | null }> {
  const own = and(eq(sending.clientId, clientId), eq(sending.subject, subject))
  const since = new Date(ctx.now().getTime() - memoryMs)
  const rows = await tx
    .select()
    .from(sending)
    .where(and(own, gt(sending.sentAt, since)))
  const [first] = await tx
    .select({ at: min(sending.sentAt) })
    .from(sending)
    .where(and(own, isNotNull(sending.firstTo), isNotNull(sending.countedOn)))
  return {
    sendings: rows.map((row) => ({
      ...{
        at: row.sentAt,
        kind: row.kind,
        isFirst: row.firstTo !== null || row.countedOn !== null,
        community: row.community,
      },
      textDigest: row.textDigest.toString('hex'),
    })),
    firstSentAt: first?.at ?? null,
  }
}

/** Returns the digest of what a text says, whatever its greeting and the name of the person. */
export function textDigestOf(text: string, handle: string | null): Buffer {
  return createHash('sha256').update(sameTextForm(text, handle)).digest()
}

/** Returns whether another first message of the owner went to a person. */
export async function isContacted(
  tx: Transaction,
  { ownerId, realm, handle, except }: { ownerId: string; realm: Realm; handle: string; except: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ id: sending.id })
    .from(sending)
    .where(
      and(
        ...[eq(sending.ownerId, ownerId), eq(sending.realm, realm)],
        ...[eq(sending.firstTo, contactDigest(handle)), ne(sending.id, except)],
      ),
    )
    .limit(1)
  return row !== undefined
}

/** What is remembered of a message that is handed to Reddit. */
interface Handed extends RedditIdentity {
  realm: Realm
  ownerId: string
  kind: 'message' | 'comment'
  /** The person, if it is the first message to them. */
  firstTo: string | null
  /** Whether the plan counts it: the first message to a person, and what follows up on it. */
  counts: boolean
  community: string | null
  textDigest: Buffer
}

/**
 * Remembers that a message is handed to Reddit, and counts a first message for the plan, in the transaction that arms
 * it. Returns false if a first message to the person was handed over by another transaction just now.
 */
export async function recordSending(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: MessageKey,
  { firstTo, counts, community, ...handed }: Handed,
): Promise<boolean> {
  const [row] = await tx
    .insert(sending)
    .values({
      ...{ id, ...handed, sentAt: ctx.now() },
      firstTo: firstTo === null ? null : contactDigest(firstTo),
      community: community?.toLowerCase() ?? null,
    })
    .onConflictDoNothing({
      target: [sending.ownerId, sending.realm, sending.firstTo],
      where: isNotNull(sending.firstTo),
    })
    .returning({ id: sending.id })
  if (!row) return false
  if (counts) {
    const countedOn = await countMessage(ctx, tx, { projectId })
    await tx.update(sending).set({ countedOn }).where(eq(sending.id, id))
  }
  return true
}

/** A direct message that somebody wrote on Reddit with a connected account. */
interface SentByHand extends RedditIdentity {
  realm: Realm
  ownerId: string
  /** Reddit's name of it. */
  name: string
  /** The person; null for moderators. */
  handle: string | null
  /** Whether the person hadn't written before. */
  isFirst: boolean
  text: string
  at: Date
}

/** How long after arming a message Reddit may list it, and how much the clocks may differ. */
const listedMs = 15 * 60_000

/**
 * Remembers a message that was written on Reddit, once for all projects that have its account. The limits count it like
 * others, and the plan doesn't. Ignores one that a project sent with the same account.
 */
export async function recordSentByHand(
  ctx: Ctx,
  tx: Transaction,
  { clientId, subject, realm, ownerId, name, handle, isFirst, text, at }: SentByHand,
): Promise<void> {
  const isOld = at.getTime() < ctx.now().getTime() - memoryMs
  const firstTo = isFirst && handle !== null ? contactDigest(handle) : null
  if (isOld && firstTo === null) return
  const textDigest = textDigestOf(text, handle)
  const [own] = await tx
    .select({ id: sending.id })
    .from(sending)
    .innerJoin(message, eq(message.id, sending.id))
    .where(
      and(
        ...[eq(sending.clientId, clientId), eq(sending.subject, subject), eq(sending.textDigest, textDigest)],
        gt(sending.sentAt, new Date(at.getTime() - listedMs)),
        lt(sending.sentAt, new Date(at.getTime() + listedMs)),
        firstTo === null ? undefined : or(isNull(sending.firstTo), eq(sending.firstTo, firstTo)),
      ),
    )
    .limit(1)
  if (own) return
  const handed = {
    clientId,
    subject,
    realm,
    ownerId,
    kind: 'message',
    community: null,
    textDigest,
    sentAt: at,
  } as const
  const id = idOfName(`${clientId} ${subject} ${name}`)
  await tx
    .insert(sending)
    .values({ id, ...handed, firstTo })
    .onConflictDoNothing()
  // Not the first one to this person: the hourly limit counts it.
  if (firstTo !== null && !isOld)
    await tx
      .insert(sending)
      .values({ id, ...handed })
      .onConflictDoNothing()
}

/** Returns the same UUID for the same name (version 8). */
function idOfName(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Forgets a message that Reddit didn't accept, so that nothing counts it. */
export async function forgetSending(ctx: Ctx, tx: Transaction, { projectId, id }: MessageKey): Promise<void> {
  const [row] = await tx.delete(sending).where(eq(sending.id, id)).returning({ day: sending.countedOn })
  if (row?.day) await uncountMessage(ctx, tx, { projectId, day: row.day })
}

/** Keeps an attempt that Reddit refused: it counts toward the hourly limit alone, since nobody got it. */
export async function keepAttempt(ctx: Ctx, tx: Transaction, key: MessageKey): Promise<void> {
  const [row] = await tx.select().from(sending).where(eq(sending.id, key.id)).for('update')
  if (row?.countedOn) await uncountMessage(ctx, tx, { projectId: key.projectId, day: row.countedOn })
  const textDigest = createHash('sha256').update(`refused ${key.id}`).digest()
  await tx
    .update(sending)
    .set({ firstTo: null, countedOn: null, community: null, textDigest })
    .where(eq(sending.id, key.id))
}

/** Deletes what no limit counts anymore. Who got a first message is kept. */
export async function forgetOldSendings(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now().getTime() - memoryMs)
  await transaction(ctx, (tx) => tx.delete(sending).where(and(isNull(sending.firstTo), lt(sending.sentAt, before))))
}
