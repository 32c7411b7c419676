import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { SignInMethods } from '../contract.ts'
import { lockSignedIn } from './sessions/signed-in.ts'
import { isUsable } from './social/apps.ts'
import { identitiesOf } from './social/identities.ts'

/** Returns the signed-in user's sign-in methods, without their ids at the providers. */
export async function readSignInMethods(ctx: Ctx): Promise<SignInMethods> {
  return transaction(ctx, async (tx) => {
    const { id: userId, passwordHash } = await lockSignedIn(ctx, tx)
    const identities = await identitiesOf(tx, userId)
    return {
      hasPassword: passwordHash !== null,
      identities: identities.map((row) => {
        const { id, provider, username, createdAt } = row
        return { id, provider, username, usable: isUsable(ctx, row), createdAt: createdAt.toISOString() }
      }),
    }
  })
}
