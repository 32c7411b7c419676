import type { Ctx } from '../ctx.ts'
import { transaction } from '../db/database.ts'
import { addressBucket } from '../features/identity/address.ts'
import { countVisit } from '../features/visit/counts.ts'
import { isProgram, type Visit } from '../features/visit/visit.ts'

/** Counts an event of a page (SPEC 7). Programs that say that they are such are not counted. */
export async function countVisitOf(ctx: Ctx, visit: Visit): Promise<void> {
  const { address, agent } = ctx.client ?? { address: '', agent: '' }
  if (isProgram(agent)) return
  await transaction(ctx, (tx) => countVisit(ctx, tx, visit, `${addressBucket(address)}\n${agent}`))
}
