import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Headline } from '#engine/explain/headline.ts'
import type { ReplyCheckStep } from '#engine/replies/reply-checks.ts'
import type { Component, Label, RejectionReason } from '#engine/score/component.ts'
import type { Span } from '#engine/spans.ts'
import { bytes, dated, head, instant, realm } from '#platform/server/database/columns.ts'
import type { ReplyCheck } from '../contract.ts'

export const opportunityCount = pgTable('opportunity_count', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  projectId: uuid('project_id').notNull(),
  realm: realm(),
  /** Held leads count as held, whatever their state. */
  state: text('state', { enum: ['new', 'replied', 'rejected', 'held'] }).notNull(),
  saved: boolean('saved').notNull(),
  delta: bigint('delta', { mode: 'number' }).notNull(),
})

export const opportunity = pgTable(
  'opportunity',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    postId: uuid('post_id').notNull(),
    score: real('score').notNull(),
    label: smallint('label').$type<0 | 1 | 2 | 3>().notNull(),
    components: jsonb('components').$type<Component[]>().notNull(),
    sentence: jsonb('sentence').$type<Headline>(),
    postedAt: instant('posted_at'),
    /** When the next reply window begins; null in the last one. */
    windowDueAt: instant('window_due_at'),
    /** The sort key of the default order; the database sets it (engine/order/urgency). */
    urgency: doublePrecision('urgency').notNull().default(0),
    state: text('state', { enum: ['new', 'replied', 'rejected'] })
      .notNull()
      .default('new'),
    saved: boolean('saved').notNull().default(false),
    copyKeys: bigint('copy_keys', { mode: 'bigint' }).array(),
    siblingOf: uuid('sibling_of'),
    /** Null: held. The database sets it if the project releases new leads immediately. */
    releasedAt: instant('released_at'),
    /** Null: new. */
    decidedAt: instant('decided_at'),
    realm: realm(),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const siblingKey = pgTable(
  'sibling_key',
  {
    projectId: uuid('project_id').notNull(),
    key: bigint('key', { mode: 'bigint' }).notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.key] })],
)

export const decision = pgTable(
  'decision',
  {
    projectId: uuid('project_id').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
    kind: text('kind', { enum: ['reply', 'rejection', 'save'] }).notNull(),
    /** Null after the account is erased; the pseudonym then replaces it. */
    userId: uuid('user_id'),
    pseudonym: text('pseudonym'),
    reason: text('reason').$type<RejectionReason>(),
    text: text('text'),
    permalink: text('permalink'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.kind] })],
)

export const replyCheck = pgTable(
  'reply_check',
  {
    projectId: head.projectId,
    opportunityId: uuid('opportunity_id').notNull(),
    step: text('step').$type<ReplyCheckStep>().notNull(),
    realm: realm(),
    community: text('community'),
    commentId: text('comment_id').notNull(),
    dueAt: instant('due_at').notNull(),
    /** When to ask Reddit next, or the end of the lease; null once it is settled. */
    nextAt: instant('next_at'),
    failures: integer('failures').notNull().default(0),
    missedAt: instant('missed_at'),
    state: text('state').$type<ReplyCheck['state']>().notNull().default('waiting'),
    removedBy: text('removed_by').$type<ReplyCheck['removedBy']>(),
    votes: integer('votes'),
    trouble: text('trouble'),
    /** When Reddit was really asked. */
    checkedAt: instant('checked_at'),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.step] })],
)

export const claim = pgTable(
  'claim',
  {
    projectId: head.projectId,
    opportunityId: uuid('opportunity_id').notNull(),
    userId: uuid('user_id').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId] })],
)

export const leadRead = pgTable(
  'lead_read',
  {
    projectId: head.projectId,
    userId: uuid('user_id').notNull(),
    opportunityId: uuid('opportunity_id').notNull(),
    createdAt: dated.createdAt,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId, t.opportunityId] })],
)

export const leadVisit = pgTable(
  'lead_visit',
  {
    projectId: head.projectId,
    userId: uuid('user_id').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the visit before the present one ended. */
    beforeAt: instant('before_at'),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] })],
)

export const embeddingScale = pgTable('embedding_scale', {
  model: text('model').primaryKey(),
  apart: real('apart').notNull(),
  together: real('together').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const projectVector = pgTable('project_vector', {
  projectId: uuid('project_id').primaryKey(),
  model: text('model').notNull(),
  projectVersion: integer('project_version').notNull(),
  digest: text('digest').notNull(),
  vector: bytes('vector').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

export const postVector = pgTable('post_vector', {
  postId: uuid('post_id').primaryKey(),
  model: text('model').notNull(),
  vector: bytes('vector').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const similarityDue = pgTable(
  'similarity_due',
  {
    projectId: uuid('project_id').notNull(),
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    postId: uuid('post_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const verdict = pgTable(
  'verdict',
  {
    projectId: uuid('project_id').notNull(),
    postId: uuid('post_id').notNull(),
    /** The chat model's name, or the shipped judge's. */
    model: text('model').notNull(),
    /** The product as it was asked about. */
    profileDigest: text('profile_digest').notNull(),
    /** The last version of the project with the same product. */
    projectVersion: integer('project_version').notNull(),
    /** Null: the answer had no valid verdict for the post. */
    lead: smallint('lead').$type<Label>(),
    span: jsonb('span').$type<Span>(),
    reason: text('reason').notNull(),
    /** Only of the shipped judge. */
    logits: real('logits').array(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.postId, t.model, t.profileDigest] })],
)

/** How many posts a project sent to the chat model per day (UTC). */
export const modelUse = pgTable(
  'model_use',
  {
    projectId: uuid('project_id').notNull(),
    day: date('day').notNull(),
    posts: integer('posts').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.day] })],
)
