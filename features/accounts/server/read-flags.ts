import { eq } from 'drizzle-orm'
import type { FlagValues } from '#platform/contract/flags.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'

/** The feature flags that are set for whoever asks, and for them alone (DECISIONS 30); none for strangers. */
export async function readFlags(ctx: Ctx): Promise<FlagValues> {
  const { actor, userFlags } = ctx
  if (actor.kind !== 'user' || userFlags.size === 0) return {}
  const [row] = await transaction(ctx, (tx) =>
    tx.select({ email: user.email }).from(user).where(eq(user.id, actor.userId)),
  )
  return userFlags.get(row?.email.toLowerCase() ?? '') ?? {}
}
