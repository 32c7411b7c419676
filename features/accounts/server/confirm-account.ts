import { eq, sql } from 'drizzle-orm'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { member } from '#platform/server/tenancy/tables.ts'
import { confirmByOperator, noAccount } from './confirm-email.ts'
import { userByIdentifier } from './users.ts'

/**
 * Confirms the email of an account for the operator, for servers that can't send mail. Each project of the account gets
 * an audit entry. Returns false if it is already confirmed. Throws NotFoundError if no account has the address.
 */
export async function confirmAccount(ctx: Ctx, email: string): Promise<boolean> {
  const { userId, projects } = await transaction(ctx, (tx) => accountOf(tx, email))
  return transaction(
    ctx,
    async (tx) => {
      if (!(await confirmByOperator(ctx, tx, userId, email))) return false
      const memberships = await tx.select().from(member).where(eq(member.userId, userId))
      for (const { projectId, id } of memberships) {
        await audit(ctx, tx, { projectId, action: 'member.confirm', subjectId: id })
      }
      return true
    },
    { alsoProjects: projects },
  )
}

/** Returns the account of an address, with its projects. Throws NotFoundError. */
export async function accountOf(tx: Transaction, email: string): Promise<{ userId: string; projects: string[] }> {
  const row = await userByIdentifier(tx, email)
  if (!row) throw noAccount(email)
  const { rows } = await tx.execute<{ id: string }>(sql`select project_id as id from memberships_of(${row.id})`)
  return { userId: row.id, projects: rows.map(({ id }) => id) }
}
