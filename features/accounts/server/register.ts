import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { spend } from '#platform/server/permissions/rate-limit.ts'
import type { Identity, Registration } from '../contract.ts'
import { hashPassword } from './password.ts'
import { sendConfirmation } from './send-confirmation.ts'
import { openSession } from './sessions/sessions.ts'
import { registerBudgets } from './throttle.ts'
import { addressTaken, insertUser, refuseForeignAddress } from './users.ts'

/**
 * Creates an account, signs in and emails a confirmation link (DECISIONS 7, 8). Of two concurrent requests with one
 * email, the unique index admits one; the other gets Strapi's error for a taken name.
 */
export async function register(ctx: Ctx, input: Registration & { address: string }): Promise<Identity> {
  const email = input.email.toLowerCase()
  const username = input.username ?? email
  refuseForeignAddress(username, email)
  await spend(ctx, registerBudgets(email, input.address))
  const passwordHash = await hashPassword(input.password, ctx.passwordCost)
  return transaction(ctx, async (tx) => {
    const row = await insertUser(ctx, tx, { email, username, passwordHash })
    if (!row) throw addressTaken()
    await sendConfirmation(ctx, tx, { userId: row.id, username: row.username, to: row.email }, row.email)
    return openSession(ctx, tx, row)
  })
}
