import type { Identity } from '@earshot/contract/endpoints/identity'
import { memberRoles } from '@earshot/contract/entities'
import { and, eq, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Ctx, Membership, PresentActor } from '../../ctx.ts'
import { type Transaction, transaction } from '../../db/database.ts'
import { userCode } from '../../db/identity-tables.ts'
import { session } from '../../db/schema.ts'
import { shortAddress } from './address.ts'
import { dropCodes } from './codes.ts'
import { deviceOf } from './device.ts'
import { readToken, signToken } from './token.ts'
import { presentUser, type UserRow } from './users.ts'

/** Seconds that a session and its cookies last. */
export const sessionSeconds = 30 * 24 * 60 * 60
/** When something was used last is written no oftener than this. */
export const useMs = 60_000

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
  const { userId, sessionId } = claims
  const now = ctx.now().toISOString()
  const [found] = await ctx.db.ask<{ memberships: string | null; used: Date }>(
    (literal) => `
      select string_agg(m.project_id || ' ' || m.role, ',') as memberships, s.last_used_at as used
      from session s
      join "user" u on u.id = s.user_id
      left join memberships_of(u.id) m on true
      where s.id = ${literal(sessionId)} and s.user_id = ${literal(userId)} and s.revoked_at is null
        and s.expires_at > ${literal(now)} and u.blocked_at is null
      group by s.id`,
  )
  if (!found) return null
  if (isLongAgo(ctx, found.used)) {
    await transaction(ctx, (tx) => tx.update(session).set({ lastUsedAt: ctx.now() }).where(eq(session.id, sessionId)))
  }
  return { kind: 'user', userId, sessionId, memberships: membershipsIn(found.memberships ?? '') }
}

const idLength = 36

/** Reads `id role,id role`: somebody may have a thousand, and one text costs less than as many rows. */
function membershipsIn(text: string): Membership[] {
  if (text === '') return []
  return text.split(',').flatMap((each) => {
    const role = memberRoles.find((known) => known === each.slice(idLength + 1))
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
