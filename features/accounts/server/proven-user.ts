import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { endAccess } from './sessions/sessions.ts'
import type { UserRow } from './users.ts'

/** A proof, by a provider or a code, that a user owns an address (in lowercase). */
export interface Proof {
  email: string
  /** The provider of the proof; stored for accounts created by it. */
  provider: string
}

/** Thrown for an account that may be another user's: the password, or a reset by mail, has to come first. */
export class PasswordRequired extends ApiError {
  constructor() {
    super(
      'ApplicationError',
      'Sign in with your password, or reset it, then link the provider in your account settings.',
    )
  }
}

/**
 * Returns the account of a proven address, or creates one without a password. An account that never confirmed the
 * address is taken over, since anyone may have created it. Throws PasswordRequired for one whose address was confirmed
 * only by a link that a mail scanner may have opened.
 */
export async function userOfProvenEmail(ctx: Ctx, tx: Transaction, proof: Proof): Promise<UserRow> {
  const existing = await byEmail(tx, proof.email)
  if (existing) return takeOverUnconfirmed(ctx, tx, existing, proof)
  // The username may belong to a user who has changed their address; an address taken just now is found again.
  const created = (await insert(ctx, tx, proof, proof.email)) ?? (await byEmail(tx, proof.email))
  if (created) return takeOverUnconfirmed(ctx, tx, created, proof)
  const other = await insert(ctx, tx, proof, `${proof.provider}-${ctx.id()}`)
  if (!other) throw new Error('the account was neither found nor created')
  return other
}

async function takeOverUnconfirmed(ctx: Ctx, tx: Transaction, existing: UserRow, proof: Proof): Promise<UserRow> {
  if (existing.confirmedAt === null) return takeOver(ctx, tx, existing, proof)
  if (existing.confirmedUnseen && existing.passwordHash !== null) throw new PasswordRequired()
  return existing
}

async function byEmail(tx: Transaction, email: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(user).where(sql`lower(${user.email}) = lower(${email})`).for('no key update')
  return row ?? null
}

async function insert(
  ctx: Ctx,
  tx: Transaction,
  { email, provider }: Proof,
  username: string,
): Promise<UserRow | null> {
  const now = ctx.now()
  const [row] = await tx
    .insert(user)
    .values({ id: ctx.id(), email, username, provider, confirmedAt: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/**
 * Removes the members that an unproven account's creator invited, and its memberships in other users' projects. The
 * audit log keeps a record.
 */
export async function removeSharedAccess(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select part_from_others(${userId}, ${ctx.now().toISOString()})`)
}

/** Ends every access that the account's creator may have kept: password, sessions, tokens, codes and members. */
async function takeOver(ctx: Ctx, tx: Transaction, { id }: UserRow, { provider }: Proof): Promise<UserRow> {
  const now = ctx.now()
  await endAccess(ctx, tx, id)
  await removeSharedAccess(ctx, tx, id)
  const [row] = await tx
    .update(user)
    .set({ passwordHash: null, provider, confirmedAt: now, updatedAt: now })
    .where(eq(user.id, id))
    .returning()
  if (!row) throw new Error('the account was deleted during its takeover')
  return row
}
