import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { dropEmail } from '../features/capture/captured-emails.ts'

/** Removes an address by the key in its mail, again and again with the same effect. False where the key is not known. */
export function unsubscribe(ctx: Ctx, token: string): Promise<boolean> {
  return transaction(ctx, (tx) => dropEmail(tx, token))
}
