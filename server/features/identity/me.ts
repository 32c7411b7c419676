import type { User } from '@earshot/contract/entities'
import { ApiError } from '@earshot/contract/errors'
import { eq } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { transaction } from '../../db/database.ts'
import { user } from '../../db/schema.ts'
import { presentUser } from './users.ts'

/** Who is signed in. */
export async function me(ctx: Ctx): Promise<User> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  const [row] = await transaction(ctx, (tx) => tx.select().from(user).where(eq(user.id, actor.userId)))
  if (!row) throw new ApiError('UnauthorizedError', 'Missing or invalid credentials')
  return presentUser(row)
}
