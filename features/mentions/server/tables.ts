import { boolean, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant, realm } from '#platform/server/database/columns.ts'
import type { Mention } from '../contract.ts'
import { muteKinds } from '../contract-limits.ts'

export const mention = pgTable(
  'mention',
  {
    ...head,
    postId: uuid('post_id').notNull(),
    kind: text('kind').$type<Mention['kind']>().notNull(),
    phrase: text('phrase').notNull(),
    /** All names, with the IDs of their keywords and competitors as filter columns. */
    named: jsonb('named').$type<Mention['named']>().notNull().default([]),
    keywordIds: uuid('keyword_ids').array().notNull().default([]),
    competitorIds: uuid('competitor_ids').array().notNull().default([]),
    sentence: text('sentence').notNull(),
    spans: jsonb('spans').$type<Mention['spans']>().notNull().default({ phrases: [], shown: [] }),
    sentiment: text('sentiment').$type<Mention['sentiment']>(),
    author: text('author'),
    subreddit: text('subreddit').notNull().default(''),
    forgottenAt: instant('forgotten_at'),
    postedAt: instant('posted_at'),
    handled: boolean('handled').notNull().default(false),
    handledBy: uuid('handled_by'),
    handledAt: instant('handled_at'),
    realm: realm(),
    /** Null while held. */
    releasedAt: instant('released_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)

export const mentionMute = pgTable(
  'mention_mute',
  {
    ...head,
    realm: realm(),
    kind: text('kind', { enum: muteKinds }).notNull(),
    name: text('name').notNull(),
    postId: uuid('post_id'),
    createdBy: uuid('created_by'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
