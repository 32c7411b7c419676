import { bigint, boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { RedditPerson } from '../contract.ts'

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

const createdBy = uuid('created_by')

export const note = pgTable(
  'note',
  {
    ...head,
    opportunityId: uuid('opportunity_id'),
    personId: uuid('person_id'),
    text: text('text').notNull(),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const reminder = pgTable(
  'reminder',
  {
    ...head,
    opportunityId: uuid('opportunity_id').notNull(),
    text: text('text').notNull().default(''),
    dueAt: instant('due_at').notNull(),
    done: boolean('done').notNull().default(false),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
