import { and, eq } from 'drizzle-orm'
import { entitlementOf, isAgencyBoughtFor } from '#features/billing/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly, type Transaction } from '#platform/server/database/database.ts'
import { ownProjects } from '#platform/server/database/rows/find.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import { member, project } from '#platform/server/tenancy/tables.ts'
import type { TransferPreview } from '../contract.ts'
import { firstBrandOf } from './brand/project-brand.ts'

/**
 * Returns what a transfer of the caller's project to a member would change: an agency's subscription and brand are the
 * owner's, so the next owner's take their place.
 */
export function previewTransfer(ctx: Ctx, { id }: { id: string }): Promise<TransferPreview> {
  const own = signedInId(ctx)
  return readOnly(ctx, async (tx) => {
    const [heir] = await tx
      .select({ projectId: member.projectId, userId: member.userId, isAgencyProject: project.isAgencyProject })
      .from(member)
      .innerJoin(project, eq(project.id, member.projectId))
      .where(and(ownProjects(ctx, member.projectId), eq(member.id, id)))
    if (!heir) throw new ApiError('NotFoundError', 'Not Found')
    const { projectId, isAgencyProject } = heir
    requireRight(ctx, projectId, 'grantOwnership')
    const before = await ownersOf(tx, projectId)
    const others = before.filter((userId) => userId !== own)
    const ownerIds = heir.userId === null ? others : [...new Set([...others, heir.userId])]
    const entitled = await entitlementOf(ctx, tx, { projectId, ownerIds })
    const brandAmong = async (userIds: readonly string[]) =>
      isAgencyProject ? ((await firstBrandOf(tx, userIds))?.name ?? null) : null
    return {
      isAgencyProject,
      granted: entitled?.access.granted ?? false,
      plan: entitled?.plan ?? null,
      brand: await brandAmong(before),
      nextBrand: await brandAmong(ownerIds),
      holdsSubscription: await isAgencyBoughtFor(ctx, tx, projectId),
    }
  })
}

/** Returns the owners of a project, the oldest membership first. */
async function ownersOf(tx: Transaction, projectId: string): Promise<string[]> {
  const rows = await tx
    .select({ userId: member.userId })
    .from(member)
    .where(and(eq(member.projectId, projectId), eq(member.role, 'owner'), eq(member.status, 'active')))
    .orderBy(member.createdAt, member.id)
  return rows.flatMap(({ userId }) => userId ?? [])
}
