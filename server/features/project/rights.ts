import { ApiError } from '@earshot/contract/errors'
import { may, type Right } from '@earshot/engine/access'
import type { Ctx } from '../../ctx.ts'

/**
 * Throws unless the actor may do this in the project: NotFoundError to somebody who is no member and so may not even
 * learn that it exists, ForbiddenError to a member whose role is too small. Jobs may do everything.
 */
export function requireRight(ctx: Ctx, projectId: string, right: Right): void {
  if (ctx.actor.kind === 'job') return
  const memberships = ctx.actor.kind === 'user' ? ctx.actor.memberships : []
  const membership = memberships.find((each) => each.projectId === projectId)
  if (!membership) throw new ApiError('NotFoundError', 'Not Found')
  if (!may(membership.role, right))
    throw new ApiError('ForbiddenError', 'Your role in this project does not allow this')
}
