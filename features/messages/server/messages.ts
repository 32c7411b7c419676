import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { mayBecome } from '#engine/rules/message-states.ts'
import { person as people } from '#features/crm/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type Message, type MessageCreate, type MessageUpdate, messagesContract } from '../contract.ts'
import { queuedMail } from './mail-outbox/queue-mail.ts'
import { requireNoAnswer } from './no-answer.ts'
import { queued, takenBack, triedNow } from './outbox/queue-message.ts'
import { conversation as conversations, message } from './tables.ts'

/** Messages in the order in which they were sent; the others follow. */
export const messages = { ...resourceRows(messagesContract, message), unsetLast: ['sentAt'] }

/** The columns of a message that isn't on its way. */
const unsent = {
  ...{ reason: null, deferredUntil: null, hold: null, dueAt: null, sentAt: null, armedAt: null, tries: 0 },
  ...{
    accountId: null,
    outsideName: null,
    parentName: null,
    subject: null,
    permalink: null,
    refusal: null,
    recheckAt: null,
    missedAt: null,
  },
  ...{ mailboxId: null, messageId: null, inReplyTo: null, fromAddress: null, isAutomatic: false, isFirst: false },
}

const written = { noun: 'message', right: 'changeOutreach', rows: messages } as const

/** Drafts a message, or sends it at once. Throws ConflictError if the person asked not to be contacted. */
export async function createMessage(ctx: Ctx, input: z.output<typeof MessageCreate>): Promise<Message> {
  const { project: projectId, conversation: conversationId, text, state, seenUntil } = input
  const own = { projectId, conversationId, text, direction: 'out', createdBy: authorOf(ctx) } as const
  return createRow(
    ctx,
    written,
    { ...own, ...unsent, attachments: [], channel: 'reddit', state: 'draft' },
    {
      check: async (tx) => {
        await requireSameProject(tx, conversations, { projectId, id: conversationId, field: 'conversation' })
        await requireContactable(tx, projectId, conversationId)
      },
      also: async (tx, id) => {
        const { channel } = await placeOf(tx, own)
        if (state === 'queued') await requireNoAnswer(ctx, tx, own, seenUntil)
        const changes = { channel, ...(state === 'queued' && (await onItsWay(ctx, tx, own))) }
        const isRow = and(eq(message.projectId, projectId), eq(message.id, id))
        await tx.update(message).set(changes).where(isRow)
        await announce(ctx, tx, 'messages', [projectId], conversationId)
      },
    },
  )
}

/** Changes a draft, sends it, or takes it back while it waits. The text of a message that isn't a draft is final. */
export async function updateMessage(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof MessageUpdate> },
): Promise<Message> {
  const { text, state, seenUntil } = data
  return updateRow(ctx, written, id, async (row, tx) => {
    const isReworded = text !== undefined && text !== row.text
    const isMoved = state !== undefined && state !== row.state
    if (!isReworded && !isMoved) return {}
    if (isReworded) requireDraft(row)
    await announce(ctx, tx, 'messages', [row.projectId], row.conversationId)
    if (!isMoved) return { text }
    if (!mayBecome(row.state, state)) {
      throw new ApiError('ConflictError', `A message in state ${row.state} cannot change to ${state}`)
    }
    if (state === 'draft') return { text, ...takenBack(row) }
    if (row.state === 'draft') {
      await requireNoAnswer(ctx, tx, row, seenUntil)
      return { text, ...(await onItsWay(ctx, tx, row)) }
    }
    await ctx.queue.send(tx, row.channel === 'mail' ? 'mailOutbox' : 'messages', {})
    return triedNow(ctx, row)
  })
}

type Place = Pick<typeof message.$inferSelect, 'projectId' | 'conversationId'>

/** Returns the columns of a message that is sent by a click, through Reddit or a mailbox. */
async function onItsWay(ctx: Ctx, tx: Transaction, at: Place) {
  const place = await placeOf(tx, at)
  return place.channel === 'mail' ? queuedMail(ctx, tx, place) : queued(ctx, tx, at)
}

async function placeOf(tx: Transaction, { projectId, conversationId }: Place) {
  const { channel, address, mailboxId } = conversations
  const [place] = await tx
    .select({ projectId: conversations.projectId, channel, address, mailboxId })
    .from(conversations)
    .where(and(eq(conversations.projectId, projectId), eq(conversations.id, conversationId)))
  if (!place) throw new Error('a message without a conversation')
  return place
}

/** Deletes a draft. */
export async function deleteMessage(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, { ...written, announces: 'messages' }, id, requireDraft)
}

function requireDraft({ state }: Pick<Message, 'state'>): void {
  if (state !== 'draft') throw new ApiError('ConflictError', `This message is ${state}. You can edit only drafts.`)
}

async function requireContactable(tx: Transaction, projectId: string, conversationId: string): Promise<void> {
  const [row] = await tx
    .select({ doNotContact: people.doNotContact })
    .from(conversations)
    .innerJoin(people, and(eq(people.projectId, conversations.projectId), eq(people.id, conversations.personId)))
    .where(and(eq(conversations.projectId, projectId), eq(conversations.id, conversationId)))
    .for('share', { of: people })
  if (row?.doNotContact) throw new ApiError('ConflictError', 'This person asked not to be contacted')
}
