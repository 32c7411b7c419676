import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
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
import type { Hit } from '#engine/candidates.ts'
import type { Signs } from '#engine/learn.ts'
import { evenWeights } from '#engine/score-weights.ts'
import type { Component, RejectionReason } from '#features/leads/contract.ts'
import type { ScoreWeights } from '#features/projects/contract.ts'
import type { EventKind } from '../../contract/events.ts'
import { type Source, sources } from '../../contract/sources.ts'
import { bytes, count, dated, instant, realm, transactionId } from './columns.ts'

export const user = pgTable('user', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash'),
  provider: text('provider').notNull().default('local'),
  confirmedAt: instant('confirmed_at'),
  /** By a link that nobody opened who was signed in to the account (docs/decisions/0029). */
  confirmedUnseen: boolean('confirmed_unseen').notNull().default(false),
  blockedAt: instant('blocked_at'),
  timeZone: text('time_zone'),
  ...dated,
})

export const session = pgTable('session', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  createdAt: instant('created_at').notNull(),
  expiresAt: instant('expires_at').notNull(),
  device: text('device').notNull().default(''),
  address: text('address').notNull().default(''),
  lastUsedAt: instant('last_used_at').notNull(),
  revokedAt: instant('revoked_at'),
  submitted: text('submitted'),
  submittedAt: instant('submitted_at'),
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
  phraseVersion: bigint('phrase_version', { mode: 'number' }).notNull().default(1),
  scanDone: count('scan_done'),
  scanTotal: bigint('scan_total', { mode: 'number' }),
  audience: text('audience').array().notNull().default([]),
  pains: text('pains').array().notNull().default([]),
  languages: text('languages').array().notNull().default([]),
  /** Where it listens: names in lower case, without `r/`. */
  communities: text('communities').array().notNull().default([]),
  scoreWeights: jsonb('score_weights').$type<ScoreWeights>().notNull().default(evenWeights),
  isAgencyProject: boolean('is_agency_project').notNull().default(false),
  agencyPlan: text('agency_plan'),
  /** The one that it sees. */
  realm: realm(),
  /** When it came to see what is real, as long as rows of the sandbox are kept. */
  realSince: instant('real_since'),
  sources: text('sources')
    .array()
    .$type<Source[]>()
    .notNull()
    .default([...sources]),
  /** The releases that what is held waits for; null: what is found is released at once. */
  leadsReleaseAt: instant('leads_release_at'),
  mentionsReleaseAt: instant('mentions_release_at'),
  /** When the job looks at them next, or `-infinity`; null: nothing comes by the clock. */
  releaseLookAt: timestamp('release_look_at', { withTimezone: true, mode: 'string' }),
  ...dated,
})

export const member = pgTable(
  'member',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** Null as long as it is an invitation. */
    userId: uuid('user_id'),
    /** Of members, their account's: the database sees to it. */
    email: text('email').notNull().default(''),
    role: text('role', { enum: ['owner', 'admin', 'member', 'client'] }).notNull(),
    status: text('status', { enum: ['invited', 'active'] })
      .notNull()
      .default('active'),
    invitedBy: uuid('invited_by'),
    tokenDigest: text('token_digest'),
    expiresAt: instant('expires_at'),
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
    pausedBy: text('paused_by', { enum: ['user', 'quota'] }),
    subredditsIn: text('subreddits_in').array().notNull().default([]),
    subredditsOut: text('subreddits_out').array().notNull().default([]),
    language: text('language'),
    minScore: integer('min_score'),
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
    status: text('status', { enum: ['active', 'paused', 'retired'] }).notNull(),
    pausedBy: text('paused_by', { enum: ['user', 'quota'] }),
    aliases: text('aliases').array().notNull().default([]),
    domains: text('domains').array().notNull().default([]),
    subreddit: text('subreddit'),
    excludeWords: text('exclude_words').array().notNull().default([]),
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
  projectId: uuid('project_id'),
  importId: uuid('import_id'),
  realm: realm(),
  ...dated,
})

/** arrivedOn of what is pinned: it never leaves with a day. */
export const pinned = 'infinity'

export const recent = pgTable(
  'recent',
  {
    arrivedOn: date('arrived_on', { mode: 'string' }).notNull(),
    id: uuid('id').notNull(),
    source: text('source').$type<Source>().notNull(),
    projectId: uuid('project_id'),
    importId: uuid('import_id'),
    itemCount: integer('item_count').notNull(),
    items: bytes('items'),
    postIds: uuid('post_ids').array(),
    outsideIds: bigint('outside_ids', { mode: 'bigint' }).array(),
    phraseVersion: bigint('phrase_version', { mode: 'number' }),
    position: integer('position').notNull().default(0),
    positionProject: uuid('position_project'),
    finishedAt: instant('finished_at'),
    reducedAt: instant('reduced_at'),
    createdAt: instant('created_at').notNull(),
    standsFor: real('stands_for'),
  },
  (t) => [primaryKey({ columns: [t.arrivedOn, t.id] })],
)

export const postponed = pgTable(
  'postponed',
  {
    projectId: uuid('project_id').notNull(),
    arrivedOn: date('arrived_on', { mode: 'string' }).notNull(),
    batchId: uuid('batch_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.arrivedOn, t.batchId] })],
)

/** `import` is a word of the language. */
export const imported = pgTable('import', {
  id: uuid('id').primaryKey(),
  projectId: uuid('project_id'),
  name: text('name').notNull(),
  origin: text('origin', { enum: ['command', 'upload', 'path'] }).notNull(),
  fingerprint: text('fingerprint'),
  state: text('state', {
    enum: ['uploading', 'waiting', 'running', 'done', 'stopped', 'failed', 'purging'],
  }).notNull(),
  bytesTotal: bigint('bytes_total', { mode: 'number' }).notNull(),
  bytesDone: count('bytes_done'),
  linesDone: count('lines_done'),
  itemsNew: count('items_new'),
  itemsKnown: count('items_known'),
  linesBroken: count('lines_broken'),
  textBytes: count('text_bytes'),
  brokenLines: jsonb('broken_lines').$type<{ line: number; reason: string; text: string }[]>().notNull().default([]),
  fault: text('fault'),
  createdBy: uuid('created_by'),
  finishedAt: instant('finished_at'),
  ...dated,
})

export const importChunk = pgTable(
  'import_chunk',
  {
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.number] })],
)

export const opportunityCount = pgTable('opportunity_count', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  projectId: uuid('project_id').notNull(),
  realm: realm(),
  /** Those that are held, whatever else they are, count as that. */
  state: text('state', { enum: ['new', 'replied', 'rejected', 'held'] }).notNull(),
  saved: boolean('saved').notNull(),
  delta: bigint('delta', { mode: 'number' }).notNull(),
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
  updatedAt: instant('updated_at').notNull(),
})

export const candidate = pgTable(
  'candidate',
  {
    projectId: uuid('project_id').notNull(),
    postId: uuid('post_id').notNull(),
    projectVersion: integer('project_version').notNull(),
    hits: jsonb('hits').$type<Hit[]>().notNull(),
    score: real('score').notNull(),
    label: smallint('label').$type<0 | 1 | 2 | 3>().notNull(),
    realm: realm(),
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
    copyKeys: bigint('copy_keys', { mode: 'bigint' }).array(),
    siblingOf: uuid('sibling_of'),
    /** Null: held. The database sets it where the project has what is found at once. */
    releasedAt: instant('released_at'),
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
    /** Null where the account is erased; then the pseudonym stands for it. */
    userId: uuid('user_id'),
    pseudonym: text('pseudonym'),
    reason: text('reason').$type<RejectionReason>(),
    signs: jsonb('signs').$type<Signs>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.opportunityId, t.kind] })],
)

export const learning = pgTable('learning', {
  projectId: uuid('project_id').primaryKey(),
  version: bigint('version', { mode: 'number' }).notNull().default(1),
  appliedVersion: bigint('applied_version', { mode: 'number' }).notNull().default(0),
})

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
