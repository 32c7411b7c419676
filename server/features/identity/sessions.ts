import type { Identity } from '@earshot/contract/api'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Actor, Ctx, Membership } from '../../ctx.ts'
import { type Transaction, transaction } from '../../db/database.ts'
import { session, user } from '../../db/schema.ts'
import { readToken, signToken } from './token.ts'
import { presentUser, type UserRow } from './users.ts'

/** Seconds that a session and its cookies last. */
export const sessionSeconds = 30 * 24 * 60 * 60

/** Starts a session and answers with the token for it. */
export async function openSession(ctx: Ctx, tx: Transaction, row: UserRow): Promise<Identity> {
  const id = ctx.id()
  const issuedAt = ctx.now()
  const expiresAt = new Date(issuedAt.getTime() + sessionSeconds * 1000)
  await tx.insert(session).values({ id, userId: row.id, createdAt: issuedAt, expiresAt })
  const jwt = await signToken({ userId: row.id, sessionId: id }, { issuedAt, expiresAt }, ctx.secrets)
  return { jwt, user: presentUser(row) }
}

/**
 * Who a token stands for, with their memberships as they are now. Null where the token is no good, its session is
 * over, or its user blocked or gone: a token alone opens nothing.
 */
export async function actorOf(ctx: Ctx, token: string): Promise<Actor | null> {
  const claims = await readToken(token, ctx.now(), ctx.secrets)
  if (!claims) return null
  return transaction(ctx, async (tx) => {
    const [known] = await tx
      .select({ id: session.id })
      .from(session)
      .innerJoin(user, eq(user.id, session.userId))
      .where(
        and(
          eq(session.id, claims.sessionId),
          eq(session.userId, claims.userId),
          isNull(session.revokedAt),
          gt(session.expiresAt, ctx.now()),
          isNull(user.blockedAt),
        ),
      )
    if (!known) return null
    const memberships = await membershipsOf(tx, claims.userId)
    return { kind: 'user', userId: claims.userId, sessionId: claims.sessionId, memberships }
  })
}

/** Ends a session at once; its token opens nothing any more. */
export async function closeSession(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  await tx
    .update(session)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(session.id, id), isNull(session.revokedAt)))
}

async function membershipsOf(tx: Transaction, userId: string): Promise<Membership[]> {
  const { rows } = await tx.execute<{ project_id: string; role: Membership['role'] }>(
    sql`select project_id, role from memberships_of(${userId})`,
  )
  return rows.map((row) => ({ projectId: row.project_id, role: row.role }))
}
