import { requireRight } from '#features/projects/server/rights.ts'
import { audit } from '#platform/server/audit.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import { transaction } from '#platform/server/database/database.ts'
import { lockRow, removeRow } from '#platform/server/database/own-row.ts'
import { redditAccounts } from './accounts.ts'

/** Disconnects an account: it is asked nothing any more, and the next upkeep gives back at Reddit what it let us do. */
export async function disconnectRedditAccount(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await transaction(ctx, async (tx) => {
    const row = await lockRow(ctx, tx, redditAccounts, id)
    const { projectId, name } = row
    requireRight(ctx, projectId, 'changeProject')
    await removeRow(tx, redditAccounts, row)
    await ctx.queue.send(tx, 'upkeep', {})
    await audit(ctx, tx, { projectId, action: 'redditAccount.disconnect', subjectId: id, details: { name } })
  })
}
