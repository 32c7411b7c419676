import { eq } from 'drizzle-orm'
import type { AgencyPlan } from '#engine/subscription/plans.ts'
import { planChanged, requireAgency, requireNoOwnSubscription } from '#features/billing/server/index.ts'
import type { Project } from '#features/projects/contract.ts'
import { projects } from '#features/projects/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { readOne } from '#platform/server/database/rows/find.ts'
import { lockProjectWithRight } from '#platform/server/tenancy/lock-project.ts'
import { project } from '#platform/server/tenancy/tables.ts'

/**
 * Makes a project one of the caller's client projects, or changes its plan. Only an owner may, since the owner's
 * subscription pays for it (DECISIONS 17). Throws ConflictError without one, or if the project has its own.
 */
export function setAgencyPlan(ctx: Ctx, { id, plan }: { id: string; plan: AgencyPlan }): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await lockProjectWithRight(ctx, tx, id, 'grantOwnership')
    if (row.status === 'draft') throw new ApiError('ConflictError', 'Finish the setup of this project first.')
    await requireAgency(ctx, tx)
    await requireNoOwnSubscription(ctx, tx, id)
    if (!row.isAgencyProject || row.agencyPlan !== plan) {
      await writePlan(ctx, tx, id, { isAgencyProject: true, agencyPlan: plan })
      const action = row.isAgencyProject ? 'agencyPlan.update' : 'agencyPlan.create'
      await audit(ctx, tx, { projectId: id, action, subjectId: id, details: { from: row.agencyPlan, to: plan } })
    }
    return readOne(ctx, tx, projects, id)
  })
}

/** Makes a client project an ordinary one. Its data stays; with billing on, it needs its own plan. */
export function endAgencyPlan(ctx: Ctx, { id }: { id: string }): Promise<Project> {
  return transaction(ctx, async (tx) => {
    const row = await lockProjectWithRight(ctx, tx, id, 'grantOwnership')
    if (row.isAgencyProject) {
      await writePlan(ctx, tx, id, { isAgencyProject: false, agencyPlan: null })
      await audit(ctx, tx, {
        ...{ projectId: id, action: 'agencyPlan.delete', subjectId: id },
        details: { from: row.agencyPlan },
      })
    }
    return readOne(ctx, tx, projects, id)
  })
}

async function writePlan(
  ctx: Ctx,
  tx: Transaction,
  id: string,
  values: { isAgencyProject: boolean; agencyPlan: AgencyPlan | null },
): Promise<void> {
  await tx
    .update(project)
    .set({ ...values, updatedAt: ctx.now() })
    .where(eq(project.id, id))
  await planChanged(ctx, tx, [id])
  await announce(ctx, tx, 'project', [id])
}
