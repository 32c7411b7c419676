import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import { recordClientVisit } from '#platform/server/tenancy/client-visit.ts'
import type { ProjectAccess } from '../contract.ts'
import { entitlementsOf, mayUseArchivesFolder, projectEntitlement } from './access.ts'

/**
 * Returns whether a project may be used and its quota, for any member: the owner's plan applies to all. Every page asks
 * for it, so it also records the visits of clients.
 */
export async function readProjectAccess(ctx: Ctx, { id }: { id: string }): Promise<ProjectAccess> {
  const { actor } = ctx
  if (actor.kind !== 'user') throw new ApiError('ForbiddenError', 'Forbidden')
  roleIn(ctx, id)
  const entitlement = (await entitlementsOf(ctx, actor)).get(id)
  if (!entitlement) throw new ApiError('NotFoundError', 'Not Found')
  const { access, plan, quota } = entitlement
  await recordClientVisit(ctx, id)
  const archivesFolder = await readOnly(ctx, (tx) => mayUseArchivesFolder(ctx, tx, id))
  return access.granted
    ? {
        granted: true,
        by: access.by,
        reason: null,
        plan,
        quota,
        archivesFolder,
        ...(await grantEnd(ctx, id, access.by)),
      }
    : { granted: false, by: null, reason: access.reason, plan, quota, archivesFolder }
}

/** Returns when the access ends that an internal admin gave, if access rests on it. */
async function grantEnd(ctx: Ctx, id: string, by: ProjectAccess['by']): Promise<Pick<ProjectAccess, 'until'>> {
  if (by !== 'grant') return {}
  const entitled = await readOnly(ctx, (tx) => projectEntitlement(ctx, tx, id))
  return entitled?.until ? { until: entitled.until.toISOString() } : {}
}
