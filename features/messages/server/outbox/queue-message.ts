import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { holdWording, refusalWording } from '#engine/messages/wordings.ts'
import { type PersonAccount, person } from '#features/crm/server/index.ts'
import { opportunity } from '#features/leads/server/index.ts'
import { post } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { presentActor } from '#platform/server/permissions/signed-in.ts'
import { conversation, message } from '../tables.ts'
import { hasInvitation, hasWritten, isUnreachable, postNameOf } from './lead-author.ts'
import { draftColumns, messageModeOf } from './settings.ts'

type MessageRow = typeof message.$inferSelect
type Queued = Pick<MessageRow, 'state' | 'parentName' | 'subject' | 'dueAt'>

/**
 * Returns the columns of a message that a person sends by a click, and queues the job that sends it. Throws
 * ConflictError if the project sends by hand, or if it is certain that the message can't be sent.
 */
export async function queued(
  ctx: Ctx,
  tx: Transaction,
  { projectId, conversationId }: Pick<MessageRow, 'projectId' | 'conversationId'>,
): Promise<Queued> {
  presentActor(ctx)
  if ((await messageModeOf(tx, projectId)) === 'manual') {
    throw new ApiError(
      'ConflictError',
      'In this project, you send messages yourself. Copy the text and open Reddit, or change how messages are sent.',
    )
  }
  const place = await placeOf(tx, projectId, conversationId)
  const parentName = await parentOf(tx, projectId, conversationId, place)
  const { personId: id, recipient } = place
  if (place.kind === 'message' && id !== null) await requireReachable(tx, { projectId, id, recipient })
  await ctx.queue.send(tx, 'messages', {})
  return {
    state: 'queued',
    parentName,
    subject: parentName === null ? subjectOf(place.leadPost) : null,
    dueAt: ctx.now(),
  }
}

/** Returns the columns of a waiting message that is taken back. Throws ConflictError once it is on its way. */
export function takenBack({ state }: Pick<MessageRow, 'state'>): typeof draftColumns {
  if (state === 'queued' || state === 'deferred') return draftColumns
  throw new ApiError('ConflictError', `This message is ${state}. It can no longer be taken back.`)
}

/** Returns the columns of a held message that is tried now. Throws ConflictError while Reddit asked to wait. */
export function triedNow(
  ctx: Ctx,
  { hold, deferredUntil }: Pick<MessageRow, 'hold' | 'deferredUntil'>,
): Pick<MessageRow, 'state' | 'hold' | 'deferredUntil' | 'reason' | 'dueAt'> {
  if (hold === 'reddit' && deferredUntil !== null && deferredUntil > ctx.now()) {
    throw new ApiError('ConflictError', holdWording(hold, deferredUntil))
  }
  return { state: 'queued', hold: null, deferredUntil: null, reason: null, dueAt: ctx.now() }
}

interface Place {
  kind: (typeof conversation.$inferSelect)['kind']
  personId: string | null
  recipient: string | null
  leadPost: Pick<typeof post.$inferSelect, 'kind' | 'outsideId' | 'outsideName' | 'subreddit'> | null
}

async function placeOf(tx: Transaction, projectId: string, conversationId: string): Promise<Place> {
  const { kind, outsideId, outsideName, subreddit } = post
  const [row] = await tx
    .select({
      kind: conversation.kind,
      channel: conversation.channel,
      personId: conversation.personId,
      recipient: conversation.recipient,
      doNotContact: person.doNotContact,
      leadPost: { kind, outsideId, outsideName, subreddit },
    })
    .from(conversation)
    .leftJoin(person, and(eq(person.projectId, conversation.projectId), eq(person.id, conversation.personId)))
    .leftJoin(
      opportunity,
      and(eq(opportunity.projectId, conversation.projectId), eq(opportunity.id, conversation.opportunityId)),
    )
    .leftJoin(post, eq(post.id, opportunity.postId))
    .where(and(eq(conversation.projectId, projectId), eq(conversation.id, conversationId)))
  if (row?.channel !== 'reddit') throw new ApiError('ConflictError', 'Only messages on Reddit can be sent')
  if (row.doNotContact) throw new ApiError('ConflictError', refusalWording('doNotContact'))
  return row
}

/** Returns what a message of a conversation answers: the newest that arrived, or the lead's post in its thread. */
async function parentOf(
  tx: Transaction,
  projectId: string,
  conversationId: string,
  { kind, leadPost }: Place,
): Promise<string | null> {
  const newest = await newestReceived(tx, projectId, conversationId)
  if (newest !== null) return newest
  if (kind === 'message') return null
  if (kind === 'comment' && leadPost) return postNameOf(leadPost)
  throw new ApiError('ConflictError', 'There is nothing to reply to in this conversation')
}

/** Returns Reddit's name of the newest message that arrived in a conversation; null if none did. */
export async function newestReceived(
  tx: Transaction,
  projectId: string,
  conversationId: string,
): Promise<string | null> {
  const [newest] = await tx
    .select({ name: message.outsideName })
    .from(message)
    .where(
      and(
        ...[eq(message.projectId, projectId), eq(message.conversationId, conversationId)],
        ...[eq(message.direction, 'in'), isNotNull(message.outsideName)],
      ),
    )
    .orderBy(desc(message.sentAt), desc(message.id))
    .limit(1)
  return newest?.name ?? null
}

/** Says at once what would be refused later. What is refused counts when it is sent. */
async function requireReachable(tx: Transaction, to: PersonAccount): Promise<void> {
  if (await isUnreachable(tx, to.projectId, to.id)) throw new ApiError('ConflictError', refusalWording('unwilling'))
  if ((await hasWritten(tx, to)) || (await hasInvitation(tx, to))) return
  throw new ApiError('ConflictError', refusalWording('noInvitation'))
}

/** Returns the subject of a first message: the post that it is about, if there is one. */
export function subjectOf(leadPost: { kind: string; subreddit: string } | null | undefined): string {
  return leadPost ? `Your ${leadPost.kind} in r/${leadPost.subreddit}` : 'Hello'
}
