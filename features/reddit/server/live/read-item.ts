import type { SourceRecord } from '#engine/records/record.ts'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { readOnly } from '#platform/server/database/database.ts'
import { lookUpItems } from '../api/info.ts'
import { liveConnection, notConnected, spendLiveCall } from './connection.ts'
import { troubleOf } from './live-search.ts'

/**
 * Reads a post or comment from Reddit by its name, such as `t3_1abcde`; null if Reddit doesn't show its text. Stores
 * nothing. Throws ApplicationError if Reddit can't be asked, and RateLimitError.
 */
export async function readLiveItem(
  ctx: Ctx,
  { projectId, name }: { projectId: string; name: string },
): Promise<SourceRecord | null> {
  const connection = await readOnly(ctx, (tx) => liveConnection(ctx, tx, projectId))
  if (!connection) throw new ApiError('ApplicationError', notConnected)
  await spendLiveCall(ctx, projectId)
  const outcome = await lookUpItems(connection.api, [name], { purpose: 'action' })
  if (outcome.state !== 'ok') {
    const { text, retryAt } = troubleOf(outcome)
    throw new ApiError('ApplicationError', text, retryAt === null ? {} : { retryAt })
  }
  const item = outcome.value.get(name)
  return item && 'record' in item ? item.record : null
}
