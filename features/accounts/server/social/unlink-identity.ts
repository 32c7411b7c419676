import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { unlinkedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { providerNames } from '../../contract.ts'
import { forgotUrl } from '../links.ts'
import { closeSessions } from '../sessions.ts'
import { lockSignedIn, presentActor } from '../signed-in.ts'
import { identitiesOf, unlink } from './identities.ts'

/**
 * Takes a way in from who is signed in, and signs out whoever may have come by it. Throws ConflictError for the last one:
 * what is left must be a password, or a provider that can be signed in with here. Two at once can't take both, since the
 * account is held meanwhile.
 */
export async function unlinkIdentity(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const { sessionId } = presentActor(ctx)
  await transaction(ctx, async (tx) => {
    const { id: userId, passwordHash, username, email } = await lockSignedIn(ctx, tx)
    const identities = await identitiesOf(tx, userId)
    const row = identities.find((each) => each.id === id)
    if (!row) throw new ApiError('NotFoundError', 'Not Found')
    const isWayLeft = identities.some((each) => each !== row && ctx.signIn[each.provider])
    if (passwordHash === null && !isWayLeft) {
      throw new ApiError('ConflictError', 'This is your only way in. Set a password first, or link another account.')
    }
    await unlink(tx, row)
    await closeSessions(ctx, tx, userId, { but: sessionId })
    const words = { username, provider: providerNames[row.provider], there: row.username, url: forgotUrl(ctx) }
    await sendMail(ctx, tx, { to: email, userId, ...unlinkedLetter(words) })
  })
}
