import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { roleIn } from '#platform/server/permissions/rights.ts'
import type { Releases } from '../contract.ts'
import { heldOf } from './held.ts'

/** Returns how many items a project holds and when they are released, for users who may read leads. */
export async function readReleases(ctx: Ctx, { id }: { id: string }): Promise<Releases> {
  roleIn(ctx, id)
  return transaction(ctx, (tx) => heldOf(tx, id), { onlyProject: id })
}
