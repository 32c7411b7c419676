import { announce } from '#platform/server/announce.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { type Transaction, transaction } from '#platform/server/database/database.ts'
import { requireRight } from '#platform/server/permissions/rights.ts'
import type { RetryCreate } from '../../contract.ts'
import { failedIds, retryJob } from './failures.ts'

/** The most jobs per request; the rest can be retried with another one. */
const retriedMax = 1000

/** Retries all failed jobs of one kind that concern a project. Jobs are idempotent, so an extra retry does no harm. */
export async function retryJobs(ctx: Ctx, { id, kind }: { id: string } & RetryCreate): Promise<{ retried: number }> {
  requireRight(ctx, id, 'retryJobs')
  const retry = async (tx: Transaction) => {
    let retried = 0
    for (const job of await failedIds(tx, id, kind, retriedMax)) if (await retryJob(ctx, tx, job)) retried += 1
    if (retried > 0) {
      await audit(ctx, tx, { projectId: id, action: 'jobs.retry', subjectId: id, details: { kind, retried } })
      await announce(ctx, tx, 'health', [id])
    }
    return { retried }
  }
  return transaction(ctx, retry, { onlyProject: id })
}
