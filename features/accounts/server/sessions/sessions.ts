import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { MemberRole } from '#engine/rules/rights.ts'
import type { Ctx, Membership, PresentActor } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { sessionSeconds } from '#platform/server/http/cookies.ts'
import { shortAddress } from '#platform/server/network/address.ts'
import type { Identity } from '../../contract.ts'
import { isAdminAddress } from '../admins.ts'
import { deleteCodes } from '../codes.ts'
import { session, userCode } from '../tables.ts'
import { deleteChallenges } from '../two-factor/challenges.ts'
import { presentUser, type UserRow } from '../users.ts'
import { deviceOf } from './device.ts'
import { readToken, signToken } from './token.ts'

/** The minimum interval between writes of the last use. */
const useMs = 60_000

/** Starts a session and returns its token. */
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

/** Deletes ended sessions and codes, since they reveal where a user was. */
async function forgetEnded(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  const ended = or(isNotNull(session.revokedAt), lte(session.expiresAt, ctx.now()))
  await tx.delete(session).where(and(eq(session.userId, userId), ended))
  await tx.delete(userCode).where(and(eq(userCode.userId, userId), lte(userCode.expiresAt, ctx.now())))
}

/** A session's user and one of their roles, with the ids of its projects separated by commas. */
interface SignedIn {
  used: Date
  role: MemberRole | null
  projectIds: string | null
  email: string
  isConfirmed: boolean
  /** The user as whom an admin's session acts, if it does. */
  actingId: string | null
  actingAs: string
  actingEmail: string
  actingEndsAt: Date
}

const signedIn = `
  select s.last_used_at as used, m.role, m.project_ids as "projectIds", u.email, u.confirmed_at is not null as "isConfirmed",
    a.id as "actingId", t.id as "actingAs", t.email as "actingEmail", a.ends_at as "actingEndsAt"
  from session s join "user" u on u.id = s.user_id
  left join (acting a join "user" t on t.id = a.user_id and t.blocked_at is null)
    on a.session_id = s.id and a.ended_at is null and a.ends_at > $3
  left join memberships_by_role(coalesce(t.id, u.id)) m on true
  where s.id = $1 and s.user_id = $2 and s.revoked_at is null and s.expires_at > $3 and u.blocked_at is null`

/**
 * Returns the user that a session token belongs to, with their current memberships. Null if the token isn't valid, its
 * session has ended, or its user is blocked or deleted: a valid token alone is not enough. In a session that acts as
 * another user, that one is returned; null if its user is no longer an internal admin, or the other one has become one.
 */
export async function actorOf(ctx: Ctx, token: string): Promise<PresentActor | null> {
  const claims = await readToken(token, ctx.now(), ctx.secrets)
  if (!claims) return null
  const found = await ctx.db.ask<SignedIn>({
    name: 'signed-in',
    text: signedIn,
    values: [claims.sessionId, claims.userId, ctx.now()],
  })
  const [first] = found
  if (!first) return null
  if (isLongAgo(ctx, first.used)) {
    const used = { lastUsedAt: ctx.now() }
    await transaction(ctx, (tx) => tx.update(session).set(used).where(eq(session.id, claims.sessionId)))
  }
  const memberships = found.flatMap(membershipsOf)
  if (first.actingId === null) return { kind: 'user', ...claims, memberships }
  const { email, isConfirmed, actingId: id, actingAs: userId, actingEmail, actingEndsAt: endsAt } = first
  if (!isConfirmed || !isAdminAddress(ctx, email) || isAdminAddress(ctx, actingEmail)) return null
  const acting = { id, admin: { id: claims.userId, email }, endsAt: new Date(endsAt) }
  return { kind: 'user', userId, sessionId: claims.sessionId, memberships, acting }
}

function membershipsOf({ role, projectIds }: SignedIn): Membership[] {
  if (role === null || projectIds === null) return []
  return projectIds.split(',').map((projectId) => ({ projectId, role }))
}

/** Returns whether the last use is due to be written. */
export function isLongAgo({ now }: Pick<Ctx, 'now'>, used: Date | string | null): boolean {
  return used === null || now().getTime() - new Date(used).getTime() >= useMs
}

/** The sessions to end: all, one, or all but one. */
export type SessionFilter = 'all' | { only: string } | { but: string }

/** Ends sessions at once and invalidates their tokens. Returns the number of ended sessions. */
export async function closeSessions(ctx: Ctx, tx: Transaction, userId: string, which: SessionFilter): Promise<number> {
  const chosen = which === 'all' ? undefined : 'only' in which ? eq(session.id, which.only) : ne(session.id, which.but)
  const closed = await tx
    .update(session)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(session.userId, userId), chosen, isNull(session.revokedAt)))
    .returning({ id: session.id })
  return closed.length
}

/** Ends all access to an account: sessions, unfinished sign-ins, API tokens and emailed codes (faults 16). */
export async function endAccess(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  await closeSessions(ctx, tx, userId, 'all')
  await deleteCodes(tx, userId)
  await deleteChallenges(tx, userId)
  await tx.execute(sql`select drop_tokens_of(${userId})`)
}
