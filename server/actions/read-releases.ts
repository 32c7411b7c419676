import type { Releases } from '#contract/releases.ts'
import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { roleIn } from '../features/project/rights.ts'
import { heldOf } from '../features/release/held.ts'

/** How much was found for a project that is not released yet, and when it will be. Who reads leads may know. */
export async function readReleases(ctx: Ctx, { id }: { id: string }): Promise<Releases> {
  roleIn(ctx, id)
  return transaction(ctx, (tx) => heldOf(tx, id), { onlyProject: id })
}
