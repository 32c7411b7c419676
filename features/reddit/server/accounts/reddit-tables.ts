import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/server/database/columns.ts'

/** A token to ask with, sealed, and when Reddit may be asked for another. */
const access = {
  accessSealed: text('access_sealed'),
  accessDigest: text('access_digest'),
  accessExpiresAt: instant('access_expires_at'),
  failures: integer('failures').notNull().default(0),
  retryAt: instant('retry_at'),
}

export const redditLimit = pgTable('reddit_limit', {
  clientId: text('client_id').primaryKey(),
  windowEndsAt: instant('window_ends_at').notNull(),
  source: text('source', { enum: ['guess', 'before', 'said'] }).notNull(),
  allowance: integer('allowance').notNull(),
  used: integer('used').notNull(),
  actions: integer('actions').notNull(),
  rechecks: integer('rechecks').notNull(),
  late: integer('late').notNull(),
  pace: instant('pace').notNull(),
  recheckPace: instant('recheck_pace').notNull(),
  pausedUntil: instant('paused_until').notNull(),
})

export const redditToken = pgTable('reddit_token', { clientId: text('client_id').primaryKey(), ...access })

export const redditAccount = pgTable(
  'reddit_account',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    clientId: text('client_id').notNull(),
    realm: text('realm', { enum: ['sandbox', 'real'] }).notNull(),
    subject: text('subject').notNull(),
    name: text('name').notNull(),
    state: text('state', { enum: ['connected', 'signIn'] }).notNull(),
    scopes: text('scopes').array().notNull(),
    karma: integer('karma'),
    joinedAt: instant('joined_at'),
    standingAt: instant('standing_at'),
    standingDueAt: instant('standing_due_at'),
    suspendedAt: instant('suspended_at'),
    refreshSealed: text('refresh_sealed').notNull(),
    ...access,
    connectedBy: uuid('connected_by'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const redditConnecting = pgTable('reddit_connecting', {
  projectId: uuid('project_id').notNull(),
  stateDigest: text('state_digest').primaryKey(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
})

export const redditLeaving = pgTable('reddit_leaving', {
  id: uuid('id').primaryKey(),
  clientId: text('client_id').notNull(),
  refreshSealed: text('refresh_sealed').notNull(),
  failures: integer('failures').notNull(),
  retryAt: instant('retry_at').notNull(),
})
