import { bigint, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#platform/server/database/columns.ts'

export const twoFactor = pgTable('two_factor', {
  userId: uuid('user_id').primaryKey(),
  secretSealed: text('secret_sealed').notNull(),
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: instant('created_at').notNull(),
})
export const recoveryCode = pgTable(
  'recovery_code',
  {
    userId: uuid('user_id').notNull(),
    digest: text('digest').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.digest] })],
)
export const challenge = pgTable('challenge', {
  digest: text('digest').primaryKey(),
  kind: text('kind', { enum: ['code', 'passkey', 'registration', 'setup'] }).notNull(),
  userId: uuid('user_id'),
  secretSealed: text('secret_sealed'),
  expiresAt: instant('expires_at').notNull(),
})
