import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { Realm } from '#engine/sources.ts'

/** An instant with a time zone. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
/** A number of things, 0 at first. */
export const count = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)
/** Marks that quotes or names are recognized by (engine/reddit/forgotten-text.ts). */
export const marks = (name: string) => bigint(name, { mode: 'bigint' }).array()
/** A transaction's number; set by the database. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
/** Whether the row is real or of the sandbox; a lead's or mention's is that of its post. */
export const realm = () => text('realm').$type<Realm>().notNull().default('real')
export const dated = { createdAt: instant('created_at').notNull(), updatedAt: instant('updated_at').notNull() }
/** The key of a row that belongs to a project. */
export const head = { projectId: uuid('project_id').notNull(), id: uuid('id').notNull() }
