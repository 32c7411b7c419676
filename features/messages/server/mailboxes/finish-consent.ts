import { and, eq, gt } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { presetOf } from '#engine/mail/presets.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { type MailboxNotice, noticePath } from '#platform/contract/notices.ts'
import type { Ctx, PresentActor } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import { identify, requestCtx, tokenOf } from '#platform/server/http/authenticate.ts'
import type { MailProvider } from '#platform/server/mail/mail-apps.ts'
import { addMailbox, newMailbox, reconnect } from './connect.ts'
import { mailReturnAddress } from './consent.ts'
import { tokenColumns } from './credentials.ts'
import { type MailTokens, requestMailTokens } from './provider-tokens.ts'
import { sealedSecret } from './secrets.ts'
import { MailboxError } from './servers.ts'
import { mailbox, mailboxConnecting } from './tables.ts'
import { isAccepted, tryServers } from './try-servers.ts'

/** Registers the redirect back from Google or Microsoft. No URL that we redirect to contains a secret. */
export function registerMailboxConsent(app: FastifyInstance, ctx: Ctx): void {
  app.get('/connect/mailbox/callback', { exposeHeadRoute: false }, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const actor = (await identify(ctx, tokenOf(request))) ?? ({ kind: 'anonymous' } as const)
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const outcome = await finishMailboxConsent(requestCtx(ctx, actor, request), query)
    return reply.redirect(noticePath(outcome, '/app/settings/project/mailboxes'), 302)
  })
}

/** Connects the mailbox that a user authorized, once and in the same session. */
async function finishMailboxConsent(ctx: Ctx, query: URLSearchParams): Promise<MailboxNotice> {
  const { actor } = ctx
  if (actor.kind !== 'user' || actor.sessionId === null) return 'mailbox-expired'
  const begun = await consume(ctx, query.get('state') ?? '', actor)
  if (!begun) return 'mailbox-expired'
  const code = query.get('code')
  if (code === null) return query.get('error') === 'access_denied' ? 'mailbox-cancelled' : 'mailbox-failed'
  try {
    const tokens = await requestMailTokens(ctx, begun.provider, { code, redirectUri: mailReturnAddress(ctx) })
    return await connect(ctx, begun, tokens)
  } catch (error) {
    // Of others, the user can't know. In the meantime, they may have lost the right.
    if (error instanceof MailboxError || error instanceof ApiError) return 'mailbox-failed'
    throw error
  }
}

async function consume(ctx: Ctx, state: string, { userId, sessionId }: PresentActor) {
  const [row] = await transaction(ctx, (tx) =>
    tx
      .delete(mailboxConnecting)
      .where(
        and(
          eq(mailboxConnecting.stateDigest, digestOf(state)),
          eq(mailboxConnecting.userId, userId),
          eq(mailboxConnecting.sessionId, sessionId),
          gt(mailboxConnecting.expiresAt, ctx.now()),
        ),
      )
      .returning(),
  )
  return row ?? null
}

/** An address of each provider, whose servers all its mailboxes have, also at own domains. */
const examples: Record<MailProvider, string> = { google: 'a@gmail.com', microsoft: 'a@outlook.com' }

async function connect(
  ctx: Ctx,
  { projectId, provider }: { projectId: string; provider: MailProvider },
  tokens: MailTokens,
): Promise<MailboxNotice> {
  const { address, refreshToken, accessToken } = tokens
  // Earshot needs a grant that lasts.
  if (address === null || refreshToken === null) return 'mailbox-failed'
  const { imap, smtp } = presetOf(examples[provider])
  const servers = { imap: { kind: provider, user: address, ...imap }, smtp: { kind: provider, user: address, ...smtp } }
  if (!isAccepted(await tryServers(ctx, servers, { accessToken }))) return 'mailbox-failed'
  const own = {
    ...{ kind: provider, imapHost: imap.host, imapPort: imap.port, imapSecurity: imap.security, imapUser: address },
    ...{ smtpHost: smtp.host, smtpPort: smtp.port, smtpSecurity: smtp.security, smtpUser: address },
    ...tokenColumns(ctx, tokens),
    ...sealedSecret(ctx, refreshToken),
  }
  await transaction(ctx, async (tx) => {
    const isKnown = and(eq(mailbox.projectId, projectId), eq(mailbox.address, address))
    const [row] = await tx.select().from(mailbox).where(isKnown).for('update')
    if (row) await reconnect(ctx, tx, row, own)
    else
      await addMailbox(ctx, tx, { ...newMailbox, projectId, address, name: address.split('@')[0] ?? address, ...own })
  })
  return 'mailbox-connected'
}
