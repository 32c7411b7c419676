import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { Releases } from '../contract.ts'
import { heldOf } from './held.ts'

/** How much was found for a project that is not released yet, and when it will be. Who reads leads may know. */
export async function readReleases(ctx: Ctx, { id }: { id: string }): Promise<Releases> {
  roleIn(ctx, id)
  return transaction(ctx, (tx) => heldOf(tx, id), { onlyProject: id })
}
