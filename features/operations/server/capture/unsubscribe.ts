import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { dropEmail } from './captured-emails.ts'

/** Removes an address by the key in its mail, again and again with the same effect. False where the key is not known. */
export function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  return transaction(ctx, (tx) => dropEmail(tx, token))
}
