import { sql } from 'drizzle-orm'
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { EventKind } from '../../contract/events.ts'
import { instant, transactionId } from './columns.ts'

export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  spent: integer('spent').notNull(),
  until: instant('until').notNull(),
})

export const event = pgTable('event', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  xact: transactionId('xact').notNull().default(sql`pg_current_xact_id()`),
  projectId: uuid('project_id').notNull(),
  kind: text('kind').$type<EventKind>().notNull(),
  subjectId: uuid('subject_id'),
  createdAt: instant('created_at').notNull(),
})

/** @public Read by the test that compares tables with migrations. */
export const tally = pgTable('tally', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  minute: instant('minute').notNull(),
  name: text('name', { enum: ['arrived', 'matched', 'leads'] }).notNull(),
  source: text('source').notNull().default(''),
  delta: bigint('delta', { mode: 'number' }).notNull(),
})
export const sourceHealth = pgTable('source_health', {
  source: text('source').primaryKey(),
  lastSuccessAt: instant('last_success_at'),
  newestPostedAt: instant('newest_posted_at'),
  error: text('error'),
  failedAt: instant('failed_at'),
  nextTryAt: instant('next_try_at'),
  /** Of a source whose items have consecutive numbers: the last one that was read, and until when a worker reads. */
  position: bigint('position', { mode: 'number' }),
  leasedUntil: instant('leased_until'),
  updatedAt: instant('updated_at').notNull(),
})

export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    caller: uuid('caller').notNull(),
    key: text('key').notNull(),
    userId: uuid('user_id').notNull(),
    fingerprint: text('fingerprint').notNull(),
    answer: text('answer'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] })],
)

export const auditEntry = pgTable(
  'audit_entry',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    subjectId: uuid('subject_id'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
