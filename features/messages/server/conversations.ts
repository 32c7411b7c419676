import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Conversation } from '../contract.ts'
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
