import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Campaign, Conversation, Message } from '#features/messages/contract.ts'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import { personStages, type RedditPerson } from '../contract.ts'

export const person = pgTable(
  'person',
  {
    ...head,
    handle: text('handle').notNull(),
    stage: text('stage').$type<RedditPerson['stage']>().notNull(),
    value: bigint('value', { mode: 'number' }),
    currency: text('currency'),
    tags: text('tags').array().notNull().default([]),
    ownerId: uuid('owner_id'),
    doNotContact: boolean('do_not_contact').notNull().default(false),
    doNotContactSince: instant('do_not_contact_since'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

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
