import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import type { Conversation } from '../../contract.ts'
import type { InboxCounts } from '../../contract-outbox.ts'
import { conversation } from '../tables.ts'

/** Counts a project's conversations of a channel, or a mailbox, for the views of its inbox. All but `snoozed` count open ones. */
export async function readInboxCounts(
  ctx: Ctx,
  { id, channel, mailbox }: Pick<Conversation, 'id' | 'channel'> & { mailbox?: string | undefined },
): Promise<InboxCounts> {
  requireRight(ctx, id, 'readOutreach')
  const { userId } = presentActor(ctx)
  const isOpen = eq(conversation.state, 'open')
  const number = (condition: ReturnType<typeof and>) => sql<number>`count(*) filter (where ${condition})::int`
  const [counts] = await readOnly(ctx, (tx) =>
    tx
      .select({
        all: number(isOpen),
        mine: number(and(isOpen, eq(conversation.assigneeId, userId))),
        unassigned: number(and(isOpen, isNull(conversation.assigneeId))),
        unread: number(and(isOpen, conversation.unread)),
        snoozed: number(eq(conversation.state, 'snoozed')),
      })
      .from(conversation)
      .where(
        and(
          ...[eq(conversation.projectId, id), eq(conversation.channel, channel)],
          mailbox === undefined ? undefined : eq(conversation.mailboxId, mailbox),
        ),
      ),
  )
  return counts ?? { all: 0, mine: 0, unassigned: 0, unread: 0, snoozed: 0 }
}
