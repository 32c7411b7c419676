import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { type Reading, rowsOf } from '#platform/server/database/rows/find.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import type { Session } from '../../contract.ts'
import { session } from '../tables.ts'
import { closeSessions } from './sessions.ts'

type SessionRow = typeof session.$inferSelect

/** Returns the reading of the caller's own active sessions. */
export function sessionsOf(ctx: Ctx): Reading<SessionRow, Session> {
  const { actor } = ctx
  return {
    table: session,
    columns: {
      id: session.id,
      documentId: session.id,
      createdAt: session.createdAt,
      updatedAt: session.lastUsedAt,
      lastUsedAt: session.lastUsedAt,
      expiresAt: session.expiresAt,
    },
    project: () => {
      const own = actor.kind === 'user' ? eq(session.userId, actor.userId) : sql`false`
      return and(own, isNull(session.revokedAt), gt(session.expiresAt, ctx.now())) ?? own
    },
    cursor: false,
    rows: rowsOf(session),
    present: async (_tx, rows) =>
      rows.map((row) => presentSession(row, actor.kind === 'user' && row.id === actor.sessionId)),
  }
}

function presentSession(row: SessionRow, current: boolean): Session {
  const { device, address, lastUsedAt, expiresAt } = row
  return {
    ...rowHead({ ...row, updatedAt: lastUsedAt }),
    device,
    address,
    lastUsedAt: lastUsedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current,
  }
}

/** Ends one of the caller's sessions. Throws NotFoundError if it has ended or isn't theirs. */
export async function deleteSession(ctx: Ctx, id: string): Promise<void> {
  const { actor } = ctx
  const closed =
    actor.kind === 'user' ? await transaction(ctx, (tx) => closeSessions(ctx, tx, actor.userId, { only: id })) : 0
  if (closed === 0) throw new ApiError('NotFoundError', 'Not Found')
}

/** Ends all other sessions of the caller. */
export async function deleteOtherSessions(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null) throw new ApiError('ForbiddenError', 'Forbidden')
  const { userId, sessionId } = actor
  await transaction(ctx, (tx) => closeSessions(ctx, tx, userId, { but: sessionId }))
}
