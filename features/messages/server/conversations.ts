import type { z } from 'zod'
import { person as people } from '#features/crm/server/index.ts'
import { opportunity as leads } from '#features/leads/server/index.ts'
import { requireTeammate } from '#features/team/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { rowsOf, toOne } from '#platform/server/database/rows/find.ts'
import { faultOfField, requireSameProject, type Writing } from '#platform/server/database/rows/own-row.ts'
import { rowHead } from '#platform/server/database/rows/row-head.ts'
import { createRow, deleteRow, updateRow } from '#platform/server/database/rows/write-row.ts'
import { isSeen } from '#platform/server/tenancy/visible-rows.ts'
import type { Conversation, ConversationCreate, ConversationUpdate } from '../contract.ts'
import { conversation } from './tables.ts'

export type ConversationRow = typeof conversation.$inferSelect

export const conversations: Writing<ConversationRow, Conversation> = {
  table: conversation,
  columns: {
    id: conversation.id,
    documentId: conversation.id,
    createdAt: conversation.createdAt,
    updatedAt: conversation.updatedAt,
    project: conversation.projectId,
    person: conversation.personId,
    opportunity: conversation.opportunityId,
    assignee: conversation.assigneeId,
    channel: conversation.channel,
    state: conversation.state,
    snoozedUntil: conversation.snoozedUntil,
  },
  project: conversation.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    person: toOne('people', (row) => row.personId),
    opportunity: toOne('opportunities', (row) => row.opportunityId),
    assignee: toOne('users', (row) => row.assigneeId),
  },
  cursor: false,
  rows: rowsOf(conversation),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: ConversationRow): Conversation {
  const { channel, state } = row
  return { ...rowHead(row), channel, state, snoozedUntil: row.snoozedUntil?.toISOString() ?? null }
}

const written = { noun: 'conversation', right: 'changeOutreach', rows: conversations } as const

/** Begins what is written to a person, perhaps about a lead of theirs. */
export async function createConversation(ctx: Ctx, input: z.output<typeof ConversationCreate>): Promise<Conversation> {
  const { project: projectId, person: personId, opportunity: opportunityId, channel, assignee: assigneeId } = input
  const values = { projectId, personId, opportunityId, channel, assigneeId, state: 'open', snoozedUntil: null } as const
  return createRow(ctx, written, values, {
    check: async (tx) => {
      await requireSameProject(tx, people, { projectId, id: personId, field: 'person' })
      await requireSameProject(tx, leads, { projectId, id: opportunityId, field: 'opportunity' }, isSeen(leads))
      await requireTeammate(tx, { projectId, userId: assigneeId, field: 'assignee' })
    },
  })
}

/** Snoozes, ends or opens a conversation, or hands it to somebody. One that is snoozed says until when. */
export async function updateConversation(
  ctx: Ctx,
  { id, data }: { id: string; data: z.output<typeof ConversationUpdate> },
): Promise<Conversation> {
  const { assignee: assigneeId, snoozedUntil } = data
  return updateRow(ctx, written, id, async (row, tx) => {
    if (assigneeId) await requireTeammate(tx, { projectId: row.projectId, userId: assigneeId, field: 'assignee' })
    const state = data.state ?? row.state
    const given = snoozedUntil === undefined ? row.snoozedUntil : snoozedUntil === null ? null : new Date(snoozedUntil)
    const isSnoozed = state === 'snoozed'
    if (isSnoozed && given === null)
      throw faultOfField('snoozedUntil', 'snoozedUntil is required when state is snoozed')
    if (!isSnoozed && snoozedUntil)
      throw faultOfField('snoozedUntil', 'snoozedUntil is allowed only when state is snoozed')
    return { state, snoozedUntil: isSnoozed ? given : null, ...(assigneeId !== undefined && { assigneeId }) }
  })
}

export function deleteConversation(ctx: Ctx, { id }: { id: string }): Promise<void> {
  return deleteRow(ctx, written, id)
}
