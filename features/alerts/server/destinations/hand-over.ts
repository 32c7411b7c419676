import { and, eq } from 'drizzle-orm'
import { nextAllowed } from '#engine/alerts/timing.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { readyDelivery } from '#platform/server/outbox/attempts.ts'
import { type Delivery, deferDelivery } from '#platform/server/outbox/outbox.ts'
import { project } from '#platform/server/tenancy/tables.ts'
import { alertRule } from '../tables.ts'
import { delayWords } from '../words.ts'

/** Queues a claimed message to a destination for sending, once its rule's hours allow. They are in the project's zone. */
export async function handOver(ctx: Ctx, tx: Transaction, claimed: Delivery): Promise<void> {
  const { projectId, ruleId } = claimed
  const [place] = await tx
    .select({ rule: alertRule, timeZone: project.timeZone })
    .from(alertRule)
    .innerJoin(project, eq(project.id, alertRule.projectId))
    .where(and(eq(alertRule.projectId, projectId), eq(alertRule.id, ruleId ?? '')))
  if (!place) throw new Error('the delivery has no rule')
  const { at, delay } = nextAllowed({ ...place.rule, ownQuietHours: null, timeZone: place.timeZone }, ctx.now())
  if (delay) return deferDelivery(ctx, tx, claimed, { at, reason: delayWords[delay] })
  await queueForSending(ctx, tx, claimed)
}

/** Queues a claimed message for sending by a request. */
export async function queueForSending(ctx: Ctx, tx: Transaction, claimed: Delivery): Promise<void> {
  await readyDelivery(ctx, tx, claimed)
  await ctx.queue.send(tx, 'deliveries', {})
}
