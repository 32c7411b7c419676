import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { personStages } from '#features/crm/contract.ts'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { Campaign, Conversation, Message } from '../contract.ts'

export const conversation = pgTable(
  'conversation',
  {
    ...head,
    personId: uuid('person_id').notNull(),
    opportunityId: uuid('opportunity_id'),
    channel: text('channel').$type<Conversation['channel']>().notNull(),
    state: text('state').$type<Conversation['state']>().notNull(),
    snoozedUntil: instant('snoozed_until'),
    assigneeId: uuid('assignee_id'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const message = pgTable(
  'message',
  {
    ...head,
    conversationId: uuid('conversation_id').notNull(),
    direction: text('direction').$type<Message['direction']>().notNull(),
    state: text('state').$type<Message['state']>().notNull(),
    text: text('text').notNull(),
    reason: text('reason'),
    deferredUntil: instant('deferred_until'),
    sentAt: instant('sent_at'),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const campaign = pgTable(
  'campaign',
  {
    ...head,
    name: text('name').notNull(),
    state: text('state').$type<Campaign['state']>().notNull(),
    text: text('text').notNull(),
    stages: text('stages', { enum: personStages }).array().notNull(),
    tags: text('tags').array().notNull(),
    perDay: integer('per_day').notNull(),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
