import { sql } from 'drizzle-orm'
import { ApiError } from '../../contract/errors.ts'
import type { Transaction } from '../database/database.ts'

/** Projects that one account may own, archived ones too: each may keep 5 GB of imported posts, and is listened for. */
export const ownedProjectsMax = 50

/**
 * Throws ConflictError with this message when the account owns as many projects as it may. From here to the end of the
 * transaction nobody else adds one to it, so that requests that race can't all take the last of the room.
 */
export async function requireProjectRoom(tx: Transaction, userId: string, message: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot projects owned'), hashtext(${userId}))`)
  const { rows } = await tx.execute<{ owned: number }>(
    sql`select count(*)::int as owned from memberships_of(${userId}) where role = 'owner'`,
  )
  if ((rows[0]?.owned ?? 0) >= ownedProjectsMax)
    throw new ApiError('ConflictError', message, { reason: 'projectLimit' })
}

/** What is said to somebody who would become the owner of one project too many, and of them to others. */
export const tooManyProjects = {
  own: `You own ${ownedProjectsMax} projects, the most that an account can own. Delete one you no longer need.`,
  theirs: `This member owns ${ownedProjectsMax} projects, the most that an account can own.`,
}
