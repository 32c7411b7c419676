import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant, transactionId } from '#platform/server/database/columns.ts'
import { exportKinds, exportStates } from '../contract.ts'

const number = () => bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity()

export const erasure = pgTable('erasure', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['project', 'account', 'sandbox'] }).notNull(),
  subjectId: uuid('subject_id').notNull(),
  secret: text('secret').notNull(),
  until: transactionId('until'),
  createdAt: instant('created_at').notNull(),
})

/** @public Read by the test that compares tables with migrations. */
export const keptAudit = pgTable('kept_audit', {
  id: number(),
  project: text('project').notNull(),
  actor: text('actor').notNull(),
  action: text('action').notNull(),
  createdAt: instant('created_at').notNull(),
})

/** @public Read by the test that compares tables with migrations. */
export const keptPayment = pgTable('kept_payment', {
  id: number(),
  project: text('project').notNull(),
  payer: text('payer'),
  kind: text('kind', { enum: ['subscription', 'purchase'] }).notNull(),
  providerId: text('provider_id').notNull(),
  status: text('status'),
  productId: text('product_id'),
  productName: text('product_name'),
  ...dated,
})

/** Named `exported`, because `export` is a keyword. */
export const exported = pgTable('export', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind', { enum: exportKinds }).notNull(),
  projectId: uuid('project_id'),
  state: text('state', { enum: exportStates }).notNull(),
  lines: bigint('lines', { mode: 'number' }).notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }),
  fault: text('fault'),
  expiresAt: instant('expires_at'),
  /** The current or last attempt; null for exports from before attempts existed. */
  attempt: uuid('attempt'),
  /** The internal admin who asked for it, if it isn't the user. */
  requestedBy: uuid('requested_by'),
  ...dated,
})
