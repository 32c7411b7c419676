import { hasRight } from '#engine/rules/access.ts'
import type { Ctx } from '#platform/server/ctx.ts'

/** Returns which rows show members to the actor: those of projects in which their role may see members. */
export function showsMembersTo({ actor }: Pick<Ctx, 'actor'>): (row: { projectId: string }) => boolean {
  const memberships = actor.kind === 'user' ? actor.memberships : []
  const visible = new Set(
    memberships.filter(({ role }) => hasRight(role, 'readMembers')).map(({ projectId }) => projectId),
  )
  return ({ projectId }) => visible.has(projectId)
}
