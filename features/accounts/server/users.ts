import { desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { violates } from '#platform/server/database/violation.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { strapiMessages, type User } from '../contract.ts'

export type UserRow = typeof user.$inferSelect

/**
 * Inserts a user; null if the email or username is taken. Emails are stored in lowercase. Usernames keep their case but
 * are compared without it.
 */
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

/** Returns the user with this email, or else with this username. */
export async function userByIdentifier(tx: Transaction, identifier: string): Promise<UserRow | null> {
  // JavaScript lowercases it as for storage, since the database may only do so for ASCII.
  const byEmail = sql`lower(${user.email}) = lower(${identifier.toLowerCase()})`
  const byUsername = sql`lower(${user.username}) = lower(${identifier})`
  const [row] = await tx.select().from(user).where(or(byEmail, byUsername)).orderBy(desc(byEmail)).limit(1)
  return row ?? null
}

/** The recipient of a mail about an account; nulls and an empty name if there is none. */
export interface Mailable {
  userId: string | null
  username: string
  to: string | null
}

/** Returns the user of an address; with 'unconfirmed', only if it isn't confirmed. Blocked users get no mail. */
export async function findRecipient(tx: Transaction, email: string, only?: 'unconfirmed'): Promise<Mailable> {
  const own = sql`lower(${user.email}) = lower(${email.toLowerCase()})`
  const [row] = await tx.select().from(user).where(own)
  if (!row || row.blockedAt || (only && row.confirmedAt)) return { userId: null, username: '', to: null }
  return { userId: row.id, username: row.username, to: row.email }
}

type Changes = {
  [K in 'email' | 'username' | 'passwordHash' | 'timeZone' | 'confirmedAt' | 'confirmedUnseen']?: UserRow[K] | SQL
}

/** Changes a user. Throws ApplicationError if another user has the email or username. */
export async function writeUser(ctx: Ctx, tx: Transaction, id: string, changes: Changes): Promise<UserRow> {
  try {
    const [row] = await tx
      .update(user)
      .set({ ...changes, updatedAt: ctx.now() })
      .where(eq(user.id, id))
      .returning()
    if (!row) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
    return row
  } catch (error) {
    throw violates(error, 'user_email') || violates(error, 'user_username') ? addressTaken() : error
  }
}

/** Throws ApplicationError if a user has the address as email or username. */
export async function requireUnusedAddress(tx: Transaction, email: string): Promise<void> {
  if (await userByIdentifier(tx, email)) throw addressTaken()
}

/** Rejects another user's email as a username, since it would interfere with their sign-in. */
export function refuseForeignAddress(username: string, email: string): void {
  if (!username.includes('@') || username.toLowerCase() === email.toLowerCase()) return
  const message = 'username must not be another email address'
  throw new ApiError('ValidationError', message, {
    errors: [{ path: ['username'], message, name: 'ValidationError' }],
  })
}

export function requireUnblocked({ blockedAt }: Pick<UserRow, 'blockedAt'>): void {
  if (blockedAt) throw new ApiError('ApplicationError', 'Your account has been blocked by an administrator')
}

export function addressTaken(): ApiError {
  return new ApiError('ApplicationError', strapiMessages.addressTaken)
}

/** Converts a user for responses: without anything about the password (DECISIONS 7). */
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
