import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { dated, instant } from '#platform/server/database/columns.ts'

export const passkey = pgTable('passkey', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  name: text('name').notNull(),
  credentialId: text('credential_id').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  lastUsedAt: instant('last_used_at'),
  ...dated,
})
