import { eq } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { userOfProvenEmail } from '../proven-user.ts'
import { twoFactorOf } from '../two-factor/check-code.ts'
import { type FirstStep, takeFirstStep } from '../two-factor/sign-in.ts'
import { requireUnblocked } from '../users.ts'
import { link, type ProviderIdentity, userIdOf } from './identities.ts'

/**
 * Signs in by an identity: with its linked account, or else with the account of its proven address, which is then
 * linked. Null if there is neither (docs/decisions/0027). Two-factor sign-in applies, and such accounts aren't linked:
 * whoever has taken over the account at the provider has no code.
 */
export async function signInWithProfile(
  ctx: Ctx,
  tx: Transaction,
  outsider: ProviderIdentity,
  provenEmail: string | null,
): Promise<FirstStep | null> {
  const userId = (await userIdOf(tx, outsider)) ?? (await proven(ctx, tx, outsider, provenEmail))
  if (userId === null) return null
  const [row] = await tx.select().from(user).where(eq(user.id, userId)).for('share')
  if (!row) throw new Error("the account of an identity doesn't exist")
  requireUnblocked(row)
  return takeFirstStep(ctx, tx, row)
}

async function proven(
  ctx: Ctx,
  tx: Transaction,
  outsider: ProviderIdentity,
  email: string | null,
): Promise<string | null> {
  if (email === null) return null
  const { id } = await userOfProvenEmail(ctx, tx, { email, provider: outsider.provider })
  // The code is still missing, and a link would outlast two-factor sign-in. Users link in their settings.
  if (await twoFactorOf(tx, id)) return id
  return link(ctx, tx, outsider, id)
}
