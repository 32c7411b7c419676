import {
  bigint,
  boolean,
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
import type { FeedKind, Stream } from '#engine/reddit/feeds.ts'
import type { Rule } from '#engine/reddit/promotion-stance.ts'
import type { Realm, Source } from '#engine/sources.ts'
import { instant, marks } from '#platform/server/database/columns.ts'
import { communityStances, communityStandings } from '../contract.ts'

/** A sealed access token, and the time from which Reddit may be asked for another. */
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
    promotions: boolean('promotions').array(),
    promotionsAt: instant('promotions_at'),
    promotionsTrouble: text('promotions_trouble', { enum: ['hidden', 'failed'] }),
    inboxMark: text('inbox_mark'),
    sentMark: text('sent_mark'),
    inboxWholeAt: instant('inbox_whole_at'),
    inboxDueAt: instant('inbox_due_at'),
    inboxReadAt: instant('inbox_read_at'),
    inboxTrouble: text('inbox_trouble'),
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
export const community = pgTable(
  'community',
  {
    realm: text('realm', { enum: ['sandbox', 'real'] }).notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    title: text('title').notNull().default(''),
    members: bigint('members', { mode: 'number' }),
    isAdult: boolean('is_adult').notNull().default(false),
    standing: text('standing', { enum: communityStandings }).notNull().default('unread'),
    rules: jsonb('rules').$type<Rule[]>(),
    stance: text('stance', { enum: communityStances }).notNull().default('unknown'),
    stanceRule: text('stance_rule'),
    stanceWords: text('stance_words'),
    source: text('source', { enum: ['reddit-api', 'sandbox'] }),
    readAt: instant('read_at'),
    trouble: text('trouble'),
    failures: integer('failures').notNull().default(0),
    askedAt: instant('asked_at').notNull(),
    nextAt: instant('next_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.realm, t.key] })],
)

/** The fingerprints that identify quotes or names (engine/forgotten-text). */
export const forgotten = pgTable(
  'forgotten',
  {
    source: smallint('source').notNull(),
    kind: text('kind', { enum: ['post', 'comment'] }).notNull(),
    outsideId: bigint('outside_id', { mode: 'bigint' }).notNull(),
    standing: text('standing', { enum: ['deleted', 'removed', 'absent', 'authorless'] }).notNull(),
    forgottenAt: instant('forgotten_at').notNull(),
    settledAt: instant('settled_at'),
    quoteMarks: marks('quote_marks'),
    nameMarks: marks('name_marks'),
  },
  (t) => [primaryKey({ columns: [t.source, t.kind, t.outsideId] })],
)
export const forgetting = pgTable(
  'forgetting',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    opportunityId: uuid('opportunity_id'),
    mentionId: uuid('mention_id'),
    realm: text('realm').$type<Realm>().notNull().default('real'),
    standing: text('standing', { enum: ['reduced', 'deleted', 'removed', 'absent', 'authorless'] }).notNull(),
    lastSeenAt: instant('last_seen_at'),
    texts: integer('texts').notNull().default(0),
    people: integer('people').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
export const feed = pgTable('feed', {
  id: uuid('id').primaryKey(),
  source: text('source').$type<Source>().notNull(),
  kind: text('kind').$type<FeedKind>().notNull(),
  stream: text('stream').$type<Stream>().notNull(),
  name: text('name').notNull(),
  paceItems: real('pace_items').notNull().default(0),
  paceMs: doublePrecision('pace_ms').notNull().default(0),
  newestPostedAt: instant('newest_posted_at'),
  seen: text('seen').array().notNull().default([]),
  askedAt: instant('asked_at'),
  aloneAt: instant('alone_at'),
  nextAt: instant('next_at').notNull(),
  leaseId: uuid('lease_id'),
  leasedUntil: instant('leased_until'),
  lastSuccessAt: instant('last_success_at'),
  lagMs: doublePrecision('lag_ms'),
  failures: integer('failures').notNull().default(0),
  sourceFailures: integer('source_failures').notNull().default(0),
  turn: integer('turn').notNull().default(0),
  error: text('error'),
  createdAt: instant('created_at').notNull(),
})
export const feedUse = pgTable(
  'feed_use',
  {
    projectId: uuid('project_id').notNull(),
    feedId: uuid('feed_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.feedId] })],
)
export const feedGap = pgTable('feed_gap', {
  id: uuid('id').primaryKey(),
  feedId: uuid('feed_id').notNull(),
  fromAt: instant('from_at').notNull(),
  toAt: instant('to_at').notNull(),
  listing: text('listing').array().notNull(),
  after: text('after').notNull(),
  pages: integer('pages').notNull(),
  isBeginning: boolean('is_beginning').notNull(),
  openedAt: instant('opened_at').notNull(),
  triedAt: instant('tried_at').notNull(),
  endedAt: instant('ended_at'),
  givenUp: text('given_up'),
  failures: integer('failures').notNull().default(0),
  nextAt: instant('next_at').notNull(),
})
export const rssTurn = pgTable('rss_turn', {
  address: text('address').primaryKey(),
  nextAt: instant('next_at').notNull(),
})
