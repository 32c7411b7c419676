import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { providers } from '#platform/contract/sign-in.ts'
import { dated, instant } from '#platform/server/database/columns.ts'

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  device: text('device').notNull().default(''),
  address: text('address').notNull().default(''),
  lastUsedAt: instant('last_used_at').notNull(),
  revokedAt: instant('revoked_at'),
})
export const acting = pgTable('acting', {
  id: uuid('id').primaryKey(),
  sessionId: uuid('session_id'),
  adminId: uuid('admin_id').notNull(),
  adminEmail: text('admin_email').notNull(),
  userId: uuid('user_id').notNull(),
  startedAt: instant('started_at').notNull(),
  endsAt: instant('ends_at').notNull(),
  endedAt: instant('ended_at'),
})
export const adminAction = pgTable('admin_action', {
  id: uuid('id').primaryKey(),
  adminId: uuid('admin_id'),
  userId: uuid('user_id'),
  action: text('action').notNull(),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: instant('created_at').notNull(),
})
export const userFlag = pgTable(
  'user_flag',
  {
    userId: uuid('user_id').notNull(),
    name: text('name').notNull(),
    value: boolean('value').notNull(),
    setBy: uuid('set_by'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
)
export const userCode = pgTable(
  'user_code',
  {
    userId: uuid('user_id').notNull(),
    purpose: text('purpose', { enum: ['reset', 'confirmation', 'change'] }).notNull(),
    digest: text('digest').notNull(),
    email: text('email').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.purpose] })],
)
export const apiToken = pgTable(
  'api_token',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    createdBy: uuid('created_by').notNull(),
    name: text('name').notNull(),
    scope: text('scope', { enum: ['read', 'write'] }).notNull(),
    digest: text('digest').notNull(),
    ending: text('ending').notNull(),
    lastUsedAt: instant('last_used_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
export const socialIdentity = pgTable(
  'social_identity',
  {
    id: uuid('id').notNull(),
    provider: text('provider', { enum: providers }).notNull(),
    subject: text('subject').notNull(),
    userId: uuid('user_id').notNull(),
    username: text('username').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.subject] })],
)
export const socialAttempt = pgTable('social_attempt', {
  stateDigest: text('state_digest').primaryKey(),
  browserDigest: text('browser_digest').notNull(),
  provider: text('provider', { enum: providers }).notNull(),
  verifier: text('verifier').notNull(),
  nonce: text('nonce').notNull(),
  userId: uuid('user_id'),
  expiresAt: instant('expires_at').notNull(),
})
export const socialPending = pgTable('social_pending', {
  browserDigest: text('browser_digest').primaryKey(),
  provider: text('provider', { enum: providers }).notNull(),
  subject: text('subject').notNull(),
  username: text('username').notNull(),
  email: text('email'),
  codeDigest: text('code_digest'),
  triesLeft: integer('tries_left').notNull().default(0),
  codeExpiresAt: instant('code_expires_at'),
  expiresAt: instant('expires_at').notNull(),
})
