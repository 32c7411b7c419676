import { and, eq, ne, sql } from 'drizzle-orm'
import type { MailboxTrouble } from '#engine/mail/holds.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { MailboxRow } from './mailbox-rows.ts'
import { mailbox } from './tables.ts'

/** Records why a mailbox can't be used. One that was disconnected meanwhile stays so. */
export async function recordTrouble(
  ctx: Ctx,
  tx: Transaction,
  { projectId, id }: Pick<MailboxRow, 'projectId' | 'id'>,
  trouble: MailboxTrouble,
): Promise<void> {
  await tx
    .update(mailbox)
    .set({ state: 'failing', trouble, failures: sql`${mailbox.failures} + 1`, updatedAt: ctx.now() })
    .where(and(eq(mailbox.projectId, projectId), eq(mailbox.id, id), ne(mailbox.state, 'disconnected')))
  await announce(ctx, tx, 'messages', [projectId])
}
