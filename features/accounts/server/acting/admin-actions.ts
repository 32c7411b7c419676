import { desc, eq, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { adminAction } from '../tables.ts'

interface AdminAction {
  adminId: string
  userId: string
  action: string
  details?: Record<string, unknown>
}

/**
 * Records what an internal admin did to an account, which may have no project with an audit log. Does nothing if the
 * account is gone.
 */
export async function recordAdminAction(
  ctx: Ctx,
  tx: Transaction,
  { adminId, userId, action, details = {} }: AdminAction,
): Promise<void> {
  await tx.execute(sql`
    insert into admin_action (id, admin_id, user_id, action, details, created_at)
    select ${ctx.id()}::uuid, ${adminId}::uuid, u.id, ${action}, ${JSON.stringify(details)}::jsonb,
      ${ctx.now().toISOString()}::timestamptz
    from "user" u where u.id = ${userId}`)
}

/** Returns what internal admins did to an account, latest first, with the addresses of those who still exist. */
export async function adminActionsOf(tx: Transaction, userId: string, most: number) {
  const { id, action, details, createdAt } = adminAction
  return tx
    .select({ id, action, details, createdAt, admin: user.email })
    .from(adminAction)
    .leftJoin(user, eq(user.id, adminAction.adminId))
    .where(eq(adminAction.userId, userId))
    .orderBy(desc(adminAction.id))
    .limit(most)
}
