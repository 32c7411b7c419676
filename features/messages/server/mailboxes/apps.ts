import type { Ctx } from '#platform/server/ctx.ts'
import type { MailApp, MailProvider } from '#platform/server/mail/mail-apps.ts'

/** Returns the operator's app at a provider of mailboxes; null if none is configured. */
export function mailApp({ mailApps }: Ctx, provider: MailProvider): MailApp | null {
  return mailApps[provider] ?? null
}
