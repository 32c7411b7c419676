import { and, asc, eq } from 'drizzle-orm'
import type { ProviderName } from '#platform/contract/sign-in.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { socialIdentity } from '../tables.ts'

/** A user's identity at a provider. */
export interface ProviderIdentity {
  provider: ProviderName
  subject: string
  username: string
}

/** Returns the user linked to an identity; null if there is none. */
export async function userIdOf(tx: Transaction, { provider, subject }: ProviderIdentity): Promise<string | null> {
  const [row] = await tx
    .select({ userId: socialIdentity.userId })
    .from(socialIdentity)
    .where(and(eq(socialIdentity.provider, provider), eq(socialIdentity.subject, subject)))
  return row?.userId ?? null
}

/** Links an identity to a user. If another request links it first, that link stays. Returns the linked user's id. */
export async function link(ctx: Ctx, tx: Transaction, outsider: ProviderIdentity, userId: string): Promise<string> {
  const [created] = await tx
    .insert(socialIdentity)
    .values({ ...outsider, id: ctx.id(), userId, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ userId: socialIdentity.userId })
  if (created) return created.userId
  const linkedUserId = await userIdOf(tx, outsider)
  if (linkedUserId === null) throw new Error('the identity was neither found nor created')
  return linkedUserId
}

export type IdentityRow = typeof socialIdentity.$inferSelect

/** Returns a user's linked identities, oldest first. */
export function identitiesOf(tx: Transaction, userId: string): Promise<IdentityRow[]> {
  return tx
    .select()
    .from(socialIdentity)
    .where(eq(socialIdentity.userId, userId))
    .orderBy(asc(socialIdentity.createdAt), asc(socialIdentity.id))
}

export async function unlink(tx: Transaction, { id, userId }: IdentityRow): Promise<void> {
  await tx.delete(socialIdentity).where(and(eq(socialIdentity.id, id), eq(socialIdentity.userId, userId)))
}
