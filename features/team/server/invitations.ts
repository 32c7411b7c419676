import { and, eq, gt, sql } from 'drizzle-orm'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { digestOf } from '#platform/server/digest.ts'
import type { MemberRow } from '#platform/server/tenancy/lock-project.ts'
import { member, user } from '#platform/server/tenancy/tables.ts'
import { invitationDays } from '../contract.ts'

/** An invitation with its token, which is only sent to the invited address. */
export interface Invitation {
  row: MemberRow
  token: string
}

/** Invites an address to a project. Returns null if it is a member or already invited. */
export async function insertInvitation(
  ctx: Ctx,
  tx: Transaction,
  values: Pick<MemberRow, 'projectId' | 'email' | 'role' | 'invitedBy'>,
): Promise<Invitation | null> {
  const { token, ...kept } = newToken(ctx)
  const dates = { createdAt: ctx.now(), updatedAt: ctx.now() }
  const [row] = await tx
    .insert(member)
    .values({ ...values, ...kept, ...dates, id: ctx.id(), status: 'invited' })
    .onConflictDoNothing()
    .returning()
  return row ? { row, token } : null
}

/** Gives an invitation a new token and expiry. Throws ConflictError if it was accepted in the meantime. */
export async function renewInvitation(ctx: Ctx, tx: Transaction, row: MemberRow): Promise<Invitation> {
  const { token, ...kept } = newToken(ctx)
  const [written] = await tx
    .update(member)
    .set({ ...kept, updatedAt: ctx.now() })
    .where(and(eq(member.projectId, row.projectId), eq(member.id, row.id), eq(member.status, 'invited')))
    .returning()
  if (!written) throw new ApiError('ConflictError', 'This invitation has already been accepted.')
  return { row: written, token }
}

/** Returns the project of an invitation token, or null for any other token. */
export async function projectOfToken(tx: Transaction, token: string): Promise<string | null> {
  const { rows } = await tx.execute<{ project: string | null }>(
    sql`select project_of_invitation(${digestOf(token)}) as project`,
  )
  return rows[0]?.project ?? null
}

/**
 * Returns the invitation of a token in a project visible to the transaction; null if the IDs don't match or it expired.
 */
export async function invitationOfToken(
  ctx: Ctx,
  tx: Transaction,
  { id, projectId, token }: { id: string; projectId: string; token: string },
): Promise<MemberRow | null> {
  const wanted = and(eq(member.projectId, projectId), eq(member.id, id), eq(member.tokenDigest, digestOf(token)))
  const [row] = await tx
    .select()
    .from(member)
    .where(and(wanted, gt(member.expiresAt, ctx.now())))
  return row ?? null
}

/** Returns the same error whether the invitation expired, was accepted, canceled or replaced, or never existed. */
export function noLongerValid(): ApiError {
  const why = 'It may have expired or been accepted, canceled, or replaced.'
  return new ApiError('NotFoundError', `This invitation is no longer valid. ${why} Ask for a new one.`)
}

/** Turns an invitation into a membership. Returns null if it was accepted or canceled in the meantime. */
export async function acceptMembership(
  ctx: Ctx,
  tx: Transaction,
  row: MemberRow,
  userId: string,
): Promise<MemberRow | null> {
  const [written] = await tx
    .update(member)
    .set({ userId, status: 'active', tokenDigest: null, expiresAt: null, updatedAt: ctx.now() })
    .where(
      and(
        eq(member.projectId, row.projectId),
        eq(member.id, row.id),
        eq(member.status, 'invited'),
        sql`${member.tokenDigest} = ${row.tokenDigest}`,
      ),
    )
    .returning()
  return written ?? null
}

/** Returns an account's email address and whether it is confirmed. */
export async function addressOf(
  tx: Transaction,
  userId: string,
): Promise<{ email: string; confirmed: boolean } | null> {
  const [row] = await tx
    .select({ email: user.email, confirmedAt: user.confirmedAt })
    .from(user)
    .where(eq(user.id, userId))
  return row ? { email: row.email, confirmed: row.confirmedAt !== null } : null
}

function newToken(ctx: Ctx): { token: string; tokenDigest: string; expiresAt: Date } {
  const token = ctx.secret()
  const expiresAt = new Date(ctx.now().getTime() + invitationDays * 24 * 3_600_000)
  return { token, tokenDigest: digestOf(token), expiresAt }
}
