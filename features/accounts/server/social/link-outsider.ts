import type { NoticeName } from '#platform/contract/notices.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { linkedLetter } from '#platform/server/mail/letters.ts'
import { sendMail } from '#platform/server/mail/send-mail.ts'
import { providerNames } from '../../contract.ts'
import { forgotUrl } from '../links.ts'
import { lockSignedIn } from '../signed-in.ts'
import { link, type Outsider, userIdOf } from './identities.ts'

/** Links somebody whom a provider knows to the account of who is signed in, and tells its owner. Answers what to tell. */
export function linkOutsider(ctx: Ctx, outsider: Outsider): Promise<NoticeName> {
  return transaction(ctx, async (tx) => {
    const { id: userId, username, email } = await lockSignedIn(ctx, tx)
    if ((await userIdOf(tx, outsider)) === userId) return 'linked'
    if ((await link(ctx, tx, outsider, userId)) !== userId) return 'linked-elsewhere'
    const { provider, username: there } = outsider
    const words = { username, provider: providerNames[provider], there, url: forgotUrl(ctx) }
    await sendMail(ctx, tx, { to: email, userId, ...linkedLetter(words) })
    return 'linked'
  })
}
