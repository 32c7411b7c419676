import { and, desc, eq, inArray, ne } from 'drizzle-orm'
import { type LeadKey, lockLeadRow, requireLead } from '#features/leads/server/index.ts'
import { sendingAccount } from '#features/reddit/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction, transaction } from '#platform/server/database/database.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { PublicReply } from '../../contract-outbox.ts'
import { conversation, message } from '../tables.ts'
import { postNameOf, readLeadAuthor } from './lead-author.ts'
import { beginPublicReply } from './outreach.ts'
import { queued } from './queue-message.ts'
import { messageModeOf } from './settings.ts'

/** Returns how a reply in a lead's thread would be posted, and what became of the last one. */
export async function readPublicReply(ctx: Ctx, { id }: { id: string }): Promise<PublicReply> {
  return readOnly(ctx, async (tx) => {
    const lead = await requireLead(ctx, tx, id)
    requireRight(ctx, lead.projectId, 'readOutreach')
    return present(ctx, tx, lead)
  })
}

/**
 * Queues a reply to a lead's post, in the conversation with its author. Throws ConflictError if another reply from here
 * waits or was posted, or if none can be posted.
 */
export async function sendPublicReply(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<PublicReply> {
  const place = await beginPublicReply(ctx, { id })
  return transaction(ctx, async (tx) => {
    const lead = await lockLeadRow(ctx, tx, id)
    const { projectId } = lead
    const { post } = await readLeadAuthor(ctx, tx, lead)
    const parentName = postNameOf(post)
    const [other] = await tx
      .select({ sentAt: message.sentAt })
      .from(message)
      .where(and(isReplyTo(projectId, parentName), inArray(message.state, [...standing])))
      .limit(1)
    if (other) {
      const words =
        other.sentAt === null ? 'A reply to this post is already waiting' : 'You already replied to this post'
      throw new ApiError('ConflictError', `${words}. Open it in the inbox.`)
    }
    const conversationId = place.conversation
    const how = await queued(ctx, tx, { projectId, conversationId })
    const messageId = ctx.id()
    const dated = { createdAt: ctx.now(), updatedAt: ctx.now() }
    await tx.insert(message).values({
      ...{ projectId, id: messageId, conversationId, direction: 'out', text, createdBy: authorOf(ctx), ...dated },
      // The thread's conversation may go on below another post or comment.
      ...{ ...how, parentName, subject: null },
    })
    await audit(ctx, tx, { projectId, action: 'message.create', subjectId: messageId })
    await announce(ctx, tx, 'messages', [projectId], conversationId)
    return present(ctx, tx, lead)
  })
}

/** The states of a message that waits, is on its way, or arrived. */
const standing = ['queued', 'deferred', 'armed', 'sent', 'confirmed'] as const

function isReplyTo(projectId: string, parentName: string) {
  return and(eq(message.projectId, projectId), eq(message.direction, 'out'), eq(message.parentName, parentName))
}

async function present(ctx: Ctx, tx: Transaction, lead: LeadKey): Promise<PublicReply> {
  const { projectId } = lead
  const { post, realm, obstacle } = await readLeadAuthor(ctx, tx, lead)
  const [last] = await tx
    .select()
    .from(message)
    .where(and(isReplyTo(projectId, postNameOf(post)), ne(message.state, 'draft')))
    .orderBy(desc(message.createdAt), desc(message.id))
    .limit(1)
  const [begun] = await tx
    .select({ accountId: conversation.accountId })
    .from(conversation)
    .where(
      and(
        ...[eq(conversation.projectId, projectId), eq(conversation.opportunityId, lead.id)],
        eq(conversation.kind, 'comment'),
      ),
    )
    .orderBy(conversation.id)
    .limit(1)
  const account = await sendingAccount(ctx, tx, {
    projectId,
    realm,
    kind: 'comment',
    accountId: begun?.accountId ?? null,
  })
  return {
    account: account?.name ?? null,
    obstacle:
      obstacle === 'elsewhere' || obstacle === 'noAuthor' || obstacle === 'ownAccount' || obstacle === 'doNotContact'
        ? obstacle
        : (await messageModeOf(tx, projectId)) === 'manual'
          ? 'manualMode'
          : accountObstacle(account),
    message: last ? messageOf(last) : null,
  }
}

function accountObstacle(account: Awaited<ReturnType<typeof sendingAccount>>): PublicReply['obstacle'] {
  if (!account) return 'noAccount'
  if (account.suspendedAt !== null) return 'suspended'
  return account.state === 'connected' ? null : 'disconnected'
}

function messageOf(row: typeof message.$inferSelect): PublicReply['message'] {
  const { id, state, reason, hold, refusal, permalink, createdAt, deferredUntil, sentAt } = row
  return {
    ...{ id, state, reason, hold, refusal, permalink, createdAt: createdAt.toISOString() },
    ...{ deferredUntil: deferredUntil?.toISOString() ?? null, sentAt: sentAt?.toISOString() ?? null },
  }
}
