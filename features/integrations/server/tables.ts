import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, head, instant } from '#platform/server/database/columns.ts'
import { feedContents } from '../contract.ts'

export const viewFeed = pgTable(
  'view_feed',
  {
    ...head,
    content: text('content', { enum: feedContents }).notNull(),
    viewId: uuid('view_id'),
    createdBy: uuid('created_by').notNull(),
    digest: text('digest').notNull(),
    itemsDigest: text('items_digest'),
    changedAt: instant('changed_at').notNull(),
    lastReadAt: instant('last_read_at'),
    ...dated,
  },
  (t) => [primaryKey({ columns: [t.projectId, t.id] })],
)
