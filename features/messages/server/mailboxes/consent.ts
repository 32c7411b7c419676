import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import type { MailProvider } from '#platform/server/mail/mail-apps.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import { mailApp } from './apps.ts'
import { mailboxConnecting } from './tables.ts'

/** The time that a user may spend on the provider's page. */
const attemptMs = 15 * 60_000

/**
 * Starts connecting a mailbox at Google or Microsoft to a project and returns the provider's page. Throws
 * ApplicationError if no app is configured.
 */
export async function beginMailboxConsent(
  ctx: Ctx,
  { project: projectId, provider }: { project: string; provider: MailProvider },
): Promise<{ page: string }> {
  requireRight(ctx, projectId, 'changeProject')
  const app = mailApp(ctx, provider)
  if (!app) throw new ApiError('ApplicationError', 'This server has no app for this provider')
  const { userId, sessionId } = presentActor(ctx)
  const state = ctx.secret()
  await transaction(ctx, async (tx) => {
    await lockProjectWithRight(ctx, tx, projectId, 'changeProject')
    const expiresAt = new Date(ctx.now().getTime() + attemptMs)
    const attempt = { projectId, stateDigest: digestOf(state), provider, userId, sessionId, expiresAt }
    await tx.insert(mailboxConnecting).values(attempt)
  })
  const page = new URL(app.authUrl)
  for (const [name, value] of Object.entries({
    ...{ response_type: 'code', client_id: app.clientId, redirect_uri: mailReturnAddress(ctx), state },
    ...consents[provider],
  })) {
    page.searchParams.set(name, value)
  }
  return { page: page.href }
}

/** Returns the URL to which both providers redirect. It is registered there. */
export function mailReturnAddress({ publicUrl }: Ctx): string {
  return `${publicUrl}/connect/mailbox/callback`
}

/** What is asked of users. Only a grant that lasts lets Earshot read and send later. */
const consents: Record<MailProvider, Record<string, string>> = {
  google: { scope: 'https://mail.google.com/ openid email', access_type: 'offline', prompt: 'consent' },
  microsoft: {
    scope:
      'https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access openid email profile',
    prompt: 'select_account',
  },
}
