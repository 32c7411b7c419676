import { boolean, doublePrecision, integer, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { PlaceKind, Stream } from '#engine/places.ts'
import type { Source } from '#platform/contract/sources.ts'
import { instant } from '#platform/server/database/columns.ts'

export const place = pgTable('place', {
  id: uuid('id').primaryKey(),
  source: text('source').$type<Source>().notNull(),
  kind: text('kind').$type<PlaceKind>().notNull(),
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

export const placeUse = pgTable(
  'place_use',
  {
    projectId: uuid('project_id').notNull(),
    placeId: uuid('place_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.placeId] })],
)

export const listeningGap = pgTable('listening_gap', {
  id: uuid('id').primaryKey(),
  placeId: uuid('place_id').notNull(),
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

export const feedTurn = pgTable('feed_turn', {
  address: text('address').primaryKey(),
  nextAt: instant('next_at').notNull(),
})
