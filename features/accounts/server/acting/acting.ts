import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { audit } from '#platform/server/audit.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { acting } from '../tables.ts'
import { recordAdminAction } from './admin-actions.ts'

/** How long an internal admin may act as a user. */
const actingMinutes = 60

type ActingRow = typeof acting.$inferSelect

/**
 * Lets an internal admin's session act as a user for an hour. The log of each project of the user says so. Throws
 * NotFoundError unless an admin asks, for other admins, and for blocked or unknown accounts.
 */
export async function beginActing(ctx: Ctx, userId: string): Promise<{ endsAt: string }> {
  const own = presentActor(ctx)
  await endActing(ctx, { onlyOld: true })
  const [id, at] = [ctx.id(), ctx.now()]
  const endsAt = new Date(at.getTime() + actingMinutes * 60_000)
  const alsoProjects = await projectsOf(ctx, userId)
  return transaction(
    ctx,
    async (tx) => {
      const { rows } = await tx.execute<{ begun: boolean }>(sql`
        select begin_acting(${id}::uuid, ${own.sessionId}::uuid, ${own.userId}::uuid,
          ${sql.param([...ctx.adminEmails])}::text[], ${userId}::uuid, ${at.toISOString()}::timestamptz,
          ${endsAt.toISOString()}::timestamptz) as begun`)
      if (!rows[0]?.begun) throw new ApiError('NotFoundError', 'Not Found')
      const [row] = await tx.select().from(acting).where(eq(acting.id, id))
      if (row) await record(ctx, tx, row, { action: 'acting.start', projects: alsoProjects })
      return { endsAt: endsAt.toISOString() }
    },
    { alsoProjects },
  )
}

/** Ends the acting of the caller's session, or only one that has run out. Does nothing if it doesn't act as anyone. */
export async function endActing(ctx: Ctx, { onlyOld = false } = {}): Promise<void> {
  const { sessionId } = presentActor(ctx)
  const isOld = onlyOld ? lte(acting.endsAt, ctx.now()) : undefined
  const isOpen = and(eq(acting.sessionId, sessionId), isNull(acting.endedAt), isOld)
  const [row] = await transaction(ctx, (tx) => tx.select().from(acting).where(isOpen))
  if (!row) return
  const projects = await projectsOf(ctx, row.userId)
  const end = async (tx: Transaction) => {
    const { rows } = await tx.execute<{ ended: boolean }>(
      sql`select end_acting(${sessionId}::uuid, ${ctx.now().toISOString()}::timestamptz) as ended`,
    )
    if (rows[0]?.ended) await record(ctx, tx, row, { action: 'acting.end', projects })
  }
  await transaction(ctx, end, { alsoProjects: projects })
}

/** Records the end of actings that ran out. Runs hourly, as a job. */
export async function endOldActings(ctx: Ctx): Promise<void> {
  await transaction(ctx, async (tx) => {
    const rows = await tx
      .update(acting)
      .set({ endedAt: acting.endsAt })
      .where(and(isNull(acting.endedAt), lte(acting.endsAt, ctx.now())))
      .returning()
    for (const row of rows) {
      await record(ctx, tx, row, { action: 'acting.end', projects: await readProjects(tx, row.userId) })
    }
  })
}

/** Adds an entry to the admins' log, and to those of the user's projects. It names both people, at the time at which it happened. */
async function record(
  ctx: Ctx,
  tx: Transaction,
  { id, sessionId, adminId, adminEmail, userId, endsAt }: ActingRow,
  { action, projects }: { action: 'acting.start' | 'acting.end'; projects: readonly string[] },
): Promise<void> {
  const actor = {
    ...({ kind: 'user', userId, sessionId: sessionId ?? id, memberships: [] } as const),
    acting: { id, admin: { id: adminId, email: adminEmail }, endsAt },
  }
  const at = action === 'acting.end' && endsAt < ctx.now() ? endsAt : ctx.now()
  const own = { ...actingAs(ctx, actor), now: () => at }
  for (const projectId of projects) await audit(own, tx, { projectId, action, subjectId: id })
  await recordAdminAction(own, tx, { adminId, userId, action })
}

function projectsOf(ctx: Ctx, userId: string): Promise<string[]> {
  return transaction(ctx, (tx) => readProjects(tx, userId))
}

async function readProjects(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select project_id as id from memberships_of(${userId})`)
  return rows.map(({ id }) => id)
}
