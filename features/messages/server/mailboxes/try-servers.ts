import { troubleWording } from '#engine/mail/wordings.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { MailboxAttempt } from '../../contract-mailboxes.ts'
import { withImap } from './imap.ts'
import { type Credentials, MailboxError, type MailServer } from './servers.ts'
import { trySmtp } from './smtp.ts'

type Steps = MailboxAttempt['steps']

/** Troubles of one server that the other one would have, too. */
const shared: ReadonlySet<string> = new Set(['password', 'appPassword', 'signIn'])

/**
 * Signs in to both servers of a mailbox, and opens its inbox. Returns what each answered. After a rejected password, the
 * second isn't tried with the same one, since providers lock accounts after a few failures.
 */
export async function tryServers(
  ctx: Ctx,
  { imap, smtp }: { imap: MailServer; smtp: MailServer },
  credentials: Credentials,
): Promise<Steps> {
  const reading = await troubleOf(() =>
    withImap(ctx, imap, credentials, async (client) => {
      const opened = await client.mailboxOpen('INBOX', { readOnly: true }).catch(() => null)
      if (!opened) throw new MailboxError('noInbox')
    }),
  )
  const sameUser = imap.user === smtp.user
  if (reading !== null && shared.has(reading) && sameUser) {
    return [failed('imap', reading), { step: 'smtp', state: 'skipped', trouble: null }]
  }
  const sending = await troubleOf(() => trySmtp(ctx, smtp, credentials))
  return [failed('imap', reading), failed('smtp', sending)]
}

async function troubleOf(attempt: () => Promise<void>): Promise<MailboxError['trouble'] | null> {
  try {
    await attempt()
    return null
  } catch (error) {
    if (error instanceof MailboxError) return error.trouble
    throw error
  }
}

function failed(step: Steps[number]['step'], trouble: MailboxError['trouble'] | null): Steps[number] {
  return trouble === null
    ? { step, state: 'ok', trouble: null }
    : { step, state: 'failed', trouble: troubleWording(trouble) }
}

/** Returns whether both servers accepted the mailbox. */
export function isAccepted(steps: Steps): boolean {
  return steps.every(({ state }) => state === 'ok')
}
