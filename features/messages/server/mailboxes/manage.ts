import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { lockRow, removeRow, writeRow } from '#platform/server/database/rows/own-row.ts'
import { updateRow } from '#platform/server/database/rows/write-row.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { Mailbox } from '../../contract-mailbox.ts'
import type { MailboxUpdate } from '../../contract-mailboxes.ts'
import { mailboxes } from './mailbox-rows.ts'
import { disconnectedColumns } from './secrets.ts'
import { leaveUnclear, takeBackMails, wakeMails } from './waiting-mails.ts'

/** Changes the settings of a mailbox. A higher limit or an end of the pause lets held mails leave. */
export function updateMailbox(
  ctx: Ctx,
  { id, data: { paused, ...settings } }: { id: string; data: MailboxUpdate },
): Promise<Mailbox> {
  const written = { noun: 'mailbox', right: 'changeProject', rows: mailboxes(ctx), announces: 'messages' } as const
  return updateRow(ctx, written, id, async (row, tx) => {
    await wakeMails(ctx, tx, row)
    const isPaused = row.pausedAt !== null
    return { ...settings, ...(paused !== undefined && paused !== isPaused && { pausedAt: paused ? ctx.now() : null }) }
  })
}

/** Disconnects a mailbox: its secrets are forgotten at once, and what waits becomes a draft. */
export function disconnectMailbox(ctx: Ctx, { id }: { id: string }): Promise<Mailbox> {
  return transaction(ctx, async (tx) => {
    const rows = mailboxes(ctx)
    const row = await lockRow(ctx, tx, rows, id)
    const { projectId, address } = row
    requireRight(ctx, projectId, 'changeProject')
    if (row.state !== 'disconnected') {
      await writeRow(ctx, tx, rows, row, disconnectedColumns)
      await takeBackMails(ctx, tx, row)
      await leaveUnclear(ctx, tx, row)
      await announce(ctx, tx, 'messages', [projectId])
      await audit(ctx, tx, { projectId, action: 'mailbox.disconnect', subjectId: id, details: { address } })
    }
    return readOne(ctx, tx, rows, id)
  })
}

/** Deletes a mailbox with its secrets. Its conversations stay. */
export async function deleteMailbox(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const rows = mailboxes(ctx)
    const row = await lockRow(ctx, tx, rows, id)
    const { projectId, address } = row
    requireRight(ctx, projectId, 'changeProject')
    await takeBackMails(ctx, tx, row)
    await leaveUnclear(ctx, tx, row)
    await removeRow(tx, rows, row)
    await announce(ctx, tx, 'messages', [projectId])
    await audit(ctx, tx, { projectId, action: 'mailbox.delete', subjectId: id, details: { address } })
  })
}
