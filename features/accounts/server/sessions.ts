import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { memberRoles } from '#engine/rules/rights.ts'
import type { Ctx, Membership, PresentActor } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { Proof } from '#platform/server/database/proof.ts'
import { shortAddress } from '#platform/server/network/address.ts'
import type { Identity } from '../contract.ts'
import { dropCodes } from './codes.ts'
import { deviceOf } from './device.ts'
import { session, userCode } from './tables.ts'

import { type Claims, readToken, signToken } from './token.ts'
import { presentUser, type UserRow } from './users.ts'

/** Seconds that a session and its cookies last. */
export const sessionSeconds = 30 * 24 * 60 * 60
/** When something was used last is written no oftener than this. */
const useMs = 60_000

/** Starts a session and answers with the token for it. */
export async function openSession(ctx: Ctx, tx: Transaction, row: UserRow): Promise<Identity> {
  const id = ctx.id()
  const issuedAt = ctx.now()
  const expiresAt = new Date(issuedAt.getTime() + sessionSeconds * 1000)
  await forgetEnded(ctx, tx, row.id)
  await tx.insert(session).values({
    id,
    userId: row.id,
    device: deviceOf(ctx.client?.agent ?? ''),
    address: shortAddress(ctx.client?.address ?? ''),
    createdAt: issuedAt,
    lastUsedAt: issuedAt,
    expiresAt,
  })
  const jwt = await signToken({ userId: row.id, sessionId: id }, { issuedAt, expiresAt }, ctx.secrets)
  return { jwt, user: presentUser(row) }
}

/** What opens nothing any more is not kept: it says where somebody was. */
async function forgetEnded(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  const ended = or(isNotNull(session.revokedAt), lte(session.expiresAt, ctx.now()))
  await tx.delete(session).where(and(eq(session.userId, userId), ended))
  await tx.delete(userCode).where(and(eq(userCode.userId, userId), lte(userCode.expiresAt, ctx.now())))
}

/**
 * Who a token stands for, with their memberships as they are now. Null where the token is no good, its session is
 * over, or its user blocked or gone: a token alone opens nothing.
 */
export async function actorOf(ctx: Ctx, token: string): Promise<PresentActor | null> {
  const claims = await readToken(token, ctx.now(), ctx.secrets)
  if (!claims) return null
  const { userId } = claims
  const last = known.get(userId)
  const [found] = await ctx.db.ask<Found>(question, [...valuesOf(ctx, claims), last?.digest ?? ''])
  if (!found) return null
  const memberships = found.memberships === null && last ? last.memberships : membershipsIn(found.memberships ?? '')
  remember(userId, { digest: found.digest, memberships })
  if (isLongAgo(ctx, found.used)) {
    const used = { lastUsedAt: ctx.now() }
    await transaction(ctx, (tx) => tx.update(session).set(used).where(eq(session.id, claims.sessionId)))
  }
  return { kind: 'user', ...claims, memberships }
}

/**
 * The same as it was last, with the proof that it still is so, which is yet to be asked for. Null where this process does
 * not know.
 */
export async function presumedActorOf(ctx: Ctx, token: string): Promise<{ actor: PresentActor; proof: Proof } | null> {
  const claims = await readToken(token, ctx.now(), ctx.secrets)
  const last = claims && known.get(claims.userId)
  if (!last) return null
  // Where it is time to write down that the session is used, that comes before anything is read.
  const proof = new Proof(
    question,
    [...valuesOf(ctx, claims), last.digest],
    ([found]) => found?.memberships === null && !isLongAgo(ctx, found.used),
  )
  return { actor: { kind: 'user', ...claims, memberships: last.memberships }, proof }
}

interface Found {
  /** Null where they are those of the digest that was sent along. */
  memberships: string | null
  digest: string
  used: Date
}

/** Memberships are told only where they differ from what this process was told last: somebody may have a thousand. */
const question = `
  with d as materialized (select memberships_digest($2) as digest)
  select case when d.digest <> $4 then memberships_in($2) end as memberships, d.digest, s.last_used_at as used
  from d, session s
  join "user" u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3 and u.blocked_at is null`

function valuesOf(ctx: Ctx, { sessionId, userId }: Claims): string[] {
  return [sessionId, userId, ctx.now().toISOString()]
}

interface Remembered {
  digest: string
  memberships: readonly Membership[]
}

/** What each user's memberships were when they were last asked for, the longest unused first. */
const known = new Map<string, Remembered>()
const knownMost = 1000

function remember(userId: string, memberships: Remembered): void {
  known.delete(userId)
  known.set(userId, memberships)
  const [oldest] = known.keys()
  if (known.size > knownMost && oldest !== undefined) known.delete(oldest)
}

const idLength = 36

/** Reads `id role,id role`: one text costs less than as many rows. */
function membershipsIn(text: string): Membership[] {
  if (text === '') return []
  return text.split(',').flatMap((each) => {
    const role = memberRoles.find((one) => one === each.slice(idLength + 1))
    return role ? [{ projectId: each.slice(0, idLength), role }] : []
  })
}

/** Whether it is time to write down that something is used. */
export function isLongAgo({ now }: Pick<Ctx, 'now'>, used: Date | string | null): boolean {
  return used === null || now().getTime() - new Date(used).getTime() >= useMs
}

/** Which of a user's sessions: all, one, or all but one. */
export type Which = 'all' | { only: string } | { but: string }

/** Ends sessions at once; their tokens open nothing any more. Answers how many there were to end. */
export async function closeSessions(ctx: Ctx, tx: Transaction, userId: string, which: Which): Promise<number> {
  const chosen = which === 'all' ? undefined : 'only' in which ? eq(session.id, which.only) : ne(session.id, which.but)
  const closed = await tx
    .update(session)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(session.userId, userId), chosen, isNull(session.revokedAt)))
    .returning({ id: session.id })
  return closed.length
}

/** Ends everything that opens an account: sessions, API tokens, and codes that were mailed (faults 16). */
export async function endAccess(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  await closeSessions(ctx, tx, userId, 'all')
  await dropCodes(tx, userId)
  await tx.execute(sql`select drop_tokens_of(${userId})`)
}
