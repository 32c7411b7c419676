import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { mayBecome } from '#engine/rules/message-states.ts'
import { person as people } from '#features/crm/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { requireSameProject } from '#platform/server/database/rows/own-row.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { authorOf } from '#platform/server/permissions/author-of.ts'
import { resourceRows } from '#platform/server/resource.ts'
import { type Message, type MessageCreate, type MessageUpdate, messagesContract } from '../contract.ts'
import { conversation as conversations, message } from './tables.ts'

export const messages = resourceRows(messagesContract, message)

/** Returns the error for sending, which isn't implemented yet: a queued message would never arrive. */
export function notSentYet(): ApiError {
  return new ApiError('ApplicationError', "Sending messages isn't available yet. Save the message as a draft.")
}

const written = { noun: 'message', right: 'changeOutreach', rows: messages } as const

/** Drafts a message. Throws ConflictError if the person asked not to be contacted. */
export async function createMessage(ctx: Ctx, input: z.output<typeof MessageCreate>): Promise<Message> {
  const { project: projectId, conversation: conversationId, text, state } = input
  if (state !== 'draft') throw notSentYet()
  const unsent = { reason: null, deferredUntil: null, sentAt: null }
  const values = {
    projectId,
    conversationId,
    text,
    direction: 'out',
    state,
    ...unsent,
    createdBy: authorOf(ctx),
  } as const
  return createRow(ctx, written, values, {
    check: async (tx) => {
      await requireSameProject(tx, conversations, { projectId, id: conversationId, field: 'conversation' })
      await requireContactable(tx, projectId, conversationId)
    },
  })
}

/** Changes a draft. Queued and sent messages can't be changed. */
export async function updateMessage(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof MessageUpdate> },
): Promise<Message> {
  const { text, state } = data
  return updateRow(ctx, written, id, async (row) => {
    if (state !== undefined && state !== row.state) {
      if (!mayBecome(row.state, state))
        throw new ApiError('ConflictError', `A message in state ${row.state} cannot change to ${state}`)
      throw notSentYet()
    }
    if (text !== undefined && text !== row.text) requireDraft(row)
    return { text }
  })
}

/** Deletes a draft. */
export async function deleteMessage(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id, requireDraft)
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
