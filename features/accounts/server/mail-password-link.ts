import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { mailReset } from './forgot-password.ts'
import { lockSignedIn } from './signed-in.ts'
import { mailBudgets, spend } from './throttle.ts'

/** Mails who is signed in a link to set a first password with: by mail, since a stolen session is not enough for one. */
export async function mailPasswordLink(
  ctx: Ctx,
  { address }: { address: string },
): Promise<{ email: string; sent: true }> {
  const { email, passwordHash } = await transaction(ctx, (tx) => lockSignedIn(ctx, tx))
  if (passwordHash !== null) throw new ApiError('ConflictError', 'You have a password already: change it instead')
  await spend(ctx, mailBudgets('reset', email, address))
  await mailReset(ctx, email)
  return { email, sent: true }
}
