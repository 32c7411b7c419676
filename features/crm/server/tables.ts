import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import type { PersonStage } from '../contract-stages.ts'
import type { additions } from '../contract-timeline.ts'

export const person = pgTable(
  'person',
  {
    ...head,
    handle: text('handle').notNull(),
    stage: text('stage').notNull(),
    stageSince: instant('stage_since').notNull(),
    value: bigint('value', { mode: 'number' }),
    currency: text('currency'),
    tags: text('tags').array().notNull().default([]),
    ownerId: uuid('owner_id'),
    doNotContact: boolean('do_not_contact').notNull().default(false),
    doNotContactSince: instant('do_not_contact_since'),
    email: text('email'),
    emailMessageId: uuid('email_message_id'),
    nextTaskAt: instant('next_task_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const personStage = pgTable(
  'person_stage',
  {
    ...head,
    key: text('key').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<PersonStage['kind']>().notNull(),
    position: integer('position').notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** Further accounts of people. */
export const personAlias = pgTable(
  'person_alias',
  {
    ...head,
    personId: uuid('person_id').notNull(),
    handle: text('handle').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

const createdBy = uuid('created_by')

export const task = pgTable(
  'task',
  {
    ...head,
    personId: uuid('person_id').notNull(),
    text: text('text').notNull(),
    dueAt: instant('due_at').notNull(),
    doneAt: instant('done_at'),
    doneBy: uuid('done_by'),
    assigneeId: uuid('assignee_id'),
    /** When the alert rules were asked about it; null again once it is moved, reopened, or given to somebody else. */
    alertedAt: instant('alerted_at'),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** What happened, without names: users and accounts are columns, so that they are forgotten. */
export type EventData =
  | { kind: 'added'; data: { how: (typeof additions)[number] } }
  | { kind: 'stage'; data: { from: string; to: string } }
  | { kind: 'owner'; data: Record<string, never>; ownerId: string | null }
  | { kind: 'value'; data: { value: number | null; currency: string | null } }
  | { kind: 'email' | 'doNotContact'; data: { isSet: boolean } }
  | { kind: 'merged'; data: Record<string, never>; aliasId: string }

/** What happened to a person and is stored nowhere else. */
export const personEvent = pgTable(
  'person_event',
  {
    ...head,
    personId: uuid('person_id').notNull(),
    kind: text('kind').$type<EventData['kind']>().notNull(),
    data: jsonb('data').$type<EventData['data']>().notNull(),
    ownerId: uuid('owner_id'),
    aliasId: uuid('alias_id'),
    /** When the alert rules were asked about a change of stage. */
    alertedAt: instant('alerted_at'),
    createdBy,
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const note = pgTable(
  'note',
  {
    ...head,
    opportunityId: uuid('opportunity_id'),
    personId: uuid('person_id'),
    text: text('text').notNull(),
    createdBy,
    byEarshot: boolean('by_earshot').notNull().default(false),
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
    /** When the alert rules were asked about it; null again once it is moved or reopened. */
    alertedAt: instant('alerted_at'),
    createdBy,
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

/** Whom a note mentions. */
export const noteMention = pgTable(
  'note_mention',
  {
    projectId: head.projectId,
    noteId: uuid('note_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: dated.createdAt,
    alertedAt: instant('alerted_at'),
    seenAt: instant('seen_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.noteId, t.userId] })],
)
