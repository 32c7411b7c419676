import { eq } from 'drizzle-orm'
import type { FlagValues } from '#platform/contract/flags.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'

/** Returns the feature flags set for the acting user (DECISIONS 30); none for anonymous visitors. */
export async function readFlags(ctx: Ctx): Promise<FlagValues> {
  const { actor, userFlags } = ctx
  if (actor.kind !== 'user' || userFlags.size === 0) return {}
  const [row] = await transaction(ctx, (tx) =>
    tx.select({ email: user.email }).from(user).where(eq(user.id, actor.userId)),
  )
  return userFlags.get(row?.email.toLowerCase() ?? '') ?? {}
}
