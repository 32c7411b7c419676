import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { SignInMethods } from '../contract.ts'
import { lockSignedIn } from './sessions/signed-in.ts'
import { identitiesOf } from './social/identities.ts'

/** Returns the signed-in user's sign-in methods, without their ids at the providers. */
export async function readSignInMethods(ctx: Ctx): Promise<SignInMethods> {
  return transaction(ctx, async (tx) => {
    const { id: userId, passwordHash } = await lockSignedIn(ctx, tx)
    const identities = await identitiesOf(tx, userId)
    return {
      hasPassword: passwordHash !== null,
      identities: identities.map(({ id, provider, username, createdAt }) => ({
        id,
        provider,
        username,
        createdAt: createdAt.toISOString(),
      })),
    }
  })
}
