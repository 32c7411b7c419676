import { hasRight } from '#engine/rules/access.ts'
import type { MemberRole, Right } from '#engine/rules/rights.ts'
import { ApiError } from '../../contract/errors.ts'
import type { Ctx } from '../ctx.ts'
import { insufficientRole } from './refusals.ts'

/**
 * Throws unless the actor has the right in the project: NotFoundError for non-members, who must not learn that it
 * exists, ForbiddenError for members without the right. Jobs have every right.
 */
export function requireRight(ctx: Ctx, projectId: string, right: Right): void {
  if (ctx.actor.kind === 'job') return
  if (!hasRight(roleIn(ctx, projectId), right)) throw insufficientRole()
}

/** Returns the actor's role in a project. Throws NotFoundError if they have none. */
export function roleIn({ actor }: Ctx, projectId: string): MemberRole {
  const memberships = actor.kind === 'user' ? actor.memberships : []
  const membership = memberships.find((each) => each.projectId === projectId)
  if (!membership) throw new ApiError('NotFoundError', 'Not Found')
  return membership.role
}
