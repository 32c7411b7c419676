import { eq } from 'drizzle-orm'
import { type FlagValues, flagNames } from '#platform/contract/flags.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { user } from '#platform/server/tenancy/tables.ts'
import { userFlag } from './tables.ts'

/** Returns the feature flags set for the acting user (DECISIONS 30); none for anonymous visitors. */
export async function readFlags(ctx: Ctx): Promise<FlagValues> {
  const { actor } = ctx
  if (actor.kind !== 'user') return {}
  return transaction(ctx, async (tx) => {
    const [row] = ctx.userFlags.size === 0 ? [] : await tx.select().from(user).where(eq(user.id, actor.userId))
    return { ...ctx.userFlags.get(row?.email.toLowerCase() ?? ''), ...(await storedFlags(tx, actor.userId)) }
  })
}

/** Returns the flags that an internal admin set for a user. They outrank those of the configuration. */
export async function storedFlags(tx: Transaction, userId: string): Promise<FlagValues> {
  const rows = await tx.select().from(userFlag).where(eq(userFlag.userId, userId))
  return Object.fromEntries(
    flagNames.flatMap((name) => rows.filter((row) => row.name === name).map(({ value }) => [name, value])),
  )
}
