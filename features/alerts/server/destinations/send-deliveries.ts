import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { faultOf } from '#platform/server/faults/fault.ts'
import { sendableDeliveries } from '#platform/server/outbox/attempts.ts'
import { sendPush } from '../push/send-push.ts'
import { sendToDestination } from './send-to-destination.ts'

/** Requests at the same time. */
const receiversAtOnce = 50
/** How long one run lasts, in ms. The next one goes on. */
const runMs = 50_000

/**
 * Sends the messages to destinations and browsers that are due, one at a time to each of them. A receiver that fails is
 * left to the next run, so that it doesn't hold up the others.
 */
export async function sendDeliveries(ctx: Ctx): Promise<void> {
  const startedAt = ctx.now().getTime()
  const failed = new Set<string>()
  while (!ctx.stopping.aborted && ctx.now().getTime() - startedAt < runMs) {
    const due = await transaction(ctx, (tx) =>
      sendableDeliveries(ctx, tx, { except: [...failed], limit: receiversAtOnce }),
    )
    if (due.length === 0) return
    await Promise.all(
      due.map(async ({ channel, receiverId, ...key }) => {
        const send = channel === 'push' ? sendPush : sendToDestination
        const isDone = await send(ctx, key).catch((error: unknown) => {
          ctx.log.error({ delivery: key.id, ...faultOf(error) }, 'sending an alert failed')
          return false
        })
        if (!isDone) failed.add(receiverId)
      }),
    )
  }
}
