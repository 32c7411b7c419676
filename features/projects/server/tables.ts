import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { ScoreWeights } from '#engine/score/component.ts'
import { evenWeights } from '#engine/score/score-weights.ts'
import { type Source, sources } from '#engine/sources.ts'
import { count, dated, instant, realm } from '#platform/server/database/columns.ts'

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
  /** The subreddits it follows: names in lower case, without `r/`. */
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
