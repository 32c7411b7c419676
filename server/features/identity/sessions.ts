import type { Identity } from '@earshot/contract/endpoints/identity'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Actor, Ctx, Membership } from '../../ctx.ts'
import { type Transaction, transaction } from '../../db/database.ts'
import { session } from '../../db/schema.ts'
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
  const { userId, sessionId } = claims
  const now = ctx.now().toISOString()
  const { rows } = await transaction(ctx, (tx) =>
    tx.execute<{ project_id: string | null; role: Membership['role'] }>(sql`
      select m.project_id, m.role
      from session s
      join "user" u on u.id = s.user_id
      left join memberships_of(u.id) m on true
      where s.id = ${sessionId} and s.user_id = ${userId} and s.revoked_at is null and s.expires_at > ${now}
        and u.blocked_at is null`),
  )
  if (rows.length === 0) return null
  const memberships = rows.flatMap(({ project_id, role }) => (project_id ? [{ projectId: project_id, role }] : []))
  return { kind: 'user', userId, sessionId, memberships }
}

/** Ends a session at once; its token opens nothing any more. */
export async function closeSession(ctx: Ctx, tx: Transaction, id: string): Promise<void> {
  await tx
    .update(session)
    .set({ revokedAt: ctx.now() })
    .where(and(eq(session.id, id), isNull(session.revokedAt)))
}
