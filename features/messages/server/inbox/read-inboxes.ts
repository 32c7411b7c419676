import { syncInboxes } from '#features/reddit/server/index.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { storeItems } from './store-items.ts'
import { wakeConversations } from './wake-conversations.ts'

/** Reads the inboxes of connected accounts, and reopens conversations that were snoozed until now. */
export async function readInboxes(ctx: Ctx): Promise<void> {
  await wakeConversations(ctx)
  await syncInboxes(ctx, (tx, account, items, reading) => storeItems(ctx, tx, account, items, reading))
}
