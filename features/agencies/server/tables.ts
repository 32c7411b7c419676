import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, dated } from '#platform/server/database/columns.ts'

export const agencyBrand = pgTable('agency_brand', {
  userId: uuid('user_id').primaryKey(),
  name: text('name').notNull(),
  background: text('background').notNull(),
  ink: text('ink').notNull(),
  /** In the address of the logo; another one for every upload. */
  logoId: uuid('logo_id'),
  /** A PNG that Earshot made. */
  logo: bytes('logo'),
  logoWidth: integer('logo_width'),
  logoHeight: integer('logo_height'),
  ...dated,
})
