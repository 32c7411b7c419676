import { eq, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { endAccess } from './sessions/sessions.ts'
import type { UserRow } from './users.ts'

/** Somebody who has proven, by a provider or a code, that an address (in lower case) is theirs. */
export interface Proof {
  email: string
  /** By whom they came; kept of accounts that begin with it. */
  provider: string
}

/** The account may be another's: who knows its password, or sets a new one by mail, is asked for that first. */
export class PasswordRequired extends ApiError {
  constructor() {
    super(
      'ApplicationError',
      'Sign in with your password, or reset it, then link the provider in your account settings.',
    )
  }
}

/**
 * The account of a proven address: the one that is there, or a new one without a password. An account that never
 * confirmed the address may be anybody's: it is taken from whoever made it first. Throws PasswordRequired for one whose
 * address only a link that was opened unseen has confirmed.
 */
export async function userOfProvenEmail(ctx: Ctx, tx: Transaction, proof: Proof): Promise<UserRow> {
  const there = await byEmail(tx, proof.email)
  if (there) return joined(ctx, tx, there, proof)
  // A name may be somebody's who has another address now; an address that was taken just now is found again.
  const made = (await insert(ctx, tx, proof, proof.email)) ?? (await byEmail(tx, proof.email))
  if (made) return joined(ctx, tx, made, proof)
  const other = await insert(ctx, tx, proof, `${proof.provider}-${ctx.id()}`)
  if (!other) throw new Error('an account was neither there nor made')
  return other
}

async function joined(ctx: Ctx, tx: Transaction, there: UserRow, proof: Proof): Promise<UserRow> {
  if (there.confirmedAt === null) return claimed(ctx, tx, there, proof)
  if (there.confirmedUnseen && there.passwordHash !== null) throw new PasswordRequired()
  return there
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

/** Whoever made an account before its address was proven may have let others in: they leave its projects, and it theirs; the history says so. */
export async function removeSharedAccess(ctx: Ctx, tx: Transaction, userId: string): Promise<void> {
  await tx.execute(sql`select part_from_others(${userId}, ${ctx.now().toISOString()})`)
}

/** Ends every way into an account that whoever made it may have kept: password, sessions, tokens, codes, other people. */
async function claimed(ctx: Ctx, tx: Transaction, { id }: UserRow, { provider }: Proof): Promise<UserRow> {
  const now = ctx.now()
  await endAccess(ctx, tx, id)
  await removeSharedAccess(ctx, tx, id)
  const [row] = await tx
    .update(user)
    .set({ passwordHash: null, provider, confirmedAt: now, updatedAt: now })
    .where(eq(user.id, id))
    .returning()
  if (!row) throw new Error('an account was gone while it was claimed')
  return row
}
