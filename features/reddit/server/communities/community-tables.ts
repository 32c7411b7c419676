import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { Rule } from '#engine/promotion-stance.ts'
import { instant } from '#platform/server/database/columns.ts'
import { communityStances, communityStandings } from '../../contract.ts'

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
