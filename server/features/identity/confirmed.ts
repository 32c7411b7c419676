import { ApiError } from '@earshot/contract/errors'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import type { Transaction } from '../../db/database.ts'
import { user } from '../../db/schema.ts'
import { signedInId } from './people.ts'

/** Throws ForbiddenError unless the acting user has confirmed their email address (DECISIONS 8): "to upload files". */
export async function requireConfirmed(ctx: Ctx, tx: Transaction, to: string): Promise<void> {
  const confirmed = and(eq(user.id, signedInId(ctx)), isNotNull(user.confirmedAt))
  const [row] = await tx.select({ id: user.id }).from(user).where(confirmed)
  if (row) return
  const message = `Confirm your email address ${to}. Open the link in the email we sent you.`
  throw new ApiError('ForbiddenError', message, { reason: 'emailUnconfirmed' })
}
