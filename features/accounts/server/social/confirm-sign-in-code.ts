import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import type { Identity } from '../../contract.ts'
import { checkCode, takePending } from './pending.ts'
import { signInWithProfile } from './sign-in-with-profile.ts'

/**
 * Signs somebody in who has typed the code from the mail: the address is theirs as surely as if their provider vouched
 * for it. Throws NotFoundError where nobody waits in this browser, ValidationError for a code that is no good.
 */
export async function confirmSignInCode(
  ctx: Ctx,
  { browser, code }: { browser: string | null; code: string },
): Promise<Identity> {
  await checkCode(ctx, browser, code)
  return transaction(ctx, async (tx) => {
    const { email, ...outsider } = await takePending(ctx, tx, browser, code)
    const identity = await signInWithProfile(ctx, tx, outsider, email)
    if (!identity) throw new Error('a proven address led to no account')
    return identity
  })
}
