import type { SourceRecord } from '#engine/records/record.ts'
import type { Source } from '#engine/sources.ts'
import type { Opportunity } from '#features/leads/contract.ts'
import { addFoundLead } from '#features/leads/server/index.ts'
import { draftOf, savePosts } from '#features/matching/server/index.ts'
import { seenBy } from '#features/posts/server/index.ts'
import { ApiError } from '#platform/contract/errors.ts'
import { actingAs, type Ctx } from '#platform/server/ctx.ts'
import { readOnly, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import { lookUpItems } from '../api/info.ts'
import { liveConnection, notConnected, spendLiveCall } from './connection.ts'
import { troubleOf } from './live-search.ts'

/**
 * Stores a post of a live search like any that arrives, and adds it to the saved leads. Its text is read from Reddit
 * again, since stored posts are shared and a browser may send anything. Throws NotFoundError if Reddit no longer shows
 * the post, ApplicationError if it can't be asked, and RateLimitError.
 */
export async function addLiveLead(
  ctx: Ctx,
  { projectId, outsideId }: { projectId: string; outsideId: string },
): Promise<Opportunity> {
  requireRight(ctx, projectId, 'decide')
  const connection = await readOnly(ctx, (tx) => liveConnection(ctx, tx, projectId))
  if (!connection) throw new ApiError('ApplicationError', notConnected)
  await spendLiveCall(ctx, projectId)
  const name = `t3_${outsideId}`
  const outcome = await lookUpItems(connection.api, [name], { purpose: 'action' })
  if (outcome.state !== 'ok') {
    const { text, retryAt } = troubleOf(outcome)
    throw new ApiError('ApplicationError', text, retryAt === null ? {} : { retryAt })
  }
  const item = outcome.value.get(name)
  const record = item && 'record' in item ? item.record : null
  const postId = record && (await storeRecord(ctx, record, connection.source))
  if (!postId) throw new ApiError('NotFoundError', 'This post is no longer on Reddit')
  return addFoundLead(ctx, { projectId, postId })
}

/** Stores a post that all projects share. Returns its ID, or null if it was forgotten. */
async function storeRecord(ctx: Ctx, record: SourceRecord, source: Source): Promise<string | null> {
  const delivered = { ...draftOf(record, source), arrivedAt: ctx.now(), seenBy: seenBy[source] }
  const saved = await transaction(actingAs(ctx, { kind: 'job', name: 'liveLead' }), (tx) =>
    savePosts(ctx, tx, [delivered]),
  )
  const [item] = saved.values()
  return item?.id ?? null
}
