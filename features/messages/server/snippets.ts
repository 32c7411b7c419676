import { and, inArray, sql } from 'drizzle-orm'
import { plainText } from '#engine/text/plain-text.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Conversation } from '../contract.ts'
import { conversation, message } from './tables.ts'

/** The characters of a message that lists show at most. */
const shownMost = 200

type Row = Pick<typeof conversation.$inferSelect, 'projectId' | 'id'>

/** Returns the start of the newest message of each conversation; null for those with only drafts. */
export async function snippetsOf(tx: Transaction, rows: readonly Row[]): Promise<Conversation['snippet'][]> {
  if (rows.length === 0) return []
  const newest = sql`(
    select left(${message.text}, ${shownMost}) as text, ${message.direction}, ${message.channel} from ${message}
    where ${message.projectId} = ${conversation.projectId} and ${message.conversationId} = ${conversation.id}
      and ${message.state} <> 'draft'
    order by coalesce(${message.sentAt}, ${message.createdAt}) desc, ${message.id} desc limit 1)`
  const which = and(
    inArray(conversation.projectId, [...new Set(rows.map(({ projectId }) => projectId))]),
    inArray(
      conversation.id,
      rows.map(({ id }) => id),
    ),
  )
  const found = await tx.execute<{ id: string; text: string; direction: 'in' | 'out'; channel: 'reddit' | 'mail' }>(
    sql`select ${conversation.id}, newest.* from ${conversation} cross join lateral ${newest} newest where ${which}`,
  )
  const byId = new Map(
    found.rows.map(({ id, text, direction, channel }) => {
      // Reddit's messages are Markdown.
      return [id, { text: channel === 'reddit' ? plainText(text).text : text, direction }]
    }),
  )
  return rows.map(({ id }) => byId.get(id) ?? null)
}
