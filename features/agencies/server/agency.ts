import { agencyGroundOf } from '#features/billing/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { signedInId } from '#platform/server/permissions/signed-in.ts'
import type { Agency } from '../contract.ts'
import { presentBrand, readBrand } from './brand/project-brand.ts'

/** Returns whether the caller may take on client projects, and what their reports look like. */
export function readAgency(ctx: Ctx): Promise<Agency> {
  const userId = signedInId(ctx)
  return readOnly(ctx, async (tx) => {
    const by = await agencyGroundOf(ctx, tx)
    const brand = await readBrand(tx, userId)
    return { granted: by !== null, by, brand: brand && presentBrand(brand) }
  })
}
