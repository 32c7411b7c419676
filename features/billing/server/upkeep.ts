import { sql } from 'drizzle-orm'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'

const day = 24 * 60 * 60 * 1000
/** The provider sends an event again for at most three days. */
const eventsDays = 90
/** An event that waits longer is about something that isn't ours. Its body names the payer. */
const waitingDays = 7
const messagesDays = 90
const creditsDays = 2 * 365

/** Deletes what is no longer needed: events, counts of messages, and old credits. */
export async function deleteOldBilling(ctx: Ctx): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * day).toISOString()
  await transaction(ctx, async (tx) => {
    await tx.execute(sql`
      update billing_event set outcome = 'unknown', waits_for = null, body = null
      where waits_for is not null and received_at < ${before(waitingDays)}`)
    await tx.execute(sql`delete from billing_event where received_at < ${before(eventsDays)}`)
    await tx.execute(sql`delete from message_count where day < ${before(messagesDays)}::timestamptz`)
    await tx.execute(sql`delete from credit_period where ends_at < ${before(creditsDays)}`)
  })
}
