import { and, eq, ne } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { seal, unseal } from '#platform/server/seal.ts'
import type { MailboxRow } from './mailbox-rows.ts'
import { type MailTokens, requestMailTokens } from './provider-tokens.ts'
import { sealedSecret, secretOf } from './secrets.ts'
import { type Credentials, MailboxError } from './servers.ts'
import { mailbox } from './tables.ts'

/** An access token is used until this time before it ends. */
const marginMs = 2 * 60_000

/** Returns how a mailbox signs in. Throws MailboxError if its secret is gone or no longer accepted. */
export async function credentialsOf(ctx: Ctx, row: MailboxRow): Promise<Credentials> {
  const secret = secretOf(ctx, row)
  if (secret === null) throw new MailboxError('signIn')
  const { kind, accessSealed, accessUntil } = row
  if (kind === 'password' || kind === 'sandbox') return { password: secret }
  const isFresh = accessUntil !== null && accessUntil.getTime() - marginMs > ctx.now().getTime()
  const known = isFresh && accessSealed !== null ? unseal(ctx, 'mailbox', accessSealed) : null
  if (known !== null) return { accessToken: known }
  const tokens = await requestMailTokens(ctx, kind, { refreshToken: secret })
  await transaction(ctx, (tx) =>
    tx
      .update(mailbox)
      .set(tokenColumns(ctx, tokens))
      // A mailbox that was disconnected meanwhile keeps no token.
      .where(and(eq(mailbox.projectId, row.projectId), eq(mailbox.id, row.id), ne(mailbox.state, 'disconnected'))),
  )
  return { accessToken: tokens.accessToken }
}

/** Returns the columns of tokens, sealed. */
export function tokenColumns(ctx: Ctx, { accessToken, until, refreshToken }: MailTokens) {
  return {
    ...{ accessSealed: seal(ctx, 'mailbox', accessToken), accessUntil: until },
    ...(refreshToken !== null && sealedSecret(ctx, refreshToken)),
  }
}
