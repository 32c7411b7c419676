import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant } from '#platform/server/database/columns.ts'

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
