import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Realm } from '#engine/sources.ts'

/** A timestamp with a time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** A count, 0 by default. */
export const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
/** Fingerprints by which quotes or names are recognized (engine/reddit/forgotten-text.ts). */
export const marks = (name: string) => bigint(name, { mode: 'bigint' }).array()
/** A transaction ID, set by the database. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
/** Whether the row is real or sandbox data. A lead or mention has the realm of its post. */
export const realm = () => text('realm').$type<Realm>().notNull().default('real')
export const dated = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }
/** The key of a row that belongs to a project. */
export const head = { projectId: uuid('project_id').notNull(), id: uuid('id').notNull() }
