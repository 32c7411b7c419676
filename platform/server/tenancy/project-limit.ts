import { sql } from 'drizzle-orm'
import { ApiError } from '../../contract/errors.ts'
import type { Transaction } from '../database/database.ts'

/** The most projects, including archived ones, that an account may own. Each adds polls and up to 5 GB of imports. */
export const ownedProjectsMax = 50

/**
 * Throws ConflictError with this message if the account owns the maximum number of projects. Holds a lock until the
 * transaction ends, so that concurrent requests can't exceed the limit.
 */
export async function requireProjectRoom(tx: Transaction, userId: string, message: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('earshot projects owned'), hashtext(${userId}))`)
  const { rows } = await tx.execute<{ owned: number }>(
    sql`select count(*)::int as owned from memberships_of(${userId}) where role = 'owner'`,
  )
  if ((rows[0]?.owned ?? 0) >= ownedProjectsMax)
    throw new ApiError('ConflictError', message, { reason: 'projectLimit' })
}

/** The messages for a user who would own one project too many, and for others about them. */
export const tooManyProjects = {
  own: `You own ${ownedProjectsMax} projects, the maximum for an account. Delete one you no longer need.`,
  theirs: `This member owns ${ownedProjectsMax} projects, the maximum for an account.`,
}
