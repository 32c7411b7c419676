import type { Component, RejectionReason } from '@earshot/contract/entities'
import type { Hit } from '@earshot/engine/candidates'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

/** The tables as queries see them. Their definition is db/migrations; a test holds the two together. */
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const dated = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }

export const user = pgTable('user', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash'),
  provider: text('provider').notNull().default('local'),
  confirmedAt: instant('confirmed_at'),
  blockedAt: instant('blocked_at'),
  timeZone: text('time_zone'),
  ...dated,
})

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
})

export const throttle = pgTable('throttle', {
  key: text('key').primaryKey(),
  spent: integer('spent').notNull(),
  until: instant('until').notNull(),
})

export const project = pgTable('project', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  website: text('website'),
  summary: text('summary').notNull().default(''),
  timeZone: text('time_zone').notNull().default('UTC'),
  status: text('status', { enum: ['draft', 'processing', 'done', 'paid', 'archived'] }).notNull(),
  version: integer('version').notNull().default(1),
  scannedVersion: integer('scanned_version').notNull().default(0),
  ...dated,
})

export const member = pgTable(
  'member',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    role: text('role', { enum: ['owner', 'admin', 'member', 'client'] }).notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const keyword = pgTable(
  'keyword',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    kind: text('kind', { enum: ['brand', 'competitor', 'problem'] }).notNull(),
    query: text('query').notNull(),
    status: text('status', { enum: ['active', 'paused'] }).notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const competitor = pgTable(
  'competitor',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    website: text('website'),
    status: text('status', { enum: ['active', 'paused'] }).notNull(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const phraseVersion = pgTable('phrase_version', {
  single: boolean('single').primaryKey().default(true),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
})

export const post = pgTable('post', {
  id: uuid('id').primaryKey(),
  source: smallint('source').notNull(),
  kind: text('kind', { enum: ['post', 'comment'] }).notNull(),
  outsideId: bigint('outside_id', { mode: 'bigint' }).notNull(),
  outsideName: text('outside_name'),
  subreddit: text('subreddit').notNull(),
  author: text('author'),
  title: text('title').notNull(),
  body: text('body').notNull(),
  bodyTruncated: boolean('body_truncated').notNull(),
  url: text('url'),
  permalink: text('permalink').notNull(),
  flair: text('flair'),
  score: integer('score'),
  numComments: integer('num_comments'),
  postedAt: instant('posted_at'),
  ...dated,
})

export const batch = pgTable('batch', {
  id: uuid('id').primaryKey(),
  projectId: uuid('project_id'),
  postIds: uuid('post_ids').array().notNull(),
  createdAt: instant('created_at').notNull(),
  finishedAt: instant('finished_at'),
})

export const candidate = pgTable(
  'candidate',
  {
    projectId: uuid('project_id').notNull(),
    postId: uuid('post_id').notNull(),
    batchId: uuid('batch_id').notNull(),
    projectVersion: integer('project_version').notNull(),
    hits: jsonb('hits').$type<Hit[]>().notNull(),
    score: real('score'),
    label: smallint('label').$type<0 | 1 | 2 | 3>(),
    components: jsonb('components').$type<Component[]>(),
    scoredAt: instant('scored_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.postId] })],
)

export const opportunity = pgTable(
  'opportunity',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    postId: uuid('post_id').notNull(),
    score: real('score').notNull(),
    label: smallint('label').$type<0 | 1 | 2 | 3>().notNull(),
    components: jsonb('components').$type<Component[]>().notNull(),
    postedAt: instant('posted_at'),
    freshnessDueAt: instant('freshness_due_at'),
    state: text('state', { enum: ['new', 'replied', 'rejected'] })
      .notNull()
      .default('new'),
    saved: boolean('saved').notNull().default(false),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const decision = pgTable(
  'decision',
  {
    projectId: uuid('project_id').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
    kind: text('kind', { enum: ['reply', 'rejection', 'save'] }).notNull(),
    userId: uuid('user_id').notNull(),
    reason: text('reason').$type<RejectionReason>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.kind] })],
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
