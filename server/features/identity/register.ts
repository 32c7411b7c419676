import type { Identity, Registration } from '@earshot/contract/endpoints/identity'
import { ApiError } from '@earshot/contract/errors'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { hashPassword } from './password.ts'
import { openSession } from './sessions.ts'
import { registerBudgets, spend } from './throttle.ts'
import { insertUser } from './users.ts'

/**
 * Makes an account and signs it in (DECISIONS 7, 8). Two at once with one e-mail: the unique index lets one through,
 * the other gets Strapi's answer for a taken name.
 */
export async function register(ctx: Ctx, input: Registration & { address: string }): Promise<Identity> {
  const email = input.email.toLowerCase()
  const username = input.username ?? email
  // Whoever could take another's e-mail as username would stand in their way when they sign in.
  if (username.includes('@') && username.toLowerCase() !== email) {
    const message = 'username must not be another e-mail address'
    const errors = [{ path: ['username'], message, name: 'ValidationError' }]
    throw new ApiError('ValidationError', message, { errors })
  }
  await spend(ctx, registerBudgets(email, input.address))
  const passwordHash = await hashPassword(input.password)
  return transaction(ctx, async (tx) => {
    const row = await insertUser(ctx, tx, { email, username, passwordHash })
    if (!row) throw new ApiError('ApplicationError', 'Email or Username are already taken')
    return openSession(ctx, tx, row)
  })
}
