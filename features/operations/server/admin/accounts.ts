import { and, eq, sql } from 'drizzle-orm'
import {
  beginActing,
  recordAdminAction,
  resendConfirmation,
  storedFlags,
  userFlag,
} from '#features/accounts/server/index.ts'
import { grantAccess, withdrawAccess } from '#features/billing/server/index.ts'
import { deleteAccountOf, exportAccountOf } from '#features/privacy/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { FlagName, FlagValues } from '#platform/contract/flags.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import type { GrantCreate, UserDeletion } from '../../contract-admin.ts'
import { type Admin, readAdmin, requireAdmin } from './require-admin.ts'
import { readUser } from './users.ts'

/** Returns the admin who asks and the account they name. Throws NotFoundError. */
function subjectOf(ctx: Ctx, id: string): Promise<{ admin: Admin; subject: Awaited<ReturnType<typeof readUser>> }> {
  return readOnly(ctx, async (tx) => {
    const admin = await requireAdmin(ctx, tx)
    return { admin, subject: await readUser(ctx, tx, admin, id) }
  })
}

/**
 * Begins to act as a user in the admin's session (docs/decisions/0128). Throws ConflictError for other admins, whose
 * rights nobody else gets, and for blocked accounts.
 */
export async function actAsUser(ctx: Ctx, { id }: { id: string }): Promise<{ endsAt: string }> {
  const { subject } = await subjectOf(ctx, id)
  if (subject.is_admin || ctx.adminEmails.includes(subject.email)) {
    throw new ApiError('ConflictError', "You can't act as an internal admin.")
  }
  if (subject.blocked) throw new ApiError('ConflictError', 'This account is blocked.')
  return beginActing(ctx, id)
}

/** Emails the confirmation link again. Throws ConflictError if the address is confirmed. */
export async function mailConfirmation(ctx: Ctx, { id, address }: { id: string; address: string }) {
  const { admin, subject } = await subjectOf(ctx, id)
  const sent = await resendConfirmation(ctx, { email: subject.email, address })
  await transaction(ctx, (tx) =>
    recordAdminAction(ctx, tx, { adminId: admin.id, userId: id, action: 'confirmation.send' }),
  )
  return sent
}

/** Sets or resets feature flags of a user (DECISIONS 30). */
export async function putFlags(
  ctx: Ctx,
  { id, flags }: { id: string; flags: Partial<Record<FlagName, boolean | null>> },
): Promise<{ flags: FlagValues }> {
  const { admin } = await subjectOf(ctx, id)
  return transaction(ctx, async (tx) => {
    const [row] = await tx.select({ id: user.id }).from(user).where(eq(user.id, id)).for('no key update')
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    for (const [name, value] of Object.entries(flags)) {
      const own = and(eq(userFlag.userId, id), eq(userFlag.name, name))
      if (value === null) await tx.delete(userFlag).where(own)
      else {
        const set = { value, setBy: admin.id, updatedAt: ctx.now() }
        const target = [userFlag.userId, userFlag.name]
        await tx
          .insert(userFlag)
          .values({ userId: id, name, ...set })
          .onConflictDoUpdate({ target, set })
      }
    }
    await recordAdminAction(ctx, tx, { adminId: admin.id, userId: id, action: 'flags.set', details: flags })
    return { flags: await storedFlags(tx, id) }
  })
}

/** Queues an export of an account. The logs of its projects say so. */
export async function exportUser(ctx: Ctx, { id }: { id: string }) {
  const { admin } = await subjectOf(ctx, id)
  const projects = await readOnly(ctx, (tx) => projectsOf(tx, id))
  const work = async (tx: Transaction) => {
    const row = await exportAccountOf(ctx, tx, { userId: id, adminId: admin.id })
    await recordAdminAction(ctx, tx, { adminId: admin.id, userId: id, action: 'account.export' })
    for (const projectId of projects) {
      await audit(ctx, tx, { projectId, action: 'account.export', subjectId: row.id, details: { admin } })
    }
    return row
  }
  return transaction(ctx, work, { alsoProjects: projects })
}

/** Deletes an account. Throws ConflictError for an internal admin, or if its address isn't the given one. */
export async function deleteUser(ctx: Ctx, { id, email, projects }: UserDeletion & { id: string }) {
  const { admin, subject } = await subjectOf(ctx, id)
  if (subject.is_admin) throw new ApiError('ConflictError', "You can't delete an internal admin.")
  if (subject.email !== email.toLowerCase()) {
    throw new ApiError('ConflictError', "This isn't the account's email address.")
  }
  return deleteAccountOf(ctx, { userId: id, deletes: projects === 'delete', admin })
}

/** Gives a project access for some days. */
export async function createGrant(ctx: Ctx, input: GrantCreate & { id: string }): Promise<{ until: string }> {
  return grantAccess(ctx, { ...input, admin: await readAdmin(ctx) })
}

/** Withdraws that access. */
export async function deleteGrant(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await withdrawAccess(ctx, { id, admin: await readAdmin(ctx) })
}

async function projectsOf(tx: Transaction, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`select project_id as id from memberships_of(${userId})`)
  return rows.map(({ id }) => id)
}
