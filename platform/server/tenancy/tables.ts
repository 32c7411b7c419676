import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SetupAlerts } from '#engine/alerts/setup-alerts.ts'
import { evenWeights } from '#engine/order/urgency.ts'
import type { SetupStep } from '#engine/rules/setup-steps.ts'
import type { ScoreWeights } from '#engine/score/component.ts'
import { type Source, sources } from '#engine/sources.ts'
import type { AgencyPlan } from '#engine/subscription/plans.ts'
import { count, dated, instant, realm } from '../database/columns.ts'

interface Watched {
  keywords: string[]
  competitors: string[]
}

/**
 * The watchlist of an unfinished setup, what the product's website proposes for it, what replies are written with, its
 * alerts, and the furthest step reached.
 */
export interface UnfinishedSetup extends Watched {
  reached: SetupStep
  proposals: Watched & { communities: string[]; facts?: string[] }
  /** Missing in setups from before there were alerts, or replies. */
  alerts?: SetupAlerts
  facts?: string
  voice?: string
  disclosure?: string
  /** The plan of an agency's client; missing for other projects. */
  agencyPlan?: AgencyPlan | null
}

export const project = pgTable('project', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  website: text('website'),
  summary: text('summary').notNull().default(''),
  timeZone: text('time_zone').notNull().default('UTC'),
  status: text('status', { enum: ['draft', 'processing', 'done', 'paid', 'archived'] }).notNull(),
  version: integer('version').notNull().default(1),
  backfilledVersion: integer('backfilled_version').notNull().default(0),
  phraseVersion: bigint('phrase_version', { mode: 'number' }).notNull().default(1),
  backfillDone: count('backfill_done'),
  backfillTotal: bigint('backfill_total', { mode: 'number' }),
  audience: text('audience').array().notNull().default([]),
  pains: text('pains').array().notNull().default([]),
  languages: text('languages').array().notNull().default([]),
  /** The followed subreddits, in lower case and without `r/`. */
  communities: text('communities').array().notNull().default([]),
  scoreWeights: jsonb('score_weights').$type<ScoreWeights>().notNull().default(evenWeights),
  /** Whether the texts of posts may be sent to the chat model. */
  sendToModel: boolean('send_to_model').notNull().default(true),
  /** The chat model that writes replies; null for the server's. */
  replyModel: text('reply_model'),
  /** The queries that search engines are asked; null for those that the watchlist suggests. */
  seoQueries: text('seo_queries').array(),
  /** What an unfinished setup holds besides the other columns; null without one. */
  setup: jsonb('setup').$type<UnfinishedSetup>(),
  isAgencyProject: boolean('is_agency_project').notNull().default(false),
  agencyPlan: text('agency_plan'),
  /** The realm whose posts it shows. */
  realm: realm(),
  /** When it switched to real data; kept as long as its sandbox rows are. */
  realSince: instant('real_since'),
  sources: text('sources')
    .array()
    .$type<Source[]>()
    .notNull()
    .default([...sources]),
  /** The next release of held leads and mentions; null releases them at once. */
  leadsReleaseAt: instant('leads_release_at'),
  mentionsReleaseAt: instant('mentions_release_at'),
  /** When the release job checks the project next, or `-infinity`; null if it has no schedule. */
  releaseLookAt: timestamp('release_look_at', { withTimezone: true, mode: 'string' }),
  ...dated,
})

export const member = pgTable(
  'member',
  {
    projectId: uuid('project_id').notNull(),
    id: uuid('id').notNull(),
    /** Null for an invitation. */
    userId: uuid('user_id'),
    /** For members, the account's address, kept in sync by the database. */
    email: text('email').notNull().default(''),
    role: text('role', { enum: ['owner', 'admin', 'member', 'client'] }).notNull(),
    status: text('status', { enum: ['invited', 'active'] })
      .notNull()
      .default('active'),
    invitedBy: uuid('invited_by'),
    tokenDigest: text('token_digest'),
    expiresAt: instant('expires_at'),
    /** When a client last used the project, to the hour. */
    seenAt: instant('seen_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const user = pgTable('user', {
  id: uuid('id').primaryKey(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  passwordHash: text('password_hash'),
  provider: text('provider').notNull().default('local'),
  confirmedAt: instant('confirmed_at'),
  /** Confirmed by a link opened without being signed in to the account (docs/decisions/0029). */
  confirmedUnseen: boolean('confirmed_unseen').notNull().default(false),
  blockedAt: instant('blocked_at'),
  timeZone: text('time_zone'),
  ...dated,
})
