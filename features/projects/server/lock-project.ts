import { may } from '#engine/rules/access.ts'
import type { Right } from '#engine/rules/rights.ts'
import { memberOfUser } from '#features/team/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { roleTooSmall } from '#platform/server/permissions/refusals.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { lockProject, type ProjectRow } from './projects.ts'

/**
 * The actor's project, kept from changing until the transaction ends, for what lets others in or takes the project away:
 * the actor's role is that of this turn. What the request knew may be over, if others have removed them, or made them
 * less, while they waited for the project. Throws NotFoundError, ForbiddenError.
 */
export async function lockProjectWithRight(ctx: Ctx, tx: Transaction, id: string, right: Right): Promise<ProjectRow> {
  const row = await lockProject(ctx, tx, id)
  const own = await memberOfUser(tx, id, signedInId(ctx))
  if (!own) throw new ApiError('NotFoundError', 'Not Found')
  if (!may(own.role, right)) throw roleTooSmall()
  return row
}
