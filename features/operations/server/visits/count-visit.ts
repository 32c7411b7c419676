import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { addressBucket } from '#platform/server/network/address.ts'
import type { VisitEvent } from '../../contract.ts'
import { countVisit } from './counts.ts'
import { isProgram, visitOf } from './visit.ts'

/**
 * Counts a page event (SPEC 7), except those of bots. `pageOf` returns the page at a path, or null. Throws
 * ValidationError if the event is not for this server.
 */
export async function countEvent(ctx: Ctx, event: VisitEvent, pageOf: (path: string) => string | null): Promise<void> {
  const visit = visitOf(event, ctx.publicUrl, pageOf)
  if (!visit) throw new ApiError('ValidationError', 'The event must be for a page on this server')
  const { address, agent } = ctx.client ?? { address: '', agent: '' }
  if (isProgram(agent)) return
  await transaction(ctx, (tx) => countVisit(ctx, tx, visit, `${addressBucket(address)}\n${agent}`))
}
