import { rowsOf, toOne } from '#platform/server/database/find.ts'
import type { Writing } from '#platform/server/database/own-row.ts'
import { rowHead } from '#platform/server/database/row-head.ts'
import type { Message } from '../contract.ts'
import { message } from './tables.ts'

export type MessageRow = typeof message.$inferSelect

export const messages: Writing<MessageRow, Message> = {
  table: message,
  columns: {
    id: message.id,
    documentId: message.id,
    createdAt: message.createdAt,
    updatedAt: message.updatedAt,
    project: message.projectId,
    conversation: message.conversationId,
    createdBy: message.createdBy,
    direction: message.direction,
    state: message.state,
    text: message.text,
    sentAt: message.sentAt,
  },
  project: message.projectId,
  links: {
    project: toOne('projects', (row) => row.projectId),
    conversation: toOne('conversations', (row) => row.conversationId),
    createdBy: toOne('users', (row) => row.createdBy),
  },
  cursor: false,
  rows: rowsOf(message),
  present: async (_tx, rows) => rows.map(present),
}

function present(row: MessageRow): Message {
  const { direction, state, text, reason } = row
  const times = { deferredUntil: row.deferredUntil?.toISOString() ?? null, sentAt: row.sentAt?.toISOString() ?? null }
  return { ...rowHead(row), direction, state, text, reason, ...times }
}
