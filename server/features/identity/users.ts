import type { User } from '@earshot/contract/entities'
import { desc, or, sql } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { user } from '../../db/schema.ts'

export type UserRow = typeof user.$inferSelect

/** E-mails are kept in lower case; a username keeps its case and is compared without it. */
export async function insertUser(
  ctx: Ctx,
  tx: Transaction,
  { email, username, passwordHash }: { email: string; username: string; passwordHash: string },
): Promise<UserRow | null> {
  const now = ctx.now()
  const [row] = await tx
    .insert(user)
    .values({ id: ctx.id(), email, username, passwordHash, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** The user whose e-mail, or else whose username, an identifier is. */
export async function userByIdentifier(tx: Transaction, identifier: string): Promise<UserRow | null> {
  // In lower case by the rules that it was stored by: the database may know those of ASCII alone.
  const byEmail = sql`lower(${user.email}) = lower(${identifier.toLowerCase()})`
  const byUsername = sql`lower(${user.username}) = lower(${identifier})`
  const [row] = await tx.select().from(user).where(or(byEmail, byUsername)).orderBy(desc(byEmail)).limit(1)
  return row ?? null
}

/** A user as sent: nothing about the password (DECISIONS 7). */
export function presentUser(row: UserRow): User {
  const { id, username, email, provider, timeZone } = row
  return {
    id,
    documentId: id,
    username,
    email,
    provider,
    confirmed: row.confirmedAt !== null,
    blocked: row.blockedAt !== null,
    timeZone,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    publishedAt: row.createdAt.toISOString(),
  }
}
