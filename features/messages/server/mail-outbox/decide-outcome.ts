import { and, eq } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { ownRows, readOne } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { Message } from '../../contract.ts'
import { requireUnsuppressed } from '../mailboxes/suppressions.ts'
import { messages } from '../messages.ts'
import { changeMessage, lockOutgoing } from '../outbox/outgoing-row.ts'
import { message } from '../tables.ts'
import { recordSentMail } from './settle-mail.ts'

/**
 * Decides about a mail whose outcome is unclear: it was sent, or it waits to be sent again, with the same Message-ID.
 * Throws ConflictError if its outcome is known or still being looked up.
 */
export async function decideOutcome(ctx: Ctx, { id, sent }: { id: string; sent: boolean }): Promise<Message> {
  presentActor(ctx)
  return transaction(ctx, async (tx) => {
    // Not locked: conversations are locked before their messages.
    const [seen] = await tx
      .select({ projectId: message.projectId })
      .from(message)
      .where(and(ownRows(ctx, messages), eq(message.id, id)))
    if (!seen) throw new ApiError('NotFoundError', 'Not Found')
    const { projectId } = seen
    requireRight(ctx, projectId, 'changeOutreach')
    const found = await lockOutgoing(tx, { projectId, id })
    if (found?.row.channel !== 'mail' || found.row.state !== 'armed' || found.row.hold !== 'unclear') {
      throw new ApiError('ConflictError', 'The outcome of this message is already known')
    }
    const { row, place } = found
    if (sent) {
      await recordSentMail(ctx, tx, found, { at: row.armedAt ?? ctx.now(), isListed: false })
    } else {
      if (place.address !== null) await requireUnsuppressed(tx, { projectId, address: place.address })
      await changeMessage(ctx, tx, row, { state: 'queued', hold: null, reason: null, dueAt: ctx.now() })
      await ctx.queue.send(tx, 'mailOutbox', {})
    }
    await announce(ctx, tx, 'messages', [projectId], place.id)
    await audit(ctx, tx, { projectId, action: sent ? 'mail.wasSent' : 'mail.sendAgain', subjectId: id })
    return readOne(ctx, tx, messages, id)
  })
}
