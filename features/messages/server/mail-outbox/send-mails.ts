import { and, eq, inArray, lte, notInArray } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { credentialsOf } from '../mailboxes/credentials.ts'
import { MailboxError, serversOf } from '../mailboxes/servers.ts'
import { type MailOutcome, sendBySmtp } from '../mailboxes/smtp.ts'
import type { MessageKey } from '../outbox/outgoing-row.ts'
import { message } from '../tables.ts'
import { type ArmedMail, armMail } from './arm-mail.ts'
import { settleMail } from './settle-mail.ts'

/** Mailboxes at the same time. Each sends one mail after the other. */
const mailboxesAtOnce = 10
/** How long one run lasts, in ms. The next one goes on. */
const runMs = 50_000
/** A mail leaves within this time after it was armed, or not at all. */
const leavesMs = 60_000

/** Sends the mails that are due. Any number of workers can run at once. A mail that fails is left to the next run. */
export async function sendMails(ctx: Ctx): Promise<void> {
  const startedAt = ctx.now().getTime()
  const failed = new Set<string>()
  while (!ctx.stopping.aborted && ctx.now().getTime() - startedAt < runMs) {
    const due = await transaction(ctx, (tx) => dueMails(ctx, tx, [...failed]))
    if (due.length === 0) return
    await Promise.all(
      due.map(async (row) => {
        const isDone = await sendDue(ctx, row).catch((error: unknown) => {
          ctx.log.error({ message: row.id, ...faultOf(error) }, 'sending a mail failed')
          return false
        })
        if (!isDone) failed.add(row.id)
      }),
    )
  }
}

/** Returns the most overdue mail of each mailbox. */
async function dueMails(ctx: Ctx, tx: Transaction, except: readonly string[]): Promise<MessageKey[]> {
  const { projectId, id, mailboxId, state, dueAt, channel } = message
  const rows = await tx
    .selectDistinctOn([projectId, mailboxId], { projectId, id, dueAt })
    .from(message)
    .where(
      and(
        lte(dueAt, ctx.now()),
        eq(channel, 'mail'),
        inArray(state, ['queued', 'deferred']),
        except.length > 0 ? notInArray(id, [...except]) : undefined,
      ),
    )
    .orderBy(projectId, mailboxId, dueAt, id)
  return rows.toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt)).slice(0, mailboxesAtOnce)
}

/** Returns whether the mail was dealt with. */
async function sendDue(ctx: Ctx, key: MessageKey): Promise<boolean> {
  const armed = await armMail(ctx, key)
  if (armed === 'busy') return false
  if (!armed) return true
  const outcome = await send(ctx, armed)
  // Unknown: the folder of sent mails tells in some minutes.
  if (outcome.state !== 'unknown') await transaction(ctx, (tx) => settleMail(ctx, tx, armed, outcome))
  return true
}

async function send(ctx: Ctx, { mailbox, to, raw, armedAt }: ArmedMail): Promise<MailOutcome> {
  try {
    const credentials = await credentialsOf(ctx, mailbox)
    if (ctx.now().getTime() - armedAt.getTime() > leavesMs) return { state: 'later', words: '' }
    return await sendBySmtp(ctx, serversOf(mailbox).smtp, credentials, { from: mailbox.address, to, raw })
  } catch (error) {
    if (error instanceof MailboxError) return { state: 'failed', trouble: error.trouble }
    throw error
  }
}
